#include "engine/bounded/bounded_runs.h"

#include "logic/evaluate.h"
#include "memory/consistency.h"
#include "runs/relevance.h"
#include "runs/symmetric_threads.h"

namespace fencepost::engine::bounded {

using logic::Assignment;
using logic::Term;
using unroll::ChoiceRecord;
using unroll::Obligation;

namespace {

unroll::Unrolled timed_unroll(const program::Cfa& cfa, const unroll::Options& options, logic::Terms& terms,
                              Budget& budget, Statistics& statistics) {
  Timer timer(statistics, "time.unroll");
  return unroll::unroll(cfa, options, terms, budget);
}

}  // namespace

BoundedRuns::BoundedRuns(const result::Task& task, const unroll::Options& unrolling,
                         const result::EngineOptions& options, Budget& budget, Statistics& statistics)
    : task_(task),
      unrolled_(timed_unroll(task.cfa, unrolling, terms_, budget, statistics)),
      options_(options),
      budget_(budget),
      statistics_(statistics) {
  for (const auto& [name, value] : unrolled_.statistics.entries()) statistics_.set(name, value);
  const unroll::Unrolled& runs = searched(unrolling.model.sections_guard);
  search_ = search(runs);
  search_relevant(runs);
}

const unroll::Unrolled& BoundedRuns::searched(bool at_most_buffers) {
  if (!unrolled_.concurrent() || options_.encoding == result::Encoding::monolithic) return unrolled_;
  memory::CoherenceSource source = memory::coherence_source(*task_.model);
  bool interleaves = source == memory::CoherenceSource::interleaving;
  if (source == memory::CoherenceSource::chosen || (!interleaves && !at_most_buffers)) return unrolled_;
  Timer timer(statistics_, "time.symmetry");
  auto groups = runs::symmetric_threads(unrolled_, !interleaves, budget_);
  statistics_.set("bounded.symmetric-threads", static_cast<double>(groups.size()));
  if (groups.empty()) return unrolled_;
  sorted_ = unrolled_;
  sorted_.symmetric_threads = std::move(groups);
  return sorted_;
}

void BoundedRuns::search_relevant(const unroll::Unrolled& runs) {
  if (refinement() == nullptr || options_.encoding == result::Encoding::monolithic ||
      !runs::events_may_be_left_out(*task_.model))
    return;
  std::vector<Term> roots;
  for (const Obligation& obligation : unrolled_.obligations) roots.push_back(obligation.failure);
  relevant_ = runs::only_relevant(runs, roots, terms_);
  size_t left_out = 0;
  for (size_t i = 0; i < relevant_.events.size(); ++i)
    left_out += !unrolled_.events[i].implied && relevant_.events[i].guard != unrolled_.events[i].guard;
  statistics_.set("bounded.irrelevant", static_cast<double>(left_out));
  if (left_out > 0) relevant_search_ = search(relevant_);
}

void BoundedRuns::limit(const runs::Effort& effort) {
  search_->limit(effort);
  if (relevant_search_) relevant_search_->limit(effort);
}

void BoundedRuns::tell_judged(const std::function<void(size_t)>& told) {
  search_->tell_judged(told);
  if (relevant_search_) relevant_search_->tell_judged(told);
}

// The whole of a run whose relevant part is known has few choices left.
std::optional<Assignment> BoundedRuns::ask(Term question) {
  if (!relevant_search_) return search_->ask({question});
  std::optional<Assignment> part = relevant_search_->ask({question});
  if (!part && !relevant_search_->gave_up()) return std::nullopt;
  if (part) {
    std::vector<Term> assumptions = refinement()->sources_of(relevant_search_->refinement()->run());
    assumptions.push_back(question);
    if (std::optional<Assignment> whole = search_->ask(assumptions)) return whole;
  }
  return search_->ask({question});
}

std::unique_ptr<runs::Search> BoundedRuns::search(const unroll::Unrolled& runs) {
  using runs::Formula;
  Formula formula = options_.encoding == result::Encoding::monolithic ? Formula::whole
                    : options_.encoding == result::Encoding::ordered  ? Formula::ordered
                                                                      : Formula::cheap;
  return std::make_unique<runs::Search>(runs, task_.model, terms_, options_.solver, budget_, statistics_, formula);
}

core::Choices BoundedRuns::choices_of(const Assignment& model) const {
  logic::Evaluator evaluate(model);
  core::Choices choices;
  for (const ChoiceRecord& record : unrolled_.choices) {
    if (!evaluate.holds(record.guard)) continue;
    bool known = static_cast<bool>(record.value);
    choices.push_back({record.kind, known ? evaluate(record.value) : logic::Bits{0}, known});
  }
  return choices;
}

}  // namespace fencepost::engine::bounded
