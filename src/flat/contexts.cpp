#include "flat/contexts.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/choice_source.h"

namespace fencepost::flat {

namespace {

constexpr uint32_t kNoCall = ~0u;

// A Join, too: who has waited for all of its threads, one by one, is alone (flat/company.h), and shape tells that only of copies.
bool wants_copies(const program::EdgeLabel& label) {
  if (std::holds_alternative<core::Spawn>(label) || std::holds_alternative<core::Join>(label)) return true;
  auto* alloc = std::get_if<core::Alloc>(&label);
  return alloc != nullptr && alloc->storage == core::Storage::heap;
}

}  // namespace

Contexts::Contexts(const program::Cfa& cfa) : cfa_(cfa), shapes_(cfa), strands_(cfa), wants_copies_(find_copied()) {}

std::vector<bool> Contexts::find_copied() const {
  std::vector<bool> found(cfa_.procedures.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (const program::Procedure& procedure : cfa_.procedures) {
      if (found[core::index(procedure.function)]) continue;
      bool is_found = std::ranges::any_of(procedure.edges, [&](const program::Edge& edge) {
        if (wants_copies(edge.label)) return true;
        auto* call = std::get_if<core::Call>(&edge.label);
        return call != nullptr && call->callee->op == core::ExprOp::function &&
               found[core::index(call->callee->function)];
      });
      if (is_found) found[core::index(procedure.function)] = changed = true;
    }
  }
  return found;
}

bool Contexts::is_copied(core::FunctionId function, program::Loc head) {
  if (kept_.contains({function, head}) || !shapes_.of(function).is_loop_head(head)) return false;
  if (!shapes_.of(function).has_way_out(head)) return false;
  program::Loc end = shapes_.of(function).loop_end(head);
  const program::Procedure& procedure = cfa_.procedure(function);
  return std::ranges::any_of(procedure.edges, [&](const program::Edge& edge) {
    if (edge.from < head || edge.from > end) return false;
    if (wants_copies(edge.label)) return true;
    auto* call = std::get_if<core::Call>(&edge.label);
    return call != nullptr &&
           (call->callee->op != core::ExprOp::function || wants_copies_[core::index(call->callee->function)]);
  });
}

ContextId Contexts::intern(Context context) {
  auto [at, is_new] = context_ids_.emplace(std::tuple(context.frame, context.iterations, context.turns),
                                           ContextId{static_cast<uint32_t>(contexts_.size())});
  if (is_new) contexts_.push_back(std::move(context));
  return at->second;
}

Place Contexts::root(ThreadId thread, core::FunctionId function) {
  auto [at, is_new] = frame_ids_.emplace(std::tuple(static_cast<uint32_t>(thread), kNoCall, function),
                                         FrameId{static_cast<uint32_t>(frames_.size())});
  if (is_new) frames_.push_back({thread, function, std::nullopt, 0, 0});
  Context fresh{at->second, {}};
  program::Loc entry = cfa_.procedure(function).entry;
  if (is_copied(function, entry)) fresh.iterations.push_back({entry, 0});
  return {intern(std::move(fresh)), entry};
}

Place Contexts::call(ContextId caller, uint32_t edge, core::FunctionId function, const SourcePos& pos) {
  const Frame around = frame_of(caller);
  for (std::optional<ContextId> up = caller; up; up = frame_of(*up).caller)
    if (frame_of(*up).function == function)
      throw NotFlat{pos, fmt::format("recursion of {}", cfa_.procedure(function).name)};
  if (around.calls >= kMostCalls) throw NotFlat{pos, "calls nested too deeply"};
  auto [at, is_new] = frame_ids_.emplace(std::tuple(static_cast<uint32_t>(caller), edge, function),
                                         FrameId{static_cast<uint32_t>(frames_.size())});
  if (is_new) frames_.push_back({around.thread, function, caller, edge, around.calls + 1});
  Context fresh{at->second, {}};
  program::Loc entry = cfa_.procedure(function).entry;
  if (is_copied(function, entry)) fresh.iterations.push_back({entry, 0});
  return {intern(std::move(fresh)), entry};
}

Place Contexts::next(ContextId from, program::Loc loc, program::Loc to) {
  Context here = (*this)[from];
  core::FunctionId function = frame(here.frame).function;
  program::Shape const& shape = shapes_.of(function);
  std::erase_if(here.iterations, [&](const auto& loop) { return to < loop.first || to > shape.loop_end(loop.first); });
  std::erase_if(here.turns, [&](const Turn& turn) {
    const Unsequenced* around = strands_.at(function, turn.begin);
    return around == nullptr || !around->contains(to);
  });
  if (shape.is_loop_head(to) && is_copied(function, to)) {
    auto at = std::ranges::find(here.iterations, to, &std::pair<program::Loc, uint32_t>::first);
    if (at == here.iterations.end())
      here.iterations.push_back({to, 0});
    else if (to <= loc) {
      ++at->second;
      here.iterations.erase(at + 1, here.iterations.end());
    }
  }
  return {intern(std::move(here)), to};
}

std::vector<Place> Contexts::sequenced(ContextId from, const program::Edge& edge) {
  core::FunctionId function = frame_of(from).function;
  const Unsequenced* of = strands_.at(function, edge.from);
  if (of == nullptr) return {};
  if (!strands_.is_permuted(function, *of)) return {next(from, edge.from, edge.to)};
  auto enter = [&](const Context& around, uint32_t order, uint32_t position) {
    Context inside = around;
    inside.turns.push_back({of->begin, order, position});
    auto strands = static_cast<unsigned>(of->starts.size());
    return Place{intern(std::move(inside)), of->starts[core::permutation(strands, order)[position]]};
  };
  Context here = (*this)[from];
  std::vector<Place> places;
  if (edge.from == of->begin) {
    for (uint32_t order = 0; order < core::permutations(static_cast<unsigned>(of->starts.size())); ++order)
      places.push_back(enter(here, order, 0));
    return places;
  }
  if (here.turns.empty() || here.turns.back().begin != of->begin) return {};  // a jump has led here
  Turn turn = here.turns.back();
  here.turns.pop_back();
  if (turn.position + 1 < of->starts.size()) return {enter(here, turn.order, turn.position + 1)};
  return {next(intern(std::move(here)), edge.from, of->after)};
}

Place Contexts::after_call(FrameId id) {
  const Frame callee = frame(id);
  const program::Edge& edge = procedure(*callee.caller).edges[callee.call];
  return next(*callee.caller, edge.from, edge.to);
}

std::optional<program::Loc> Contexts::left_loop(ContextId context, program::Loc to) {
  const Context& here = (*this)[context];
  for (auto loop = here.iterations.rbegin(); loop != here.iterations.rend(); ++loop) {
    program::Loc end = shapes_.of(frame(here.frame).function).loop_end(loop->first);
    if (to < loop->first || to > end) return loop->first;
  }
  return std::nullopt;
}

}  // namespace fencepost::flat
