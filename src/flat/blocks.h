// The steps of threads in blocks: a step that others can see, or a whole atomic section, and around it what nobody sees; a critical section is one
// block where its lock keeps apart what it touches. Others only get their turn between blocks. A run in which something fails has a
// counterpart of whole blocks in which something fails (Lipton, CACM 18, 1975). A block is a sequence of movers (movers.h) in the order
// right* (none | any) left*, with those that move both ways anywhere, because
//
//   - those before the step that moves nowhere can be taken later, and those after it earlier, until nobody comes between them;
//   - nobody goes on while a thread is in an atomic section, unless that thread waits;
//   - a block that has done what others can tell (`none` that writes, or `left`) is done to its end: it comes to no loop that it could follow for
//     ever, and to no place where it may wait, or `Block::must_go_on` says that somebody has to show that it does not;
//   - a block that has done no such thing and then waits, waits for ever, since what it waits for is its own, or is a quiet lock, after
//     whose failing update nothing comes: it may as well not have begun. So no view of a program in blocks has to know who is in
//     a section.
//
// Locations between which others get their turn are stops. More stops than needed do no harm: each part of such a sequence is one.
#pragma once

#include <map>
#include <optional>

#include "flat/flat_program.h"
#include "flat/movers.h"
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
  bool writes_shared(const Label& label) const;
  bool is_passed(TemplateId id, uint32_t at) const;
  Mover least(TemplateId id, Loc at) const;
  void find_stops(TemplateId id);
  bool goes_on(const Template& of, Loc at) const;

  struct Walk;
  void walk(Walk& walk, Loc at) const;
  void take(Walk& walk, const Edge& edge) const;

  const FlatProgram& program_;
  logic::Terms& terms_;
  Movers movers_;
  std::vector<std::map<Loc, std::vector<Block>>> found_;
};

}  // namespace fencepost::flat
