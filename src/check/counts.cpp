#include "check/counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "check/block_steps.h"
#include "check/counted_cover.h"
#include "check/implications.h"
#include "check/no_proof.h"
#include "check/outcomes.h"
#include "check/told_places.h"
#include "core/whole_runs.h"
#include "flat/automaton_shape.h"
#include "flat/blocks.h"
#include "flat/buffer_facts.h"
#include "flat/buffer_variables.h"
#include "flat/crowd.h"
#include "flat/flatten.h"
#include "flat/instances.h"
#include "logic/enumerate.h"
#include "logic/rebuild.h"
#include "logic/term.h"
#include "logic/variables.h"
#include "memory/probe.h"

namespace fencepost::check {

using core::Undef;
using flat::Configuration;
using flat::Edge;
using flat::FlatProgram;
using flat::TemplateId;
using logic::Cube;
using logic::Term;
using logic::Truth;
using result::CountInvariants;
using Member = result::ViewInvariants::Member;

namespace {

// The thread that goes, one beside it, and one that it makes.
constexpr uint32_t kGoes = 1, kBeside = 2, kMade = 3;

FlatProgram flat_program_of(const result::Task& task, const CountInvariants& proof, logic::Terms& terms,
                            Budget& budget) {
  std::variant<FlatProgram, flat::NotFlat> made = flat::flatten(task.cfa, task.model.get(), terms, budget);
  if (auto* why = std::get_if<flat::NotFlat>(&made))
    throw NoProof{fmt::format("the program is not flat: {} ({})", why->reason, to_string(why->pos))};
  auto& program = std::get<FlatProgram>(made);
  if (!task.model || memory::is_sequentially_consistent(*task.model)) {
    if (proof.buffer_bound != 0) throw NoProof{"it is about store buffers, of which the memory model has none"};
    if (!proof.of_crowd) return std::move(program);
    std::optional<FlatProgram> crowd = flat::crowded(program, terms, *proof.of_crowd);
    if (!crowd) throw NoProof{"it is about a crowd of threads, and there is none"};
    return std::move(*crowd);
  }
  std::optional<flat::BufferFacts> facts = flat::buffer_facts(*task.model);
  if (!facts || proof.buffer_bound == 0 || proof.of_crowd)
    throw NoProof{fmt::format("it is about interleavings, and {} has other runs", task.model->name)};
  auto reduced = flat::with_buffer_variables(program, *facts, proof.buffer_bound, flat::Waiting::needed, terms, budget);
  if (auto* why = std::get_if<flat::NotFlat>(&reduced))
    throw NoProof{
        fmt::format("the program has no store buffers as variables: {} ({})", why->reason, to_string(why->pos))};
  return std::move(std::get<flat::BufferVariables>(reduced).program);
}

class CountCheck {
 public:
  CountCheck(const result::Task& task, const CountInvariants& proof, Budget& budget, Statistics& statistics)
      : task_(task),
        proof_(proof),
        budget_(budget),
        original_(flat_program_of(task, proof, terms_, budget)),
        copies_(flat::with_copies(original_, terms_, kMade, flat::Copies::Spawning::open)),
        program_(copies_.program),
        blocks_(program_, terms_),
        steps_(program_, task.property.checks, terms_),
        implies_(terms_, budget, statistics),
        outcomes_(terms_, implies_, budget) {
    for (uint32_t i = 0; i < program_.templates.size(); ++i)
      copy_[{copies_.original[i], copies_.number[i]}] = TemplateId{i};
    for (const flat::Template& of : original_.templates) {
      uint32_t most = of.instances.any() ? task.threads : of.instances.number;
      if (most == 0 || (most > 1 && most > proof.most)) throw NoProof{"it is about fewer threads than there may be"};
    }
  }

  void operator()(result::ProofSummary& summary) {
    auto says_nothing = [&](Undef kind) {
      if (task_.property.checks.has(kind))
        throw NoProof{fmt::format("counts say nothing about {}", core::info(kind).id)};
    };
    std::ranges::for_each(core::kWholeRuns, says_nothing);
    says_nothing(Undef::data_race);
    size_t terms = take_in();
    summary = {"counts of threads", proof_.states.size(), terms, proof_.buffer_bound};
    initiation();
    for (const CountInvariants::State& state : proof_.states) {
      budget_.check();
      blocks_of(state);
    }
  }

  // The predicates, and the states one by one.
  void tell(std::vector<std::string>& told) const {
    for (size_t i = 0; i < predicates_.size(); ++i)
      told.push_back(fmt::format("p{}: {}", i, logic::to_string(predicates_[i].of[kGoes])));
    auto cube = [](const Cube& values) {
      std::string text;
      for (size_t i = 0; i < values.size(); ++i)
        if (values[i] != Truth::open)
          text += fmt::format("{}{}p{}", text.empty() ? "" : " & ", values[i] == Truth::holds ? "" : "!", i);
      return text;
    };
    for (const CountInvariants::State& state : proof_.states) {
      if (told.size() == kMostTold) return;
      std::string text = told_places(original_, state.singles);
      for (const CountInvariants::Class& one : state.threads) {
        std::string known = cube(one.values);
        text += fmt::format(", {} of {}{}", one.count, told_place(original_, one.member.of, one.member.at),
                            known.empty() ? "" : " with " + known);
      }
      std::string shared = cube(state.shared);
      if (!shared.empty()) text.append(": ").append(shared);
      told.push_back(text);
    }
  }

 private:
  using Values = Outcomes::Values;
  bool is_many(TemplateId id) const { return original_[id].instances != flat::Instances{1}; }

  // Predicates about the thread that goes, the one beside it and the one that it makes.
  size_t take_in() {
    std::unordered_map<std::string, const flat::Variable*> by_name;
    for (const flat::Variable& variable : program_.variables) by_name.emplace(variable.name, &variable);
    logic::Import import(terms_, [&](Term foreign) {
      auto found = by_name.find(foreign.name());
      if (found == by_name.end()) throw NoProof{fmt::format("it names {}, which is no variable", foreign.name())};
      if (found->second->term.sort() != foreign.sort())
        throw NoProof{fmt::format("{} has another sort", foreign.name())};
      return found->second->term;
    });
    std::vector<logic::Substitution> renaming(kMade + 1, logic::Substitution(terms_));
    for (const flat::Variable& variable : program_.variables)
      if (variable.owner && copies_.number[flat::index(*variable.owner)] == kGoes)
        for (uint32_t slot : {kBeside, kMade})
          renaming[slot].put(
              variable.term,
              by_name.at(variable.name.substr(0, variable.name.rfind('@') + 1) + std::to_string(slot))->term);
    for (Term foreign : proof_.predicates) {
      if (!foreign || foreign.sort() != logic::bool_sort()) throw NoProof{"it has a predicate that is none"};
      Term term = import(foreign);
      Predicate made{{term, term, renaming[kBeside](term), renaming[kMade](term)}, std::nullopt};
      for (Term variable : logic::variables_of({term})) {
        const flat::Variable& of = *by_name.at(variable.name());
        if (!of.owner || copies_.number[flat::index(*of.owner)] == 0) continue;
        if (copies_.number[flat::index(*of.owner)] != kGoes) throw NoProof{"it has a predicate about another copy"};
        TemplateId owner = copies_.original[flat::index(*of.owner)];
        if (made.owner && made.owner != owner) throw NoProof{"it has a predicate about two threads"};
        made.owner = owner;
      }
      predicates_.push_back(std::move(made));
    }
    for (const CountInvariants::State& state : proof_.states) take_in(state);
    return import.size();
  }

  void take_in(const CountInvariants::State& state) {
    bool is_one = state.singles.size() == original_.templates.size() && state.singles[0] != Configuration::kNotBegun &&
                  state.shared.size() == predicates_.size();
    for (uint32_t i = 0; is_one && i < state.singles.size(); ++i)
      is_one = state.singles[i] == Configuration::kNotBegun ||
               (!is_many(TemplateId{i}) && blocks_.is_stop(copy_.at({TemplateId{i}, 0}), flat::Loc{state.singles[i]}));
    auto is_about = [&](const Cube& values, std::optional<TemplateId> owner) {
      if (values.size() != predicates_.size()) return false;
      for (size_t i = 0; i < values.size(); ++i)
        if (values[i] != Truth::open && predicates_[i].owner != owner) return false;
      return true;
    };
    is_one = is_one && is_about(state.shared, std::nullopt);
    for (const CountInvariants::Class& one : state.threads)
      is_one = is_one && one.count > 0 && flat::index(one.member.of) < original_.templates.size() &&
               is_many(one.member.of) && blocks_.is_stop(copy_.at({one.member.of, kGoes}), one.member.at) &&
               is_about(one.values, one.member.of);
    if (!is_one) throw NoProof{"it lists a state that the program does not have"};
    cover_.add(state);
  }

  std::string described(const CountInvariants::State& state) const {
    std::string text;
    for (uint32_t i = 0; i < state.singles.size(); ++i)
      if (state.singles[i] != Configuration::kNotBegun)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", original_.templates[i].name, state.singles[i]);
    for (const CountInvariants::Class& one : state.threads)
      text += fmt::format(", {} of {} {}", one.count, original_[one.member.of].name, flat::index(one.member.at));
    return text;
  }
  std::string described(const Edge& edge) const {
    return fmt::format("{} -> {}{}", flat::index(edge.from), flat::index(edge.to),
                       edge.pos.valid() ? fmt::format(", line {}", edge.pos.line) : "");
  }

  Term said(const Cube& values, uint32_t slot) {
    std::vector<Term> all;
    for (size_t i = 0; i < values.size(); ++i)
      if (values[i] != Truth::open)
        all.push_back(values[i] == Truth::holds ? predicates_[i].of[slot] : terms_.not_(predicates_[i].of[slot]));
    return terms_.and_(all);
  }

  Term begins(const auto& is_meant) {
    std::vector<Term> all;
    for (const flat::Variable& variable : program_.variables)
      if (is_meant(variable) && variable.initial && !variable.is_instance_number)
        all.push_back(terms_.eq(variable.term, logic::constant(terms_, *variable.initial, variable.term.sort())));
    return terms_.and_(all);
  }
  // Of all copies: those that are not there have numbers that nobody else has.
  Term numbers_differ() {
    if (numbers_differ_) return numbers_differ_;
    std::vector<Term> numbers, all;
    for (const flat::Variable& variable : program_.variables) {
      if (!variable.is_instance_number) continue;
      all.push_back(terms_.ne(variable.term, terms_.bv(0, variable.term.sort().width)));
      for (Term other : numbers)
        if (other.sort() == variable.term.sort()) all.push_back(terms_.ne(other, variable.term));
      numbers.push_back(variable.term);
    }
    return numbers_differ_ = terms_.and_(all);
  }

  bool follows(Term premise, Term conclusion) { return implies_(premise, conclusion) == Implications::Answer::holds; }

  void initiation() {
    CountInvariants::State first;
    first.singles.assign(original_.templates.size(), Configuration::kNotBegun);
    first.singles[0] = flat::index(original_.templates[0].entry);
    Term start = begins([&](const flat::Variable& variable) {
      return !variable.owner || copies_.number[flat::index(*variable.owner)] == 0;
    });
    Watched shared = watched(cover_.shared_of(first), kGoes, [](Term term) { return term; });
    for (const Values& values : outcomes_(terms_.and_(start, numbers_differ()), shared.terms)) {
      first.shared = shared.cube(values, 0, predicates_.size());
      if (!cover_.covers(first)) throw NoProof{"what may hold at the start is not listed"};
    }
  }

  // Some predicates, and what has to hold before a block so that they hold after it.
  struct Watched {
    std::vector<uint32_t> predicates;
    std::vector<Term> terms;
    Cube cube(const Values& values, size_t from, size_t size) const {
      Cube made(size, Truth::open);
      for (size_t i = 0; i < predicates.size(); ++i)
        made[predicates[i]] = values[from + i] != 0 ? Truth::holds : Truth::fails;
      return made;
    }
  };
  Watched watched(const std::vector<bool>& which, uint32_t slot, const auto& before_it) {
    Watched made;
    for (uint32_t i = 0; i < which.size(); ++i)
      if (which[i]) {
        made.predicates.push_back(i);
        made.terms.push_back(before_it(predicates_[i].of[slot]));
      }
    return made;
  }

  void blocks_of(const CountInvariants::State& state) {
    for (uint32_t i = 0; i < state.singles.size(); ++i) {
      if (state.singles[i] == Configuration::kNotBegun) continue;
      TemplateId thread = copy_.at({TemplateId{i}, 0});
      for (const flat::Block& one : blocks_.from(thread, flat::Loc{state.singles[i]})) {
        CountInvariants::State after = state;
        after.singles[i] = flat::index(one.to);
        block(state, nullptr, thread, one, std::move(after));
      }
    }
    for (size_t i = 0; i < state.threads.size(); ++i) {
      const CountInvariants::Class& goes = state.threads[i];
      TemplateId thread = copy_.at({goes.member.of, kGoes});
      for (const flat::Block& one : blocks_.from(thread, goes.member.at)) {
        CountInvariants::State after = state;
        if (--after.threads[i].count == 0) after.threads.erase(after.threads.begin() + static_cast<std::ptrdiff_t>(i));
        block(state, &goes, thread, one, std::move(after));
      }
    }
  }

  bool may_go_on(const CountInvariants::State& state, const flat::Join& join) const {
    const TemplateId joined = copies_.original[flat::index(join.joined)];
    auto is_end = [&](uint32_t at) { return flat::edges_of(original_[joined], at).empty(); };
    if (!join.is_of_copies) {
      uint32_t at = state.singles[flat::index(joined)];
      return at != Configuration::kNotBegun && is_end(at);
    }
    uint32_t ended = 0;
    for (const CountInvariants::Class& one : state.threads)
      if (one.member.of == joined && is_end(flat::index(one.member.at))) ended += one.count;
    return ended >= join.number;
  }

  // `after`: with those threads that are beside the one that goes, as they were, and without it if it is counted.
  void block(const CountInvariants::State& state, const CountInvariants::Class* goes, TemplateId thread,
             const flat::Block& block, CountInvariants::State after) {
    const Edge& first = steps_.edge(thread, block, 0);
    if (auto* join = std::get_if<flat::Join>(&first.label); join && !may_go_on(state, *join)) return;
    Term known = terms_.and_(said(state.shared, kGoes), numbers_differ());
    if (goes) known = terms_.and_(known, said(goes->values, kGoes));
    std::optional<TemplateId> made;
    if (auto* spawn = std::get_if<flat::Spawn>(&first.label)) {
      uint32_t number = copies_.number[flat::index(spawn->spawned)];
      TemplateId of = copies_.original[flat::index(spawn->spawned)];
      if (number != 0 && number != kMade) return;
      if (number != 0) {
        uint32_t count = 0;
        for (const CountInvariants::Class& one : state.threads)
          if (one.member.of == of) count += one.count;
        if (count >= proof_.most) return;
        made = of;
      } else {
        uint32_t& at = after.singles[flat::index(of)];
        if (at != Configuration::kNotBegun)
          throw NoProof{fmt::format("at {}, {} makes a thread that exists", described(state), described(first))};
        at = flat::index(original_[of].entry);
      }
      known =
          terms_.and_(known, begins([&](const flat::Variable& variable) { return variable.owner == spawn->spawned; }));
    }
    safety(state, known, after.threads, thread, block);
    if (!block.ends_program) consecution(state, known, goes, made, thread, block, std::move(after));
  }

  void safety(const CountInvariants::State& state, Term known, const std::vector<CountInvariants::Class>& beside,
              TemplateId thread, const flat::Block& block) {
    auto require = [&](Term premise, Term conclusion, const Edge& at, std::string_view what) {
      if (follows(terms_.and_(known, premise), conclusion)) return;
      for (const CountInvariants::Class& one : beside)
        if (follows(terms_.and_(terms_.and_(known, premise), said(one.values, kBeside)), conclusion)) return;
      throw NoProof{fmt::format("at {}, {} may fail ({})", described(state), described(at), what)};
    };
    for (size_t i = 0; i < block.edges.size(); ++i) {
      const Edge& step = steps_.edge(thread, block, i);
      if (i > 0 && (std::holds_alternative<flat::Spawn>(step.label) || std::holds_alternative<flat::Join>(step.label)))
        throw NoProof{"a block makes a thread, or waits for one, after its first step"};
      auto* check = std::get_if<flat::Check>(&step.label);
      if (check && (!check->kind || task_.property.checks.has(*check->kind)))
        require(steps_.possible(thread, block, i), steps_.before(thread, block, i, check->condition), step,
                check->kind ? core::info(*check->kind).id : std::string_view(check->detail));
    }
    for (uint32_t at : block.must_go_on) {
      require(steps_.possible(thread, block, at), steps_.before(thread, block, at, steps_.goes_on(thread, block, at)),
              steps_.edge(thread, block, at), "it waits after it has written");
    }
  }

  void consecution(const CountInvariants::State& state, Term known, const CountInvariants::Class* goes,
                   std::optional<TemplateId> made, TemplateId thread, const flat::Block& block,
                   CountInvariants::State after) {
    const size_t steps = block.edges.size(), size = predicates_.size();
    auto before_it = [&](Term term) { return steps_.before(thread, block, steps, term); };
    const Term premise = terms_.and_(known, steps_.possible(thread, block, steps));
    // Which predicates are told of the state after the step: those of no other matter.
    CountInvariants::State places = after;
    if (goes) places.threads.push_back({{goes->member.of, block.to}, Cube(size, Truth::open), 1});
    if (made) places.threads.push_back({{*made, original_[*made].entry}, Cube(size, Truth::open), 1});
    if (!cover_.lists(places)) {
      if (!outcomes_(premise, {terms_.boolean(true)}).empty()) fail(state, thread, block, "which is not listed");
      return;
    }
    Watched shared = watched(cover_.shared_of(places), kGoes, before_it);
    Watched own, of_made;
    if (goes) own = watched(cover_.values_of(places, {goes->member.of, block.to}), kGoes, before_it);
    if (made) of_made = watched(cover_.values_of(places, {*made, original_[*made].entry}), kMade, before_it);
    std::vector<Term> both = shared.terms;
    both.insert(both.end(), own.terms.begin(), own.terms.end());
    // What may become of each of the others, by what becomes of the thread that goes.
    using Beside = std::map<Values, std::set<Values>>;
    auto with = [&](Term also, const Watched& watched) {
      std::vector<Term> observed = both;
      observed.insert(observed.end(), watched.terms.begin(), watched.terms.end());
      Beside found;
      for (const Values& values : outcomes_(terms_.and_(premise, also), observed)) {
        auto cut = values.begin() + static_cast<std::ptrdiff_t>(both.size());
        found[Values(values.begin(), cut)].emplace(cut, values.end());
      }
      return found;
    };
    std::vector<std::pair<Watched, Beside>> beside;
    for (const CountInvariants::Class& one : after.threads) {
      Watched watched = this->watched(cover_.values_of(places, one.member), kBeside, before_it);
      Beside found = with(said(one.values, kBeside), watched);
      beside.emplace_back(std::move(watched), std::move(found));
    }
    Beside alone = with(terms_.boolean(true), of_made);
    for (const auto& [values, of_new] : alone) {
      CountInvariants::State next = after;
      next.threads.clear();
      next.shared = shared.cube(values, 0, size);
      std::vector<CountInvariants::Class> fixed;
      if (goes) fixed.push_back({{goes->member.of, block.to}, own.cube(values, shared.terms.size(), size), 1});
      std::vector<std::vector<Cube>> choices;  // by class of the others
      bool is_possible = true;
      for (const auto& [watched, found] : beside) {
        auto& cubes = choices.emplace_back();
        if (auto at = found.find(values); at != found.end())
          for (const Values& one : at->second) cubes.push_back(watched.cube(one, 0, size));
        is_possible = is_possible && !cubes.empty();
      }
      if (!is_possible) continue;
      for (const Values& one : of_new) {
        next.threads = fixed;
        if (made) next.threads.push_back({{*made, original_[*made].entry}, of_made.cube(one, 0, size), 1});
        if (!is_covered(after.threads, choices, 0, next)) fail(state, thread, block, "but not with these predicates");
      }
    }
  }

  // In every way in which the threads of the classes from this one on take what they may.
  bool is_covered(const std::vector<CountInvariants::Class>& classes, const std::vector<std::vector<Cube>>& choices,
                  size_t from, CountInvariants::State& next) {
    if (from == classes.size()) return cover_.covers(next) || is_none(next);
    return is_distributed(classes, choices, from, 0, classes[from].count, next);
  }
  bool is_distributed(const std::vector<CountInvariants::Class>& classes, const std::vector<std::vector<Cube>>& choices,
                      size_t from, size_t choice, uint32_t left, CountInvariants::State& next) {
    budget_.check();
    if (left == 0) return is_covered(classes, choices, from + 1, next);
    const bool is_last = choice + 1 == choices[from].size();
    for (uint32_t taken = is_last ? left : 0; taken <= left; ++taken) {
      if (taken > 0) next.threads.push_back({classes[from].member, choices[from][choice], taken});
      bool is_good = taken == left ? is_covered(classes, choices, from + 1, next)
                                   : is_distributed(classes, choices, from, choice + 1, left - taken, next);
      if (taken > 0) next.threads.pop_back();
      if (!is_good) return false;
    }
    return true;
  }

  // What each thread may become says nothing of two together: perhaps no state has both.
  bool is_none(const CountInvariants::State& state) {
    const Term shared = terms_.and_(said(state.shared, kGoes), numbers_differ());
    for (size_t i = 0; i < state.threads.size(); ++i)
      for (size_t j = i; j < state.threads.size(); ++j) {
        const CountInvariants::Class &one = state.threads[i], &other = state.threads[j];
        Term both = terms_.and_(shared, said(one.values, kGoes));
        if (i != j || one.count > 1) both = terms_.and_(both, said(other.values, kBeside));
        auto [found, is_new] = none_.try_emplace(both.id(), false);
        if (is_new) found->second = follows(both, terms_.boolean(false));
        if (found->second) return true;
      }
    return false;
  }

  [[noreturn]] void fail(const CountInvariants::State& state, TemplateId thread, const flat::Block& block,
                         std::string_view why) const {
    throw NoProof{fmt::format("from {}, the block of {} leads to a state {}", described(state),
                              described(steps_.edge(thread, block, 0)), why)};
  }

  struct Predicate {
    std::vector<Term> of;  // by slot; 0: as kGoes
    std::optional<TemplateId> owner;
  };

  const result::Task& task_;
  const CountInvariants& proof_;
  Budget& budget_;
  logic::Terms terms_;
  FlatProgram original_;
  flat::Copies copies_;
  const FlatProgram& program_;
  flat::Blocks blocks_;
  BlockSteps steps_;
  Implications implies_;
  std::map<std::pair<TemplateId, uint32_t>, TemplateId> copy_;
  std::vector<Predicate> predicates_;
  Term numbers_differ_;
  CountedCover cover_;
  Outcomes outcomes_;
  std::unordered_map<uint32_t, bool> none_;  // by what is said of two threads: no state has them
};

}  // namespace

std::optional<std::string> problem_of(const CountInvariants& proof, const result::Task& task, Budget& budget,
                                      Statistics& statistics, result::ProofSummary& summary,
                                      std::vector<std::string>* told) {
  Timer timer(statistics, "time.proof");
  try {
    CountCheck checked(task, proof, budget, statistics);
    checked(summary);
    if (told) checked.tell(*told);
    return std::nullopt;
  } catch (const NoProof& no) {
    return no.why;
  } catch (const flat::NotFlat& why) {
    return fmt::format("the program has no blocks: {} ({})", why.reason, to_string(why.pos));
  }
}

}  // namespace fencepost::check
