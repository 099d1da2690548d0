#include "engine/symmetric/refinement.h"

#include <algorithm>

#include "logic/atoms.h"
#include "logic/interpolate.h"
#include "logic/variables.h"

namespace fencepost::engine::symmetric {

using boolean::BoolVar;
using boolean::BroadcastFailure;
using boolean::BroadcastStep;
using boolean::SeenState;
using boolean::ThreeValued;
using boolean::Truth;

const TemplateStep* Refinement::step_of(const BroadcastAbstraction& abstraction, const BroadcastStep& step) const {
  uint32_t number = abstraction.steps[step.of][step.edge];
  return number == BroadcastAbstraction::kWaits ? nullptr : &threads_.steps()[step.of][number];
}

void Refinement::add_edge(flat::TemplateId of, uint32_t edge, uint32_t thread, bool fails, std::vector<Term>& parts) {
  const flat::Edge& taken = threads_.program()[of].edges[edge];
  Action action = action_of(threads_.program(), terms_, taken);
  if (fails) action = {terms_.not_(action.guard), {}};
  Term chosen;
  parts.push_back(formula_of(terms_, *versions_, action, &chosen));
  run_.push_back({thread, of, edge, std::nullopt});
  chosen_.push_back(std::holds_alternative<flat::Havoc>(taken.label) ? chosen : Term());
}

logic::Answer Refinement::is_run(const BroadcastAbstraction& abstraction, const BroadcastFailure& failure) {
  versions_.emplace(terms_);
  run_.clear();
  chosen_.clear();
  guards_.clear();
  taken_.clear();
  formulas_ = {formula_of(terms_, *versions_, beginning_of(threads_.program(), terms_))};
  std::vector<uint32_t> copies;                                             // by instance: which copy of its template
  std::vector<uint32_t> begun(threads_.given().templates.size(), kSingle);  // copies of each template
  std::vector<uint32_t> numbers(threads_.program().templates.size(),
                                0);  // of threads, in the order in which they begin
  uint32_t threads = 1;
  for (const BroadcastStep& one : failure.steps) {
    const TemplateStep* step = step_of(abstraction, one);
    if (step == nullptr) continue;
    guards_.push_back(step->guard);
    const uint32_t by = one.instance == BroadcastStep::kSingle ? kSingle : copies[one.instance];
    const flat::TemplateId of = threads_.copy(one.of, by);
    bool begins = step->spawns && threads_.is_replicated(*step->spawns);
    const flat::Block& block = threads_.block_of(*step, by, begins ? begun[*step->spawns] + 1 : kSingle);
    BlockAction action = action_of(threads_.program(), terms_, of, block);
    if (step->fails) action.whole = {threads_.of_thread(step->guard, std::max(by, kActive)), {}};
    taken_.push_back({step, std::move(action.whole)});
    std::vector<Term> parts;
    const flat::Template& as_named = threads_.program()[threads_.copy(one.of, kActive)];
    for (uint32_t edge : block.edges) {
      bool fails = step->fails == &as_named.edges[edge];
      if (fails && !std::holds_alternative<flat::Check>(step->fails->label)) break;
      add_edge(of, edge, numbers[flat::index(of)], fails, parts);
      if (fails) break;
    }
    if (step->fails) {
      failing_ = step->fails;
      fails_in_ = step->of;
      if (!std::holds_alternative<flat::Check>(step->fails->label)) parts = {};
      if (parts.empty()) parts.push_back(versions_->now(threads_.of_thread(step->guard, std::max(by, kActive))));
    } else if (step->spawns) {
      uint32_t copy = begins ? ++begun[*step->spawns] : kSingle;
      if (begins) copies.push_back(copy);
      numbers[flat::index(threads_.copy(*step->spawns, copy))] = threads++;
    }
    Term all = terms_.boolean(true);
    for (Term part : parts) all = terms_.and_(all, part);
    formulas_.push_back(all);
  }
  auto solver = logic::make_solver(fastest_for(formulas_), terms_, budget_, statistics_);
  logic::Answer answer = solver->check(formulas_);
  if (answer == logic::Answer::unsat) core_ = solver->core();
  if (answer != logic::Answer::sat) return answer;
  logic::Assignment model = solver->model();
  for (size_t i = 0; i < run_.size(); ++i)
    if (chosen_[i]) run_[i].chosen = logic::evaluate(chosen_[i], model);
  return answer;
}

namespace {

// What is known of the variables of one owner, in words of what they say.
class Known {
 public:
  Known(Threads& threads, const Precision& precision, logic::Terms& terms)
      : threads_(threads), precision_(precision), terms_(terms) {}

  void add(const ThreeValued& values, std::optional<uint32_t> owner, bool is_passive, Preimage* after) {
    for (uint32_t i = 0; i < precision_.predicates.size(); ++i) {
      const Predicate& one = precision_.predicates[i];
      Truth truth = values[BoolVar{i}];
      if (one.owner != owner || truth == Truth::open) continue;
      Term term = is_passive ? threads_.of_thread(one.term, kPassive) : one.term;
      if (after != nullptr) term = (*after)(term);
      literals.push_back(
          {{i, is_passive, after != nullptr, truth == Truth::holds}, truth == Truth::holds ? term : terms_.not_(term)});
    }
  }

  std::vector<std::pair<Seen, Term>> literals;

 private:
  Threads& threads_;
  const Precision& precision_;
  logic::Terms& terms_;
};

}  // namespace

bool Refinement::is_impossible(Term known, const std::vector<std::pair<Seen, Term>>& literals, SeenCube& why) {
  budget_.check();
  std::vector<Term> needed{known};
  for (const auto& [seen, term] : literals) needed.push_back(term);
  logic::Solver& solver = (*solvers_)(needed);
  std::vector<Term> assumed(needed.begin(), needed.end());
  assumed.push_back(threads_.numbers_differ());
  if (solver.check(assumed) != logic::Answer::unsat) return false;
  // As few as possible: what is left is said of all states that are like this.
  std::vector<Term> core = solver.core();
  for (size_t i = core.size(); i-- > 0;) {
    if (core[i] == known || core[i] == threads_.numbers_differ()) continue;
    std::vector<Term> fewer = core;
    fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
    fewer.push_back(known);
    fewer.push_back(threads_.numbers_differ());
    if (solver.check(fewer) == logic::Answer::unsat) core.erase(core.begin() + static_cast<ptrdiff_t>(i));
  }
  why.clear();
  for (const auto& [seen, term] : literals)
    if (std::ranges::find(core, term) != core.end()) {
      why.push_back(seen);
      std::erase(core, term);  // what two of them say, one is enough to say
    }
  std::ranges::sort(why);
  return true;
}

size_t Refinement::exclude(const BroadcastAbstraction& abstraction, const BroadcastFailure& failure,
                           Precision& precision) {
  size_t found = 0;
  solvers_.emplace(terms_, budget_, statistics_);
  auto add = [&](std::vector<SeenCube>& to, const SeenCube& cube) {
    if (std::ranges::find(to, cube) != to.end()) return;
    to.push_back(cube);
    ++found;
  };
  for (size_t i = 0; i < failure.steps.size(); ++i) {
    const BroadcastStep& one = failure.steps[i];
    const TemplateStep* step = step_of(abstraction, one);
    if (step == nullptr) continue;
    const SeenState& before = failure.states[i];
    const SeenState* after = step->fails || i + 1 == failure.states.size() ? nullptr : &failure.states[i + 1];
    Preimage of_active(terms_, step->action.whole);
    Preimage of_passive(terms_, threads_.shared_part(step->action.whole));
    // The active thread alone, and then with each passive one.
    auto is_excluded = [&](const boolean::SeenThread* passive_before, const boolean::SeenThread* passive_after) {
      Known state(threads_, precision, terms_);
      state.add(before.shared, std::nullopt, false, nullptr);
      if (one.instance != BroadcastStep::kSingle)
        state.add(before.threads[one.instance].values, one.of, false, nullptr);
      if (passive_before) state.add(passive_before->values, passive_before->of, true, nullptr);
      SeenCube why;
      if (is_impossible(terms_.boolean(true), state.literals, why)) {
        // Where nothing is said of the active thread, it is said of any.
        auto is_of = [&](const Seen& seen, bool is_passive) {
          return precision.predicates[seen.predicate].owner && seen.is_passive == is_passive;
        };
        if (std::ranges::none_of(why, [&](const Seen& seen) { return is_of(seen, false); }))
          for (Seen& seen : why) seen.is_passive = false;
        add(precision.never, why);
        return true;
      }
      if (after) {
        state.add(after->shared, std::nullopt, false, &of_active);
        if (one.instance != BroadcastStep::kSingle)
          state.add(after->threads[one.instance].values, one.of, false, &of_active);
        if (passive_after) state.add(passive_after->values, passive_after->of, true, &of_passive);
      }
      if (!is_impossible(step->guard, state.literals, why)) return false;
      add(precision.excluded[{one.of, abstraction.steps[one.of][one.edge]}], why);
      return true;
    };
    if (is_excluded(nullptr, nullptr)) continue;
    for (uint32_t j = 0; j < before.threads.size(); ++j)
      if (j != one.instance && is_excluded(&before.threads[j], after ? &after->threads[j] : nullptr)) break;
  }
  return found;
}

Relations& Refinement::relations() {
  if (!relations_) relations_.emplace(threads_, terms_, budget_, statistics_);
  return *relations_;
}

Relations::Place Refinement::place(const BroadcastAbstraction& abstraction, const boolean::SeenThread& thread) {
  auto really = abstraction.stands[thread.of].find(thread.location);
  return {thread.of, really == abstraction.stands[thread.of].end() ? thread.location : really->second};
}

size_t Refinement::exclude_by_relations(const BroadcastAbstraction& abstraction, const BroadcastFailure& failure,
                                        Precision& precision) {
  using Place = Relations::Place;
  if (failure.states.back().threads.size() < 2 || !relations().has_pairs()) return 0;
  auto said = [&](Place active, Place passive) {
    Term of_each = terms_.and_(relations().of_one(active, kActive), relations().of_one(passive, kPassive));
    return terms_.and_(of_each, relations().of_two(active, kActive, passive, kPassive));
  };
  std::set<std::vector<uint32_t>> asked;  // what is said, and the literals
  auto is_excluded = [&](const SeenState& state, const boolean::SeenThread& active,
                         const boolean::SeenThread& passive) {
    const Place at = place(abstraction, active), other = place(abstraction, passive);
    Known known(threads_, precision, terms_);
    known.add(state.shared, std::nullopt, false, nullptr);
    known.add(active.values, active.of, false, nullptr);
    known.add(passive.values, passive.of, true, nullptr);
    Term holds = said(at, other);
    std::vector<uint32_t> question{holds.id()};
    for (const auto& [seen, term] : known.literals) question.push_back(term.id());
    SeenAt made{{}, active.of, passive.of, {}};
    if (!asked.insert(question).second || !is_impossible(holds, known.literals, made.cube)) return false;
    std::erase_if(known.literals,
                  [&](const auto& one) { return std::ranges::find(made.cube, one.first) == made.cube.end(); });
    // Elsewhere the same is impossible, too, perhaps.
    std::unordered_map<Term, bool> by_reason;
    auto is_there = [&](Place first, Place second) {
      Term reason = said(first, second);
      auto [one, is_new] = by_reason.try_emplace(reason, false);
      SeenCube why;
      if (is_new) one->second = is_impossible(reason, known.literals, why);
      return one->second;
    };
    for (Place first : relations().places())
      for (Place second : relations().places())
        if (first.of == active.of && second.of == passive.of && is_there(first, second))
          made.places.emplace_back(first.at, second.at);
    precision.never_at.push_back(std::move(made));
    return true;
  };
  for (const SeenState& state : failure.states)
    for (const boolean::SeenThread& active : state.threads)
      for (const boolean::SeenThread& passive : state.threads)
        if (&active != &passive && is_excluded(state, active, passive)) return 1;
  return 0;
}

namespace {

// Longer predicates that only say what a step said of an earlier state lead nowhere.
constexpr size_t kMostNodes = 12;

size_t nodes_of(Term term, size_t most) {
  size_t sum = 1;
  for (Term part : term.args())
    if (sum < most) sum += nodes_of(part, most - sum);
  return sum;
}

}  // namespace

bool Refinement::add(Term formula, Precision& precision) {
  bool is_new = false;
  for (Term atom : logic::atoms_of(terms_, formula))
    if (Term known = threads_.generalised(atom); known && nodes_of(known, kMostNodes + 1) <= kMostNodes)
      is_new = precision.add(known, threads_, terms_) || is_new;
  return is_new;
}

// What a step asks of variables that it has written, of which its guard says what they were made of: other threads change that, but not these.
bool Refinement::add_conditions(const TemplateStep& step, Precision& precision) {
  bool is_new = false;
  auto is_written = [&](Term one) {
    return std::ranges::find(step.action.whole.updates, one, &Update::variable) != step.action.whole.updates.end();
  };
  const flat::Template& of = threads_.program()[threads_.copy(step.of, kActive)];
  for (uint32_t edge : step.block->edges) {
    auto* assume = std::get_if<flat::Assume>(&of.edges[edge].label);
    if (assume == nullptr) continue;
    for (Term atom : logic::atoms_of(terms_, assume->condition))
      if (std::vector<Term> of_it = logic::variables_of({atom});
          std::ranges::any_of(of_it, is_written) &&
          std::ranges::all_of(of_it, [&](Term one) { return threads_.is_carried(one); }))
        is_new = add(atom, precision) || is_new;
  }
  return is_new;
}

bool Refinement::learn_by_text(Precision& precision) {
  if (add(guards_.back(), precision)) return true;
  auto matters = [&](size_t i) { return std::ranges::find(core_, formulas_[i + 1]) != core_.end(); };
  for (size_t i = 0; i < taken_.size(); ++i) {
    if (!matters(i)) continue;
    bool is_new = add(guards_[i], precision);
    if (add_conditions(*taken_[i].step, precision) || is_new) return true;
  }
  // Copies that a step makes.
  bool is_new = false;
  for (size_t i = 0; i < taken_.size(); ++i)
    for (const Update& update : taken_[i].step->action.whole.updates)
      if (matters(i) && !taken_[i].step->fails && update.value && update.value.op() == logic::Op::variable &&
          std::ranges::find(taken_[i].step->action.whole.updates, update.value, &Update::variable) ==
              taken_[i].step->action.whole.updates.end())
        is_new = add(terms_.eq(update.variable, update.value), precision) || is_new;
  if (is_new) return true;
  // What has to hold before so that it fails, step by step.
  Term needed = taken_.back().action.guard;
  for (size_t i = taken_.size() - 1; i-- > 0;) {
    needed = Preimage(terms_, taken_[i].action)(needed);
    if (add(needed, precision)) return true;
  }
  return false;
}

namespace {

// What is longer is worth less than the predicates of another run.
constexpr int kMostConflictsOfLearning = 1'000;

}  // namespace

bool Refinement::learn_by_interpolants(Precision& precision) {
  logic::Interpolator interpolator(terms_, budget_, statistics_);
  interpolator.limit_conflicts(kMostConflictsOfLearning);
  using Method = logic::InterpolationMethod;
  for (Method method : {Method::postcondition, Method::precondition, Method::integers, Method::resolution}) {
    auto interpolants = interpolator.sequence(formulas_, method);
    if (!interpolants) continue;
    bool is_new = false;
    for (Term interpolant : *interpolants)
      for (Term atom : logic::atoms_of(terms_, versions_->program(interpolant)))
        if (Term known = threads_.generalised(atom)) is_new = precision.add(known, threads_, terms_) || is_new;
    if (is_new) return true;
  }
  return false;
}

size_t Refinement::learn(Precision& precision) {
  const size_t before = precision.predicates.size();
  const bool is_text_first = learning_ == Learning::from_text;
  bool is_new = is_text_first ? learn_by_text(precision) : learn_by_interpolants(precision);
  if (!is_new) is_text_first ? learn_by_interpolants(precision) : learn_by_text(precision);
  return precision.predicates.size() - before;
}

}  // namespace fencepost::engine::symmetric
