// What each label of the Cfa does to a state, but for those that say where to go on (walk.h): its transfer function.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "unroll/parts.h"

namespace fencepost::unroll {

class Transfer {
 public:
  explicit Transfer(Parts& parts);

  // The effect of the step's edge; false if the path ends here.
  bool apply(const Step& step, State& state);
  // Around whatever else an edge does.
  void begin(const program::Edge& edge);
  void end(const Step& step, State& state);

  // The value of an expression, with the reads that it rests on, if they are kept.
  Value evaluated(const Step& step, const core::Expr& expr, State& state);
  ReadSet reads_of(const core::Expr& expr, const State& state);
  // Calls through a pointer of another type are undefined; the checks before have said so, and here the value only has to
  // have the right sort.
  Value fitting(const Value& value, const core::Type& type);
  static void set(State& state, core::Reg reg, const Value& value) { state.regs.set(core::index(reg), value); }

 private:
  // transfer.cpp
  bool act(const program::Skip&, const Step&, State&) { return true; }
  bool act(const program::Assume& label, const Step& step, State& state);
  bool act(const program::Restrict& label, const Step& step, State& state);
  bool act(const program::ChooseOrder& label, const Step& step, State& state);
  bool act(const core::Let& label, const Step& step, State& state);
  bool act(const core::Choose& label, const Step& step, State& state);
  bool act(const core::Alloc& label, const Step& step, State& state);
  bool act(const core::Kill& label, const Step& step, State& state);
  bool act(const core::Check& label, const Step& step, State& state);
  bool act(const core::Return& label, const Step& step, State& state);
  bool act(const core::Unsupported& label, const Step& step, State& state);
  // Those are for the walk.
  bool act(const core::Call&, const Step&, State&) { return true; }
  bool act(const core::Spawn&, const Step&, State&) { return true; }
  bool act(const core::EndThread&, const Step&, State&) { return true; }
  bool act(const core::Exit&, const Step&, State&) { return true; }

  // transfer_memory.cpp
  bool act(const core::Load& label, const Step& step, State& state);
  bool act(const core::Store& label, const Step& step, State& state);
  bool act(const core::Rmw& label, const Step& step, State& state);
  bool act(const core::Fence& label, const Step& step, State& state);
  bool act(const core::Copy& label, const Step& step, State& state);
  bool act(const core::Fill& label, const Step& step, State& state);
  Value pointer_here(const core::Expr& expr, State& state);
  Value loaded(const Step& step, State& state, const Value& pointer, ReadSet pointer_reads, const core::Type& type,
               const core::BitRange& range, const std::vector<uint32_t>& events);
  void require_meaning(const Step& step, const std::set<core::MemoryOrder>& unknown, core::MemoryOrder order,
                       const char* what);
  // Does an access order others around it? Where dependencies count, a relaxed one does, since they run through it.
  bool orders(core::MemoryOrder order, ReadSet addr) const;
  SharedAccess scalar_access(const State& state, const Value& pointer, const core::Type& type,
                             const core::BitRange& range, core::MemoryOrder order, bool orders) const;
  SharedAccess range_access(const Value& pointer, Term bytes, ReadSet addr, const core::Scalars& scalars,
                            core::MemoryOrder order) const;
  void answer_questions(const program::Edge& edge, size_t first, State& state);
  void depend(const std::vector<uint32_t>& events, ReadSet addr, ReadSet data = 0);
  void note_alignment(State& state, const core::Expr& condition);

  // transfer_threads.cpp
  bool act(const core::Join& label, const Step& step, State& state);
  bool act(const core::Self& label, const Step& step, State& state);
  bool act(const core::Await& label, const Step& step, State& state);
  bool act(const core::AtomicBegin& label, const Step& step, State& state);
  bool act(const core::AtomicEnd& label, const Step& step, State& state);

  // unsequenced.cpp
  bool act(const program::Sequencing& label, const Step& step, State& state);
  void require_one_strand(const Step& step, uint32_t unseq);

  // transfer_copies.cpp
  std::pair<uint64_t, uint64_t> common_parts(State& state, const SharedAccess& read, const SharedAccess& write);
  AccessEvents access_parts(const SharedAccess& access, std::pair<uint64_t, uint64_t> parts,
                            const std::function<AccessEvents(const SharedAccess&)>& make);
  // The parts of a copy or fill are unsequenced, but for what is read before it is written.
  void in_any_order(const State& state, const std::vector<AccessEvents::Part>& reads,
                    const std::vector<AccessEvents::Part>& writes, bool overlap);
  bool may_overlap(const Value& to, const Value& from);

  Parts& p_;
  const bool has_unknown_pointers_;  // some object may hold one from the start
};

}  // namespace fencepost::unroll
