#include "flat/seen_strands.h"

#include <algorithm>

namespace fencepost::flat {

bool SeenStrands::is_seen(const program::Edge& edge, const AbstractState& before, FrameId frame) const {
  auto is_shared = [&](ObjectId object) { return !before.own.contains(object) && analysis_.object(object).escapes; };
  auto accesses = [&](const core::Expr& pointer, const core::Type& type) {
    return std::ranges::any_of(analysis_.accessed(pointer, type, before, frame, edge.pos),
                               [&](const Touched& touched) { return is_shared(touched.object); });
  };
  auto points_to = [&](const core::Expr& pointer) {
    return std::ranges::any_of(analysis_.evaluate(pointer, before, frame).targets,
                               [&](const auto& target) { return is_shared(target.first); });
  };
  const program::EdgeLabel& label = edge.label;
  if (auto* k = std::get_if<core::Load>(&label)) return accesses(*k->ptr, k->type);
  if (auto* k = std::get_if<core::Store>(&label)) return accesses(*k->ptr, k->type);
  if (auto* k = std::get_if<core::Rmw>(&label)) return accesses(*k->ptr, k->type);
  if (auto* k = std::get_if<core::Copy>(&label)) return points_to(*k->dst) || points_to(*k->src);
  if (auto* k = std::get_if<core::Fill>(&label)) return points_to(*k->ptr);
  if (auto* k = std::get_if<core::Kill>(&label)) return points_to(*k->ptr);
  return std::holds_alternative<core::Fence>(label) || std::holds_alternative<core::AtomicBegin>(label) ||
         std::holds_alternative<core::AtomicEnd>(label) || std::holds_alternative<core::Await>(label) ||
         std::holds_alternative<core::Spawn>(label) || std::holds_alternative<core::Join>(label) ||
         std::holds_alternative<core::Exit>(label) || std::holds_alternative<core::EndThread>(label);
}

void SeenStrands::step(Place from, const program::Edge& edge, const AbstractState& before,
                       const std::vector<Successor>&) {
  Contexts& contexts = analysis_.contexts();
  if (!is_seen(edge, before, contexts[from.context].frame)) return;
  auto number = static_cast<uint32_t>(&edge - contexts.procedure(from.context).edges.data());
  for (ContextId at = from.context;;) {
    FrameId id = contexts[at].frame;
    const Frame frame = contexts.frame(id);
    program::Loc loc = contexts.procedure(at).edges[number].from;
    for (const Unsequenced& around : contexts.strands().of(frame.function))
      if (around.contains(loc)) {
        std::vector<std::set<uint32_t>>& seen = seen_[{id, around.begin}];
        seen.resize(around.starts.size());
        seen[around.strand_at(loc)].insert(number);
      }
    if (!frame.caller) return;
    at = *frame.caller;
    number = frame.call;
  }
}

// A loop in the strand (GNU statement expressions have them) may come back to it.
bool SeenStrands::is_repeated(const program::Procedure& procedure, const Unsequenced& around, uint32_t number) {
  program::Loc at = procedure.edges[number].from;
  return std::ranges::any_of(procedure.edges, [&](const program::Edge& edge) {
    return edge.to <= edge.from && around.contains(edge.to) && around.contains(edge.from) && edge.to <= at &&
           at <= edge.from;
  });
}

bool SeenStrands::permute() {
  bool is_new = false;
  for (const auto& [key, strands] : seen_) {
    core::FunctionId function = analysis_.contexts().frame(key.first).function;
    const Unsequenced& of = *analysis_.contexts().strands().at(function, key.second);
    if (std::ranges::count_if(strands, [](const auto& seen) { return !seen.empty(); }) < 2) continue;
    const program::Procedure& procedure = analysis_.cfa().procedure(function);
    auto shows_more = [&](const std::set<uint32_t>& seen) {
      return seen.size() > 1 || (seen.size() == 1 && is_repeated(procedure, of, *seen.begin()));
    };
    if (strands.size() > Strands::kMostStrands || std::ranges::any_of(strands, shows_more))
      throw NotFlat{of.pos, std::string(kAnyOrder)};
    if (analysis_.contexts().strands().is_permuted(function, of)) continue;
    analysis_.contexts().strands().permute(function, of);
    is_new = true;
  }
  return is_new;
}

}  // namespace fencepost::flat
