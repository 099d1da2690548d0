#include "check/views.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "check/block_steps.h"
#include "check/by_atoms.h"
#include "check/no_proof.h"
#include "check/told_places.h"
#include "core/whole_runs.h"
#include "flat/automaton_shape.h"
#include "flat/blocks.h"
#include "flat/buffer_facts.h"
#include "flat/buffer_variables.h"
#include "flat/crowd.h"
#include "flat/flatten.h"
#include "flat/instances.h"
#include "flat/under_model.h"
#include "logic/atoms.h"
#include "logic/enumerate.h"
#include "logic/rebuild.h"
#include "logic/variables.h"
#include "memory/probe.h"

namespace fencepost::check {

using core::Undef;
using flat::Configuration;
using flat::Copies;
using flat::Edge;
using flat::FlatProgram;
using flat::TemplateId;
using logic::Term;
using logic::Terms;
using result::ViewInvariants;

namespace {

constexpr uint32_t kLargestView = 3;
constexpr size_t kMostCases = 4096;  // of what is known before a block

// What stands for the program, which has any number of threads, under the model.
FlatProgram under_model_of(const result::Task& task, FlatProgram program, Terms& terms, Budget& budget) {
  auto made = flat::under_model(std::move(program), task.model.get(), task.property.checks, terms, budget);
  if (auto* why = std::get_if<flat::NotFlat>(&made))
    throw NoProof{fmt::format("it is about interleavings, and there may be other runs: {} ({})", why->reason,
                              to_string(why->pos))};
  auto& all = std::get<std::vector<flat::Obligation>>(made);
  if (all.size() != 1 || (all[0].forbids_races && !task.property.checks.has(Undef::data_race)))
    throw NoProof{"it is about the interleavings of one program, and more is to be proved"};
  return std::move(all[0].program);
}

// The program with buffers of that length as variables of its threads.
FlatProgram with_buffers(const result::Task& task, const FlatProgram& program, uint32_t bound, Terms& terms,
                         Budget& budget) {
  std::optional<flat::BufferFacts> facts = task.model ? flat::buffer_facts(*task.model) : std::nullopt;
  if (!facts) throw NoProof{"it is about store buffers, and the memory model is no machine with these"};
  auto made = flat::with_buffer_variables(program, *facts, bound, flat::Waiting::needed, terms, budget);
  if (auto* why = std::get_if<flat::NotFlat>(&made))
    throw NoProof{
        fmt::format("the program has no store buffers as variables: {} ({})", why->reason, to_string(why->pos))};
  return std::move(std::get<flat::BufferVariables>(made).program);
}

FlatProgram flat_program_of(const result::Task& task, const ViewInvariants& proof, Terms& terms, Budget& budget) {
  // What is proved of any number of threads is proved of fewer.
  std::variant<FlatProgram, flat::NotFlat> made =
      flat::flatten(task.cfa, task.model.get(), terms, budget, proof.of_crowd ? task.threads : 0);
  if (auto* why = std::get_if<flat::NotFlat>(&made))
    throw NoProof{fmt::format("the program is not flat: {} ({})", why->reason, to_string(why->pos))};
  if (proof.buffer_bound != 0) {
    if (proof.of_crowd) throw NoProof{"it is about a crowd with store buffers"};
    return with_buffers(task, std::get<FlatProgram>(made), proof.buffer_bound, terms, budget);
  }
  if (!proof.of_crowd) return under_model_of(task, std::get<FlatProgram>(std::move(made)), terms, budget);
  if (task.model != nullptr && !memory::is_sequentially_consistent(*task.model))
    throw NoProof{fmt::format("it is about interleavings of a crowd, and {} has other runs", task.model->name)};
  std::optional<FlatProgram> crowds = flat::crowded(std::get<FlatProgram>(made), terms, *proof.of_crowd);
  if (!crowds) throw NoProof{"it is about a crowd of threads, and there is none"};
  return std::move(*crowds);
}

class ViewCheck {
 public:
  using Block = flat::Block;  // not core's
  using Member = ViewInvariants::Member;
  using Singles = std::vector<uint32_t>;

  ViewCheck(const result::Task& task, const ViewInvariants& proof, Budget& budget, Statistics& statistics)
      : task_(task),
        size_(proof.size),
        budget_(budget),
        original_(flat_program_of(task, proof, terms_, budget)),
        copies_(flat::with_copies(original_, terms_, size_ + (many_make_many() ? 2 : 1), Copies::Spawning::open)),
        program_(copies_.program),
        blocks_(program_, terms_),
        steps_(program_, task.property.checks, terms_),
        implies_(terms_, budget, statistics),
        follows_(terms_, implies_) {
    for (uint32_t i = 0; i < program_.templates.size(); ++i)
      copy_[{copies_.original[i], copies_.number[i]}] = TemplateId{i};
  }

  void operator()(const ViewInvariants& proof, result::ProofSummary& summary) {
    auto says_nothing = [&](Undef kind) {
      if (task_.property.checks.has(kind))
        throw NoProof{fmt::format("views say nothing about {}", core::info(kind).id)};
    };
    std::ranges::for_each(core::kWholeRuns, says_nothing);
    says_nothing(Undef::data_race);
    summary = {"invariants over views", proof.views.size(), take_in(proof), proof.buffer_bound};
    summary.any_number =
        std::ranges::any_of(original_.templates, [](const flat::Template& of) { return of.instances.any(); }) &&
        !proof.of_crowd;
    initiation();
    for (const Listed& view : listed_) {
      blocks_of(view);
      if (view.members.size() == size_) interference(view);
    }
  }

  // Views with fewer threads than the largest are of states that have no more.
  void tell(std::vector<std::string>& told) const {
    std::vector<const Listed*> all;
    for (const Listed& view : listed_) all.push_back(&view);
    std::ranges::stable_sort(all, {},
                             [](const Listed* view) { return std::pair(view->members.size(), view->singles); });
    for (const Listed* view : all) {
      if (told.size() == kMostTold) return;
      std::string text = told_places(original_, view->singles);
      for (size_t i = 0; i < view->members.size(); ++i)
        text += fmt::format(", @{} {}", i + 1, told_place(original_, view->members[i].of, view->members[i].at));
      if (view->members.size() < size_) text += ", nobody else";
      told.push_back(text + ": " + logic::to_string(view->holds));
    }
  }

 private:
  struct Listed {
    Singles singles;
    std::vector<Member> members;
    Term holds;
  };
  // A thread in the place of a copy, counted from 1.
  struct Placed {
    Member member;
    uint32_t slot = 0;
  };
  using Threads = std::vector<Placed>;

  bool is_many(TemplateId id) const { return original_[id].instances != flat::Instances{1}; }

  // A thread beside the view may make another one, which has a copy of its own.
  bool many_make_many() const {
    for (const flat::Template& of : original_.templates)
      for (const Edge& edge : of.edges)
        if (auto* spawn = std::get_if<flat::Spawn>(&edge.label);
            spawn && of.instances != flat::Instances{1} && is_many(spawn->spawned))
          return true;
    return false;
  }

  // Returns how many terms there are.
  size_t take_in(const ViewInvariants& proof) {
    std::unordered_map<std::string, flat::VarId> by_name;
    for (uint32_t i = 0; i < program_.variables.size(); ++i)
      by_name.emplace(program_.variables[i].name, flat::VarId{i});
    logic::Import import(terms_, [&](Term foreign) {
      auto found = by_name.find(foreign.name());
      if (found == by_name.end()) throw NoProof{fmt::format("it names {}, which is no variable", foreign.name())};
      const flat::Variable& variable = program_[found->second];
      if (variable.term.sort() != foreign.sort()) throw NoProof{fmt::format("{} has another sort", foreign.name())};
      return variable.term;
    });
    for (const ViewInvariants::View& view : proof.views) {
      budget_.check();
      require_places(view);
      if (!view.holds || view.holds.sort() != logic::bool_sort())
        throw NoProof{fmt::format("at {} it has no formula", described(view.singles, view.members))};
      Term holds = import(view.holds);
      require_own_variables(view, holds);
      if (!by_place_.emplace(key(view.singles, view.members), listed_.size()).second)
        throw NoProof{fmt::format("it lists {} twice", described(view.singles, view.members))};
      listed_.push_back({view.singles, view.members, holds});
    }
    return import.size();
  }

  void require_places(const ViewInvariants::View& view) const {
    bool is_one = view.singles.size() == original_.templates.size() && view.members.size() <= size_ &&
                  view.singles[0] != Configuration::kNotBegun;
    auto is_stop = [&](TemplateId of, uint32_t slot, flat::Loc at) {
      return blocks_.is_stop(copy_.at({of, slot}), at);
    };
    for (uint32_t i = 0; is_one && i < view.singles.size(); ++i)
      is_one = view.singles[i] == Configuration::kNotBegun ||
               (!is_many(TemplateId{i}) && is_stop(TemplateId{i}, 0, flat::Loc{view.singles[i]}));
    for (const Member& member : view.members)
      is_one = is_one && flat::index(member.of) < original_.templates.size() && is_many(member.of) &&
               is_stop(member.of, 1, member.at);
    if (!is_one) throw NoProof{"it lists a view that the program does not have"};
  }

  // Of threads in the view.
  void require_own_variables(const ViewInvariants::View& view, Term holds) const {
    for (Term variable : logic::variables_of({holds})) {
      auto of = std::ranges::find(program_.variables, variable, &flat::Variable::term);
      if (!of->owner) continue;
      uint32_t slot = copies_.number[flat::index(*of->owner)];
      bool is_there = slot == 0 || (slot <= view.members.size() &&
                                    view.members[slot - 1].of == copies_.original[flat::index(*of->owner)]);
      if (!is_there)
        throw NoProof{fmt::format("at {} it names {}, which is of no thread there",
                                  described(view.singles, view.members), of->name)};
    }
  }

  using Key = std::pair<Singles, std::vector<Member>>;
  static Key key(const Singles& singles, std::vector<Member> members) {
    std::ranges::sort(members);
    return {singles, std::move(members)};
  }

  std::string described(const Singles& singles, const std::vector<Member>& members) const {
    std::string text;
    auto add = [&](const std::string& name, uint32_t at) {
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, at);
    };
    for (uint32_t i = 0; i < singles.size(); ++i)
      if (singles[i] != Configuration::kNotBegun) add(original_.templates[i].name, singles[i]);
    for (const Member& member : members) add(original_[member.of].name, flat::index(member.at));
    return text;
  }
  std::string described(TemplateId thread, const Edge& edge) const {
    std::string place = edge.pos.valid() ? fmt::format(", line {}", edge.pos.line) : "";
    return fmt::format("{} -> {} of {}{}", flat::index(edge.from), flat::index(edge.to),
                       original_[copies_.original[flat::index(thread)]].name, place);
  }

  // What is known before a block, case by case: then most has no need of a solver.
  using Premise = std::vector<Term>;

  // Of formulas that all hold. Members of disjunctions that say the opposite of each other are no case.
  Premise cases_of(const std::vector<Term>& formulas) {
    std::vector<std::vector<Term>> cases{{}};
    for (Term formula : formulas)
      for (Term part : logic::conjuncts_of(terms_, formula)) {
        std::vector<Term> members = disjuncts_of(terms_, part);
        if (cases.size() * members.size() > kMostCases) members = {part};
        std::vector<std::vector<Term>> next;
        for (const std::vector<Term>& known : cases)
          for (Term member : members)
            if (std::optional<std::vector<Term>> both = together(known, member)) next.push_back(std::move(*both));
        cases = std::move(next);
      }
    Premise premise;
    for (const std::vector<Term>& known : cases) premise.push_back(terms_.and_(known));
    return premise;
  }
  std::optional<std::vector<Term>> together(std::vector<Term> known, Term also) {
    for (Term one : logic::conjuncts_of(terms_, also)) {
      if (std::ranges::find(known, terms_.not_(one)) != known.end()) return std::nullopt;
      if (std::ranges::find(known, one) == known.end()) known.push_back(one);
    }
    return known;
  }

  void require(const Premise& premise, Term also, Term conclusion, const auto& otherwise) {
    for (Term one : premise) require(terms_.and_(one, also), conclusion, otherwise);
  }
  void require(Term premise, Term conclusion, const auto& otherwise) {
    budget_.check();
    switch (follows_(premise, conclusion)) {
      case Implications::Answer::holds:
        return;
      case Implications::Answer::fails:
        throw NoProof{otherwise()};
      case Implications::Answer::not_known:
        throw NoProof{fmt::format("no solver finds out whether this is wrong: {}", otherwise())};
    }
  }

  // What the proof says of these threads, whichever of those that stand at one place is called the first; false: it does not list them.
  Term holds_of(const Singles& singles, Threads threads) {
    std::vector<Member> members;
    for (const Placed& one : threads) members.push_back(one.member);
    auto found = by_place_.find(key(singles, members));
    if (found == by_place_.end()) return terms_.boolean(false);
    const Listed& view = listed_[found->second];
    Term all = terms_.boolean(true);
    std::ranges::sort(threads, {}, &Placed::slot);
    do {
      bool fits = true;
      std::vector<uint32_t> slots;
      for (size_t i = 0; i < threads.size(); ++i) {
        fits = fits && threads[i].member == view.members[i];
        slots.push_back(threads[i].slot);
      }
      if (fits) all = terms_.and_(all, in_slots(slots)(view.holds));
    } while (std::ranges::next_permutation(threads, {}, &Placed::slot).found);
    return all;
  }

  // Variables of the first, second, ... thread of a view become those of the copies in these slots.
  logic::Substitution& in_slots(const std::vector<uint32_t>& slots) {
    auto [found, is_new] = renaming_.try_emplace(slots, terms_);
    if (!is_new) return found->second;
    std::unordered_map<std::string, Term> by_name;
    for (const flat::Variable& variable : program_.variables) by_name.emplace(variable.name, variable.term);
    for (const flat::Variable& variable : program_.variables) {
      uint32_t slot = variable.owner ? copies_.number[flat::index(*variable.owner)] : 0;
      if (slot == 0 || slot > slots.size()) continue;
      std::string name = variable.name.substr(0, variable.name.rfind('@') + 1);
      found->second.put(variable.term, by_name.at(name + std::to_string(slots[slot - 1])));
    }
    return found->second;
  }

  // The variables have the values with which they, or their thread, begin.
  Term begins(const auto& is_meant) {
    std::vector<Term> all;
    for (const flat::Variable& variable : program_.variables)
      if (is_meant(variable) && variable.initial && !variable.is_instance_number)
        all.push_back(terms_.eq(variable.term, logic::constant(terms_, *variable.initial, variable.term.sort())));
    return terms_.and_(all);
  }
  Term begins(TemplateId thread) {
    return begins([&](const flat::Variable& variable) { return variable.owner == thread; });
  }

  // Every thread has a number of its own, and nobody writes it.
  Term numbers_differ(const Singles& singles, const Threads& threads) {
    std::vector<Term> numbers, all;
    for (const flat::Variable& variable : program_.variables) {
      if (!variable.is_instance_number) continue;
      uint32_t owner = flat::index(*variable.owner), slot = copies_.number[owner];
      TemplateId of = copies_.original[owner];
      bool exists = slot == 0 ? singles[flat::index(of)] != Configuration::kNotBegun
                              : std::ranges::any_of(threads, [&](const Placed& one) {
                                  return one.slot == slot && one.member.of == of;
                                });
      if (!exists) continue;
      all.push_back(terms_.ne(variable.term, terms_.bv(0, variable.term.sort().width)));
      for (Term other : numbers)
        if (other.sort() == variable.term.sort()) all.push_back(terms_.ne(other, variable.term));
      numbers.push_back(variable.term);
    }
    return terms_.and_(all);
  }

  void initiation() {
    Singles first(original_.templates.size(), Configuration::kNotBegun);
    first[0] = flat::index(original_.templates[0].entry);
    Term holds = holds_of(first, {});
    if (!by_place_.contains(key(first, {}))) throw NoProof{"it does not list the view at the start"};
    Term start = begins([&](const flat::Variable& variable) {
      return !variable.owner || copies_.number[flat::index(*variable.owner)] == 0;
    });
    require(terms_.and_(start, numbers_differ(first, {})), holds,
            [] { return "the first values do not satisfy the formula at the start"; });
  }

  static Threads in_order(const std::vector<Member>& members) {
    Threads threads;
    for (const Member& member : members) threads.push_back({member, static_cast<uint32_t>(threads.size() + 1)});
    return threads;
  }

  void blocks_of(const Listed& view) {
    Threads threads = in_order(view.members);
    Premise premise = cases_of({numbers_differ(view.singles, threads), holds_of(view.singles, threads)});
    for (uint32_t i = 0; i < view.singles.size(); ++i) {
      if (view.singles[i] == Configuration::kNotBegun) continue;
      TemplateId thread = copy_.at({TemplateId{i}, 0});
      for (const Block& block : blocks_.from(thread, flat::Loc{view.singles[i]})) {
        Singles after = view.singles;
        after[i] = flat::index(block.to);
        this->block(view, premise, thread, block, after, threads);
      }
    }
    for (size_t i = 0; i < threads.size(); ++i) {
      TemplateId thread = copy_.at({threads[i].member.of, threads[i].slot});
      for (const Block& block : blocks_.from(thread, threads[i].member.at)) {
        Threads after = threads;
        after[i].member.at = block.to;
        this->block(view, premise, thread, block, view.singles, after);
      }
    }
  }

  void block(const Listed& view, const Premise& premise, TemplateId thread, const Block& block, Singles singles,
             Threads threads) {
    const Edge& first = steps_.edge(thread, block, 0);
    if (auto* join = std::get_if<flat::Join>(&first.label); join && !may_go_on(view, *join)) return;
    safety(view, premise, thread, block);
    if (block.ends_program) return;
    auto* spawn = std::get_if<flat::Spawn>(&first.label);
    uint32_t slot = spawn ? copies_.number[flat::index(spawn->spawned)] : 0;
    if (slot != 0) {
      // The new one takes the next slot; that others are free as well says nothing else.
      if (slot != view.members.size() + 1) return;
      threads.push_back({{copies_.original[flat::index(spawn->spawned)], program_[spawn->spawned].entry}, slot});
    } else if (spawn) {
      uint32_t& at = singles[flat::index(copies_.original[flat::index(spawn->spawned)])];
      if (at != Configuration::kNotBegun)
        require(premise, terms_.boolean(true), terms_.boolean(false), [&] {
          return fmt::format("at {}, {} makes a thread that exists", described(view.singles, view.members),
                             described(thread, first));
        });
      at = flat::index(program_[spawn->spawned].entry);
    }
    Term also = terms_.boolean(true);
    if (spawn) also = terms_.and_(begins(spawn->spawned), numbers_differ(singles, threads));
    if (threads.size() <= size_) return leads_to(view, premise, also, thread, block, singles, threads);
    for (size_t out = 0; out < threads.size(); ++out) {
      Threads chosen = threads;
      chosen.erase(chosen.begin() + static_cast<std::ptrdiff_t>(out));
      leads_to(view, premise, also, thread, block, singles, chosen);
    }
  }

  // Beside a view of the largest size there may be others that have ended.
  bool may_go_on(const Listed& view, const flat::Join& join) const {
    const TemplateId joined = copies_.original[flat::index(join.joined)];
    auto is_end = [&](uint32_t at) { return flat::edges_of(original_[joined], at).empty(); };
    if (!join.is_of_copies) {
      uint32_t at = view.singles[flat::index(joined)];
      return at != Configuration::kNotBegun && is_end(at);
    }
    auto ended = std::ranges::count_if(
        view.members, [&](const Member& one) { return one.of == joined && is_end(flat::index(one.at)); });
    return view.members.size() == size_ || ended >= join.number;
  }

  void leads_to(const Listed& view, const Premise& premise, Term also, TemplateId thread, const Block& block,
                const Singles& singles, const Threads& threads) {
    size_t steps = block.edges.size();
    Term target = holds_of(singles, threads);
    also = terms_.and_(also, steps_.possible(thread, block, steps));
    require(premise, also, steps_.before(thread, block, steps, target), [&] {
      std::vector<Member> members;
      for (const Placed& one : threads) members.push_back(one.member);
      bool is_listed = by_place_.contains(key(singles, members));
      return fmt::format("from {}, the block of {} leads to {}, {}", described(view.singles, view.members),
                         described(thread, steps_.edge(thread, block, 0)), described(singles, members),
                         is_listed ? "but not with values that satisfy its formula" : "which is not listed");
    });
  }

  void safety(const Listed& view, const Premise& premise, TemplateId thread, const Block& block) {
    for (size_t i = 0; i < block.edges.size(); ++i) {
      const Edge& step = steps_.edge(thread, block, i);
      if (i > 0 && (std::holds_alternative<flat::Spawn>(step.label) || std::holds_alternative<flat::Join>(step.label)))
        throw NoProof{"a block makes a thread, or waits for one, after its first step"};
      auto* check = std::get_if<flat::Check>(&step.label);
      if (check && (!check->kind || task_.property.checks.has(*check->kind)))
        require(premise, steps_.possible(thread, block, i), steps_.before(thread, block, i, check->condition), [&] {
          return fmt::format("at {}, the check {} may fail ({})", described(view.singles, view.members),
                             described(thread, step), check->kind ? core::info(*check->kind).id : check->detail);
        });
    }
    for (uint32_t at : block.must_go_on) {
      require(premise, steps_.possible(thread, block, at),
              steps_.before(thread, block, at, steps_.goes_on(thread, block, at)), [&] {
                return fmt::format("at {}, the section with {} may wait after it has written",
                                   described(view.singles, view.members),
                                   described(thread, steps_.edge(thread, block, at)));
              });
    }
  }

  // A thread beside the view. What it checks, and whom it makes, is asked where it is in the view; what else such a block writes is not.
  void interference(const Listed& view) {
    const uint32_t slot = size_ + 1;
    Threads threads = in_order(view.members);
    Term inside = holds_of(view.singles, threads);
    for (uint32_t i = 0; i < original_.templates.size(); ++i) {
      if (!is_many(TemplateId{i})) continue;
      TemplateId thread = copy_.at({TemplateId{i}, slot});
      for (const auto& [at, blocks] : blocks_.of(thread)) {
        if (std::ranges::none_of(blocks, &Block::writes)) continue;
        Placed further{{TemplateId{i}, at}, slot};
        Threads all = threads;
        all.push_back(further);
        std::vector<Term> known{numbers_differ(view.singles, all), inside};
        for (size_t out = 0; out < threads.size() && !known.back().is_false(); ++out) {
          Threads chosen = threads;
          chosen[out] = further;
          known.push_back(holds_of(view.singles, chosen));
        }
        if (known.back().is_false()) continue;
        Premise premise = cases_of(known);
        for (const Block& block : blocks) further_block(view, premise, thread, block, threads);
      }
    }
  }

  void further_block(const Listed& view, const Premise& premise, TemplateId thread, const Block& block,
                     const Threads& threads) {
    if (!block.writes || block.ends_program) return;
    Singles singles = view.singles;
    Term also = terms_.boolean(true);
    if (auto* spawn = std::get_if<flat::Spawn>(&steps_.edge(thread, block, 0).label)) {
      const uint32_t number = copies_.number[flat::index(spawn->spawned)];
      if (number != 0 && number != size_ + 2) return;
      if (number == 0) {
        uint32_t& at = singles[flat::index(copies_.original[flat::index(spawn->spawned)])];
        if (at != Configuration::kNotBegun) return;
        at = flat::index(program_[spawn->spawned].entry);
        also = begins(spawn->spawned);
      }
    }
    leads_to(view, premise, also, thread, block, singles, threads);
  }

  const result::Task& task_;
  uint32_t size_;
  Budget& budget_;
  Terms terms_;
  FlatProgram original_;
  Copies copies_;
  const FlatProgram& program_;
  flat::Blocks blocks_;
  BlockSteps steps_;
  Implications implies_;
  ByAtoms follows_;
  std::map<std::pair<TemplateId, uint32_t>, TemplateId>
      copy_;  // of an original, by number; 0 of those that are not copied
  std::vector<Listed> listed_;
  std::map<Key, size_t> by_place_;
  std::map<std::vector<uint32_t>, logic::Substitution> renaming_;
};

}  // namespace

std::optional<std::string> problem_of(const ViewInvariants& proof, const result::Task& task, Budget& budget,
                                      Statistics& statistics, result::ProofSummary& summary,
                                      std::vector<std::string>* told) {
  Timer timer(statistics, "time.proof");
  try {
    if (proof.size == 0 || proof.size > kLargestView) return "its views are of no size that is known here";
    ViewCheck checked(task, proof, budget, statistics);
    checked(proof, summary);
    if (told) checked.tell(*told);
    return std::nullopt;
  } catch (const NoProof& no) {
    return no.why;
  } catch (const flat::NotFlat& why) {
    return fmt::format("the program has no blocks: {} ({})", why.reason, to_string(why.pos));
  }
}

}  // namespace fencepost::check
