// A program in which so many copies, each with one instance, stand in the place of every template with any number of instances.
// Copies keep the locations of their template; variables and groups of copy i are called as the template's, with @i behind.
#pragma once

#include "flat/flat_program.h"

namespace fencepost::flat {

struct Copies {
  // Which copy a Spawn of such a template begins.
  enum class Spawning : uint8_t {
    // Each of them, by an edge of its own: what this means is for the one who reads the program, as what a Join of such a template waits for.
    open,
    // The first one the first, and so on; one for which there is none left waits. A Join waits for the end of one of them. Then the
    // runs are those of the original in which no template has more instances.
    in_turn,
  };

  FlatProgram program;
  std::vector<TemplateId> original;  // by template of the program
  std::vector<uint32_t> number;      // by template: which copy, from 1; 0: it is no copy
};

Copies with_copies(const FlatProgram& program, logic::Terms& terms, uint32_t copies, Copies::Spawning spawning);

}  // namespace fencepost::flat
