// Where a thread is: calls are inlined, so a place is an edge of a procedure together with the calls that led there. Loops that
// create threads or objects, or wait for threads, are copied: an iteration of such a loop is a place of its own, as long as it is known when the loop ends.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "flat/not_flat.h"
#include "flat/strands.h"
#include "program/shape.h"

namespace fencepost::flat {

enum class ThreadId : uint32_t {};
enum class FrameId : uint32_t {};
enum class ContextId : uint32_t {};

// An activation of a function.
struct Frame {
  ThreadId thread{};
  core::FunctionId function{};
  std::optional<ContextId> caller;  // absent: the function that the thread runs
  uint32_t call = 0;                // the caller's edge
  uint32_t calls = 0;               // how many activations are around it
};

// Of an expression whose strands are permuted: in which order, and which one is being evaluated.
struct Turn {
  program::Loc begin{};  // Unsequenced::begin
  uint32_t order = 0, position = 0;
  auto operator<=>(const Turn&) const = default;
};

// A frame and, of the copied loops around the place, the head and the number of the iteration, outermost first; the same of expressions
// with several orders.
struct Context {
  FrameId frame{};
  std::vector<std::pair<program::Loc, uint32_t>> iterations;
  std::vector<Turn> turns = {};
};

struct Place {
  ContextId context{};
  program::Loc loc{};
  auto operator<=>(const Place&) const = default;
};

class Contexts {
 public:
  static constexpr uint32_t kMostIterations = 64;
  static constexpr uint32_t kMostCalls = 60;

  explicit Contexts(const program::Cfa& cfa);

  const Frame& frame(FrameId id) const { return frames_[static_cast<uint32_t>(id)]; }
  const Context& operator[](ContextId id) const { return contexts_[static_cast<uint32_t>(id)]; }
  const Frame& frame_of(ContextId id) const { return frame((*this)[id].frame); }
  const program::Procedure& procedure(ContextId id) const { return cfa_.procedure(frame_of(id).function); }
  program::Shapes& shapes() { return shapes_; }
  // The place where a thread begins.
  Place root(ThreadId thread, core::FunctionId function);
  // The place where the callee begins. Throws NotFlat for recursion.
  Place call(ContextId caller, uint32_t edge, core::FunctionId function, const SourcePos& pos);
  // Where an edge of the procedure leads from a place of it.
  Place next(ContextId from, program::Loc loc, program::Loc to);
  Place after_call(FrameId frame);
  // Where a Sequencing edge leads: to the first strand of each order, or to the next one in the order that was chosen. Nowhere: its strands
  // are not known.
  std::vector<Place> sequenced(ContextId from, const program::Edge& edge);
  Strands& strands() { return strands_; }
  // The innermost copied loop around the context that an edge to `to` leaves.
  std::optional<program::Loc> left_loop(ContextId context, program::Loc to);
  // Its end is not known: it stays a loop. Everything has to be asked again.
  void keep_loop(core::FunctionId function, program::Loc head) { kept_.insert({function, head}); }

 private:
  bool is_copied(core::FunctionId function, program::Loc head);
  std::vector<bool> find_copied() const;
  ContextId intern(Context context);

  const program::Cfa& cfa_;
  program::Shapes shapes_;
  Strands strands_;
  std::vector<bool> wants_copies_;  // by function: it, or what it calls, does what loops are copied for
  std::vector<Frame> frames_;
  std::vector<Context> contexts_;
  std::map<std::tuple<uint32_t, uint32_t, core::FunctionId>, FrameId>
      frame_ids_;  // by context (or thread), edge, function
  std::map<std::tuple<FrameId, std::vector<std::pair<program::Loc, uint32_t>>, std::vector<Turn>>, ContextId>
      context_ids_;
  std::set<std::pair<core::FunctionId, program::Loc>> kept_;
};

}  // namespace fencepost::flat
