#include "check/thread_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/flat_races.h"
#include "flat/automaton_shape.h"
#include "flat/operands.h"
#include "logic/atoms.h"
#include "logic/enumerate.h"
#include "logic/variables.h"

namespace fencepost::check {

using flat::Edge;
using flat::FlatProgram;
using logic::Term;
using result::ThreadFacts;

ThreadFactsCheck::ThreadFactsCheck(const FlatProgram& program, const core::UndefSet& checks, const ThreadFacts& facts,
                                   const std::function<Term(Term)>& import, FlatSteps& steps, Implications& implies,
                                   logic::Terms& terms, Budget& budget)
    : program_(program),
      checks_(checks),
      steps_(steps),
      implies_(implies),
      terms_(terms),
      budget_(budget),
      company_(program) {
  for (const flat::Variable& variable : program.variables) variables_.emplace(variable.term, &variable);
  take_in(facts, import);
}

void ThreadFactsCheck::take_in(const ThreadFacts& facts, const std::function<Term(Term)>& import) {
  auto formula = [&](Term foreign) {
    if (!foreign || foreign.sort() != logic::bool_sort()) throw BrokenFacts{"its facts are no formulas"};
    return import(foreign);
  };
  always_ = formula(facts.always);
  require_variables(always_, std::nullopt, true);
  for (const ThreadFacts::Lock& lock : facts.locks) {
    auto found = std::ranges::find(program_.variables, lock.variable, &flat::Variable::name);
    if (found == program_.variables.end() || found->owner || found->term.sort().kind != logic::SortKind::bitvec)
      throw BrokenFacts{fmt::format("{} is no lock", lock.variable)};
    locks_.push_back({found->term, terms_.eq(found->term, terms_.bv(lock.free, found->term.sort().width))});
  }
  bool fits = facts.at.size() == program_.templates.size();
  for (uint32_t of = 0; fits && of < facts.at.size(); ++of) {
    fits = facts.at[of].size() == program_.templates[of].locations;
    at_.emplace_back();
    for (const ThreadFacts::AtLocation& at : facts.at[of]) {
      fits = fits && at.held.size() == locks_.size();
      if (!fits) break;
      bool has_ended = flat::edges_of(program_.templates[of], static_cast<uint32_t>(at_.back().size())).empty();
      Term holds = has_ended ? terms_.boolean(true) : formula(at.holds);
      AtLocation& here = at_.back().emplace_back(AtLocation{holds, {}, {}, {}});
      require_variables(here.holds, of, true);
      std::vector<Term> known{always_, here.holds};
      for (const flat::Variable& variable : program_.variables)
        if (variable.is_instance_number && variable.owner == flat::TemplateId{of})
          known.push_back(terms_.ne(variable.term, terms_.bv(0, variable.term.sort().width)));
      for (size_t i = 0; i < locks_.size(); ++i) {
        here.held.push_back(formula(at.held[i]));
        require_variables(here.held[i], of, false);
        known.push_back(terms_.implies(here.held[i], terms_.not_(locks_[i].free)));
      }
      here.known = terms_.and_(known);
      for (Term part : logic::conjuncts_of(terms_, here.holds))
        for (Term variable : logic::variables_of({part}))
          if (!variables_.at(variable)->owner) here.said_of[variable].push_back(part);
    }
  }
  if (!fits) throw BrokenFacts{"its facts are of other locations or locks than the program's"};
}

void ThreadFactsCheck::require_variables(Term formula, std::optional<uint32_t> own, bool may_share) const {
  for (Term variable : logic::variables_of({formula})) {
    const flat::Variable& of = *variables_.at(variable);
    if (of.owner ? !own || flat::index(*of.owner) != *own : !may_share)
      throw BrokenFacts{fmt::format("its facts name {}, which the thread does not know", of.name)};
  }
}

size_t ThreadFactsCheck::locations() const {
  size_t count = 0;
  for (const std::vector<AtLocation>& of : at_)
    count += static_cast<size_t>(std::ranges::count_if(of, [](const AtLocation& at) { return !at.holds.is_false(); }));
  return count;
}

void ThreadFactsCheck::require(Term premise, Term conclusion, const std::function<std::string()>& otherwise) {
  budget_.check();
  switch (implies_(premise, conclusion)) {
    case Implications::Answer::holds:
      return;
    case Implications::Answer::fails:
      throw BrokenFacts{otherwise()};
    case Implications::Answer::not_known:
      throw BrokenFacts{fmt::format("no solver finds out whether this is wrong: {}", otherwise())};
  }
}

std::string ThreadFactsCheck::described(uint32_t of, const Edge& edge) const {
  std::string place = edge.pos.valid() ? fmt::format(", line {}", edge.pos.line) : "";
  return fmt::format("{} -> {} of {}{}", flat::index(edge.from), flat::index(edge.to), program_.templates[of].name,
                     place);
}

void ThreadFactsCheck::require_inductive() {
  initiation();
  for (uint32_t of = 0; of < at_.size(); ++of)
    for (const Edge& edge : program_.templates[of].edges) {
      if (known(of, flat::index(edge.from)).is_false() || std::holds_alternative<flat::Exit>(edge.label)) continue;
      consecution(of, edge);
      interference(of, edge);
    }
}

void ThreadFactsCheck::initiation() {
  const AtLocation& first = at_[0][flat::index(program_.templates[0].entry)];
  Term says = terms_.and_(always_, first.holds);
  for (Term held : first.held) says = terms_.and_(says, terms_.not_(held));
  AtStart start = at_start(program_, says, terms_);
  require(start.known, start.says, [] { return "the first values do not satisfy the facts at the start"; });
}

void ThreadFactsCheck::consecution(uint32_t of, const Edge& edge) {
  FlatStep& step = steps_(edge);
  Term premise = terms_.and_(known(of, flat::index(edge.from)), step.possible());
  if (premise.is_false()) return;
  if (auto* spawn = std::get_if<flat::Spawn>(&edge.label)) {
    if (flat::index(spawn->spawned) == of) throw BrokenFacts{"its facts are of threads that make their like"};
    beginning(of, edge, premise);
  }
  for (Term said : {always_, at_[of][flat::index(edge.to)].holds})
    require(premise, step.before(said),
            [&] { return fmt::format("{} leads to values that do not satisfy the facts there", described(of, edge)); });
  locks(of, edge, premise);
}

void ThreadFactsCheck::locks(uint32_t of, const Edge& edge, Term premise) {
  FlatStep& step = steps_(edge);
  for (size_t i = 0; i < locks_.size(); ++i) {
    Term held = at_[of][flat::index(edge.from)].held[i], not_held = terms_.not_(held);
    Term holds = step.before(at_[of][flat::index(edge.to)].held[i]), not_holds = terms_.not_(holds);
    Term was_free = locks_[i].free, is_free = step.before(locks_[i].free);
    auto wrong = [&] {
      return fmt::format("{} does not treat {} as a lock", described(of, edge), locks_[i].word.name());
    };
    auto case_of = [&](Term before, Term after, Term conclusion) {
      Term both = terms_.and_(before, after);
      if (!both.is_false()) require(terms_.and_(premise, both), conclusion, wrong);
    };
    case_of(held, holds, terms_.not_(is_free));
    case_of(not_held, holds, terms_.and_(was_free, terms_.not_(is_free)));
    case_of(not_held, not_holds, terms_.implies(is_free, was_free));
  }
}

// The last argument for a variable counts; others have the values with which threads begin.
void ThreadFactsCheck::beginning(uint32_t of, const Edge& edge, Term premise) {
  auto& spawn = std::get<flat::Spawn>(edge.label);
  uint32_t made = flat::index(spawn.spawned);
  const AtLocation& entry = at_[made][flat::index(program_.templates[made].entry)];
  Term says = entry.holds;
  for (Term held : entry.held) says = terms_.and_(says, terms_.not_(held));
  logic::Substitution first(terms_);
  std::vector<Term> numbers;
  for (const flat::Variable& variable : program_.variables) {
    if (variable.owner != spawn.spawned) continue;
    bool is_given = std::ranges::any_of(
        spawn.arguments, [&](const flat::Assign& argument) { return program_[argument.target].term == variable.term; });
    if (variable.is_instance_number)
      numbers.push_back(terms_.ne(variable.term, terms_.bv(0, variable.term.sort().width)));
    else if (variable.initial && !is_given)
      first.put(variable.term, logic::constant(terms_, *variable.initial, variable.term.sort()));
  }
  require(terms_.and_(premise, terms_.and_(numbers)), steps_(edge).before(first(says)), [&] {
    return fmt::format("{} makes a thread with values that do not satisfy the facts at its start", described(of, edge));
  });
}

std::vector<Term> ThreadFactsCheck::written_by(const Edge& edge) const {
  std::vector<Term> written;
  if (flat::writes(edge.label))
    flat::each_cell(*flat::access(edge.label), program_, [&](flat::VarId id) {
      if (!program_[id].owner) written.push_back(program_[id].term);
    });
  for (const flat::Assign& note : edge.notes) written.push_back(program_[note.target].term);
  return written;
}

Term ThreadFactsCheck::as_other(uint32_t one, uint32_t other, Term formula) {
  if (one != other) return formula;
  auto [found, is_new] = others_.try_emplace(other, terms_);
  if (is_new)
    for (const flat::Variable& variable : program_.variables)
      if (variable.owner == flat::TemplateId{other})
        found->second.put(variable.term, terms_.fresh(variable.name + "@other", variable.term.sort()));
  return found->second(formula);
}

Term ThreadFactsCheck::together(uint32_t one, uint32_t here, uint32_t other, uint32_t there) {
  std::vector<Term> all{known(one, here), as_other(one, other, known(other, there))};
  for (size_t i = 0; i < locks_.size(); ++i)
    all.push_back(terms_.not_(terms_.and_(at_[one][here].held[i], as_other(one, other, at_[other][there].held[i]))));
  for (const flat::Variable& mine : program_.variables)
    for (const flat::Variable& its : program_.variables)
      if (mine.is_instance_number && its.is_instance_number && mine.owner == flat::TemplateId{one} &&
          its.owner == flat::TemplateId{other} && mine.term.sort() == its.term.sort())
        all.push_back(terms_.ne(mine.term, as_other(one, other, its.term)));
  return terms_.and_(all);
}

void ThreadFactsCheck::interference(uint32_t of, const Edge& edge) {
  std::vector<Term> written = written_by(edge);
  if (written.empty()) return;
  FlatStep& step = steps_(edge);
  uint32_t here = flat::index(edge.from);
  Term alone = terms_.and_(known(of, here), step.possible());
  if (alone.is_false()) return;
  for (uint32_t other = 0; other < at_.size(); ++other)
    for (uint32_t there = 0; there < at_[other].size(); ++there) {
      const AtLocation& at = at_[other][there];
      if (at.said_of.empty() || at.holds.is_false() ||
          company_.is_in_section(flat::TemplateId{other}, flat::Loc{there}) ||
          !company_.may_be(flat::TemplateId{other}, flat::Loc{there}, flat::TemplateId{of}, edge.from))
        continue;
      for (Term variable : written) {
        auto said = at.said_of.find(variable);
        if (said == at.said_of.end()) continue;
        for (Term part : said->second) {
          budget_.check();
          Term after = step.before(as_other(of, other, part));
          auto [kept, is_new] = kept_.try_emplace({&edge, part.id()}, false);
          if (is_new) kept->second = implies_(alone, after) == Implications::Answer::holds;
          if (kept->second) continue;
          require(terms_.and_(together(of, here, other, there), step.possible()), after, [&] {
            return fmt::format("{} spoils a fact about {} at {}", described(of, edge), program_.templates[other].name,
                               there);
          });
        }
      }
    }
}

void ThreadFactsCheck::require_safe(bool forbids_races) {
  for (uint32_t of = 0; of < at_.size(); ++of) {
    if (program_.templates[of].instances == flat::Instances{1} && !company_.is_single(flat::TemplateId{of}))
      throw BrokenFacts{fmt::format("{} may be started again", program_.templates[of].name)};
    for (const Edge& edge : program_.templates[of].edges) {
      auto* check = std::get_if<flat::Check>(&edge.label);
      if (check && (!check->kind || checks_.has(*check->kind)))
        require(known(of, flat::index(edge.from)), check->condition, [&] {
          return fmt::format("the check {} may fail ({})", described(of, edge),
                             check->kind ? core::info(*check->kind).id : check->detail);
        });
      if (forbids_races) races(of, edge);
    }
  }
}

void ThreadFactsCheck::races(uint32_t of, const Edge& edge) {
  uint32_t here = flat::index(edge.from);
  if (flat::access(edge.label) == nullptr || at_[of][here].holds.is_false()) return;
  for (uint32_t other = of; other < at_.size(); ++other)
    for (const Edge& theirs : program_.templates[other].edges) {
      uint32_t there = flat::index(theirs.from);
      flat::TemplateId one{of}, two{other};
      if (flat::access(theirs.label) == nullptr || at_[other][there].holds.is_false() ||
          !company_.may_be(two, theirs.from, one, edge.from))
        continue;
      Edge renamed = theirs;
      flat::replace_terms(renamed.label, [&](Term term) { return as_other(of, other, term); });
      Term race = race_of(program_, {edge, company_.is_in_section(one, edge.from)},
                          {renamed, company_.is_in_section(two, theirs.from)}, terms_);
      if (!race.is_false())
        require(terms_.and_(together(of, here, other, there), race), terms_.boolean(false),
                [&] { return fmt::format("{} and {} may race", described(of, edge), described(other, theirs)); });
    }
}

}  // namespace fencepost::check
