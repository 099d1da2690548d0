#include "engine/symmetric/relations.h"

#include <algorithm>

#include "engine/solvers.h"
#include "engine/symmetric/renewed_solver.h"
#include "logic/evaluate.h"
#include "logic/variables.h"

namespace fencepost::engine::symmetric {

namespace {

constexpr size_t kMostCandidates = 64;  // of each template, and of pairs
constexpr size_t kMostQuestions = 4'000;

}  // namespace

Relations::Relations(Threads& threads, logic::Terms& terms, Budget& budget, Statistics& statistics)
    : threads_(threads), terms_(terms), budget_(budget) {
  find_places();
  find_candidates();
  std::vector<Term> asked;
  for (const auto& of : threads_.steps())
    for (const TemplateStep& step : of) {
      asked.push_back(step.guard);
      for (const Update& update : step.action.whole.updates)
        if (update.value) asked.push_back(update.value);
    }
  solver_ = std::make_unique<RenewedSolver>(fastest_for(asked), 0, terms_, budget, statistics);
  solver_->assert_term(threads_.numbers_differ());
  settle();
}

void Relations::find_places() {
  std::set<Place> found;
  for (const auto& of : threads_.steps())
    for (const TemplateStep& step : of) {
      if (step.spawns && threads_.is_replicated(*step.spawns))
        found.insert({*step.spawns, flat::index(threads_.given().templates[*step.spawns].entry)});
      if (!threads_.is_replicated(step.of)) continue;
      found.insert({step.of, step.from});
      if (!step.fails) found.insert({step.of, step.to});
    }
  places_.assign(found.begin(), found.end());
}

// Some step reads the shared variable and writes it, and takes it for the thread's own, or compares or writes it with that: as one draws a ticket.
bool Relations::is_drawn(Term own, Term shared) const {
  auto names = [](Term of, Term variable) {
    std::vector<Term> variables = logic::variables_of({of});
    return std::ranges::find(variables, variable) != variables.end();
  };
  for (const auto& of : threads_.steps())
    for (const TemplateStep& step : of) {
      const std::vector<Update>& updates = step.action.whole.updates;
      auto written = std::ranges::find(updates, shared, &Update::variable);
      if (written == updates.end() || !written->value || !names(written->value, shared)) continue;
      auto taken = std::ranges::find(updates, own, &Update::variable);
      if (names(written->value, own) || names(step.guard, own) ||
          (taken != updates.end() && taken->value && names(taken->value, shared)))
        return true;
    }
  return false;
}

void Relations::find_candidates() {
  const flat::FlatProgram& program = threads_.program();
  std::map<uint32_t, std::vector<Term>> numbers;  // by template: variables that are drawn
  for (const flat::Variable& variable : program.variables) {
    std::optional<uint32_t> of = threads_.owner(variable.term);
    const bool is_number = variable.term.sort().kind == logic::SortKind::bitvec && variable.term.sort().width > 1;
    if (!of || !is_number || variable.is_instance_number || !threads_.is_carried(variable.term)) continue;
    bool is_drawn_somewhere = false;
    for (const flat::Variable& shared : program.variables) {
      if (shared.owner || shared.is_life() || shared.is_note || shared.term.sort() != variable.term.sort()) continue;
      if (!is_drawn(variable.term, shared.term)) continue;
      is_drawn_somewhere = true;
      std::vector<Term>& to = candidates_[*of];
      for (logic::Op op : {logic::Op::bv_ult, logic::Op::bv_slt})
        for (Term less : {terms_.binary(op, variable.term, shared.term), terms_.binary(op, shared.term, variable.term)})
          to.insert(to.end(), {less, terms_.not_(less)});
      Term equal = terms_.eq(variable.term, shared.term);
      to.insert(to.end(), {equal, terms_.not_(equal)});
    }
    if (is_drawn_somewhere) numbers[*of].push_back(variable.term);
  }
  for (auto& [of, candidates] : candidates_)
    if (candidates.size() > kMostCandidates) candidates.resize(kMostCandidates);
  for (const auto& [of, variables] : numbers)
    for (const auto& [other_of, others] : numbers)
      for (Term variable : variables)
        for (Term other : others)
          if (variable.sort() == other.sort() && differences_.size() < kMostCandidates)
            differences_.push_back({of, other_of, variable, other});
  std::erase_if(differences_, [&](const Difference& one) {
    return std::ranges::none_of(differences_, [&](const Difference& other) {
      return one.variable == other.other && one.other == other.variable;
    });
  });
  for (Difference& one : differences_)
    for (size_t i = 0; i < differences_.size(); ++i)
      if (one.variable == differences_[i].other && one.other == differences_[i].variable) one.mirrored = i;
  for (Place place : places_) {
    for (size_t i = 0; i < candidates_[place.of].size(); ++i) one_[place].insert(i);
    for (Place other : places_)
      for (size_t i = 0; i < differences_.size(); ++i)
        if (differences_[i].of == place.of && differences_[i].other_of == other.of) two_[{place, other}].insert(i);
  }
}

bool Relations::has_pairs() const {
  return std::ranges::any_of(two_, [](const auto& one) { return !one.second.empty(); });
}

Term Relations::difference(const Difference& of, uint32_t number, uint32_t other_number) {
  return terms_.ne(threads_.of_thread(of.variable, number), threads_.of_thread(of.other, other_number));
}

Term Relations::of_one(Place at, uint32_t number) {
  std::vector<Term> all;
  for (size_t i : one_[at]) all.push_back(threads_.of_thread(candidates_[at.of][i], number));
  return terms_.and_(all);
}

Term Relations::of_two(Place first, uint32_t number, Place second, uint32_t other_number) {
  std::vector<Term> all;
  for (size_t i : two_[{first, second}]) all.push_back(difference(differences_[i], number, other_number));
  return terms_.and_(all);
}

void Relations::drop(Numbers& from, size_t number) { dropped_ = from.erase(number) > 0 || dropped_; }

void Relations::drop(Place first, Place second, size_t number) {
  drop(two_[{first, second}], number);
  drop(two_[{second, first}], differences_[number].mirrored);
}

// Those of which what has to hold before need not do so are dropped.
void Relations::keep(const std::vector<Term>& known, std::vector<Held>& held) {
  const std::unordered_set<Term> said(known.begin(), known.end());
  std::erase_if(held, [&](const Held& one) { return one.image.is_true() || said.contains(one.image); });
  while (!held.empty()) {
    budget_.check();
    std::vector<Term> assumed = known, wrong;
    for (const Held& one : held) wrong.push_back(terms_.not_(one.image));
    assumed.push_back(terms_.or_(wrong));
    ++questions_;
    logic::Answer answer = solver_->check(assumed);
    if (answer == logic::Answer::unsat) return;
    logic::Assignment model;
    if (answer == logic::Answer::sat) model = solver_->model();
    logic::Evaluator evaluate(model);
    std::erase_if(held, [&](const Held& one) {
      bool is_wrong = answer != logic::Answer::sat || !evaluate.holds(one.image);
      if (is_wrong) one.drop();
      return is_wrong;
    });
  }
}

void Relations::settle() {
  do {
    dropped_ = false;
    for (const auto& of : threads_.steps())
      for (const TemplateStep& step : of)
        if (!step.fails && !step.block->ends_program) this->step(step);
    if (questions_ < kMostQuestions) continue;
    one_.clear();
    two_.clear();
    return;
  } while (dropped_);
}

void Relations::step(const TemplateStep& step) {
  // What a thread that begins is given is not about other passive ones.
  Action own = step.action.whole;
  if (step.spawns)
    std::erase_if(own.updates, [&](const Update& one) {
      std::optional<uint32_t> of = threads_.owner(one.variable);
      return of && threads_.generalised(one.variable) != one.variable;
    });
  Preimage active(terms_, own), passive(terms_, threads_.shared_part(step.action.whole));
  std::vector<Term> known{step.guard};
  if (threads_.is_replicated(step.of)) {
    const Place from{step.of, step.from}, to{step.of, step.to};
    for (size_t i : one_[from]) known.push_back(candidates_[step.of][i]);
    std::vector<Held> held;
    for (size_t i : one_[to]) held.push_back({active(candidates_[step.of][i]), [this, to, i] { drop(one_[to], i); }});
    keep(known, held);
  }
  beside(step, known, active, passive);
  if (step.spawns && threads_.is_replicated(*step.spawns)) beginning(step);
}

void Relations::beside(const TemplateStep& step, const std::vector<Term>& known, Preimage& active, Preimage& passive) {
  const bool is_many = threads_.is_replicated(step.of);
  const Place from{step.of, step.from}, to{step.of, step.to};
  for (Place other : places_) {
    std::vector<Held> held;
    for (size_t i : one_[other]) {
      Term now = threads_.of_thread(candidates_[other.of][i], kPassive);
      if (Term before = passive(now); before != now)
        held.push_back({before, [this, other, i] { drop(one_[other], i); }});
    }
    if (is_many)
      for (size_t i : two_[{to, other}])
        held.push_back(
            {active(difference(differences_[i], kActive, kPassive)), [this, to, other, i] { drop(to, other, i); }});
    if (held.empty()) continue;
    std::vector<Term> all = known;
    for (size_t i : one_[other]) all.push_back(threads_.of_thread(candidates_[other.of][i], kPassive));
    if (is_many)
      for (size_t i : two_[{from, other}]) all.push_back(difference(differences_[i], kActive, kPassive));
    keep(all, held);
  }
}

// A thread that begins, in the place of the passive one, with another one. What it is given may be anything.
void Relations::beginning(const TemplateStep& by) {
  const uint32_t of = *by.spawns;
  const Place entry{of, flat::index(threads_.given().templates[of].entry)};
  Action begins{terms_.boolean(true), {}};
  for (Update first : threads_.beginning(of)) {
    if (std::ranges::find(by.action.whole.updates, first.variable, &Update::variable) != by.action.whole.updates.end())
      first.value = Term();
    begins.updates.push_back(first);
  }
  Preimage before(terms_, begins);
  std::vector<Held> held;
  for (size_t i : one_[entry])
    held.push_back(
        {before(threads_.of_thread(candidates_[of][i], kPassive)), [this, entry, i] { drop(one_[entry], i); }});
  keep({}, held);
  for (Place other : places_) {
    held.clear();
    for (size_t i : two_[{other, entry}])
      held.push_back(
          {before(difference(differences_[i], kActive, kPassive)), [this, other, entry, i] { drop(other, entry, i); }});
    std::vector<Term> known;
    for (size_t i : one_[other]) known.push_back(candidates_[other.of][i]);
    keep(known, held);
  }
}

}  // namespace fencepost::engine::symmetric
