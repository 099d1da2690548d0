// The steps of threads in blocks: a step that others can see, or a whole atomic section, and what follows that nobody sees. Others
// only get their turn between blocks. A run in which something fails has a counterpart of whole blocks in which something
// fails (Lipton, CACM 18, 1975), because
//
//   - a step that touches nothing but its thread's variables, or shared ones that nobody ever writes, commutes with every step of others;
//   - nobody goes on while a thread is in a section, unless that thread waits;
//   - a block that has written is done to its end: it comes to no loop that it could follow for ever, and to no place where it may
//     wait, or `Block::must_go_on` says that somebody has to show that it does not;
//   - a block that has only read and then waits, waits for ever, since what it waits for is its own: it may as well not have
//     begun. So no view of a program in blocks has to know who is in a section.
//
// Locations between which others get their turn are stops.
#pragma once

#include <map>
#include <optional>

#include "flat/flat_program.h"
#include "flat/not_flat.h"

namespace fencepost::flat {

struct Block {
  Loc from{}, to{};
  std::vector<uint32_t> edges;  // of the template; one after the other
  std::vector<uint32_t>
      must_go_on;  // before these edges, counted in the block: some step is possible that leaves the location
  bool ends_program = false;
  bool writes = false;  // what is shared; also if it makes a thread
};

class Blocks {
 public:
  static constexpr size_t kMostFromStop = 256;

  // Throws NotFlat where a section loops, makes threads or waits for their end. The program outlives it.
  Blocks(const FlatProgram& program, logic::Terms& terms);

  bool is_stop(TemplateId of, Loc at) const { return found_[index(of)].contains(at); }
  // In the order of edges.
  const std::vector<Block>& from(TemplateId of, Loc at) const { return found_[index(of)].at(at); }
  // Every stop that can be reached.
  const std::map<Loc, std::vector<Block>>& of(TemplateId id) const { return found_[index(id)]; }

 private:
  void find_written();
  bool is_seen(const Label& label) const;
  bool writes_shared(const Label& label) const;
  void find_stops(TemplateId id);
  bool goes_on(const Template& of, Loc at) const;

  struct Walk;
  void walk(Walk& walk, Loc at) const;

  const FlatProgram& program_;
  logic::Terms& terms_;
  std::vector<bool> written_;  // by VarId: somebody may
  std::vector<std::map<Loc, std::vector<Block>>> found_;
};

}  // namespace fencepost::flat
