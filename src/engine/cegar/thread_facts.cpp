#include "engine/cegar/thread_facts.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "engine/cegar/interference.h"
#include "engine/cegar/widening.h"
#include "flat/liveness.h"
#include "flat/operands.h"
#include "logic/atoms.h"

namespace fencepost::engine::cegar {

using flat::FlatProgram;
using logic::SignedBits;
using result::ThreadFacts;

namespace {

constexpr size_t kMostValues = 2'000'000;
constexpr uint32_t kTicksOfFacts = 200'000;
constexpr uint32_t kJoinsBeforeWidening = 3, kMostJoins = 24;
constexpr int kNarrowings = 3;
constexpr size_t kMostOwnCells = 64;  // of a template, of which its locations tell

class Analysis {
 public:
  Analysis(const FlatProgram& program, const core::UndefSet& asked, std::vector<LockSet> locks,
           const flat::Company& company, Budget& budget)
      : program_(program),
        company_(company),
        budget_(budget),
        locks_(std::move(locks)),
        steps_(program, asked, locks_, company),
        thresholds_(cegar::thresholds(program)) {}

  bool is_too_large() const { return steps_.size() > kMostValues; }

  void operator()() {
    prepare();
    climb();
    State climbed{at_, told_};
    for (int i = 0; i < kNarrowings && descend(); ++i)
      if (!is_solution()) {  // what is computed from less should be less; where it is not, what was found before holds
        at_ = std::move(climbed.at);
        told_ = std::move(climbed.told);
        return;
      } else {
        climbed = {at_, told_};
      }
  }

  // Locks of which something was assumed that values do not tell.
  std::vector<LockSet> sound_locks() const {
    std::vector<LockSet> sound;
    for (const LockSet& lock : locks_) {
      auto is_free = [&](const std::pair<uint32_t, uint32_t>& step) {
        const flat::Edge& edge = program_.templates[step.first].edges[step.second];
        const Ranges& here = at_[step.first][flat::index(edge.from)];
        Term term = program_[lock.lock].term;
        SignedBits free = logic::as_signed(lock.free, term.sort().width);
        return !here.is_reached || here.values[steps_.numbers(step.first).at(term)] == Interval{free, free};
      };
      bool has_number = steps_.numbers(0).contains(program_[lock.lock].term);
      if (has_number && std::ranges::all_of(lock.only_if_free, is_free)) sound.push_back(lock);
    }
    return sound;
  }
  const std::vector<LockSet>& locks() const { return locks_; }

  ThreadFacts facts(logic::Terms& terms) const;

 private:
  using Told = Interference::Told;
  struct State {
    std::vector<std::vector<Ranges>> at;
    Told told;
  };

  void prepare() {
    told_ = steps_.nothing_told();
    for (uint32_t of = 0; of < program_.templates.size(); ++of) {
      const flat::Template& it = program_.templates[of];
      at_.emplace_back(it.locations);
      joins_.emplace_back(it.locations, 0);
      dirty_.emplace_back(it.locations, false);
      heads_.push_back(flat::loop_heads(it));
      heads_.back()[flat::index(it.entry)] = true;
      into_.emplace_back(it.locations);
      tells_.emplace_back(it.locations, false);
      asks_.emplace_back(it.locations, false);
      for (const flat::Edge& edge : it.edges) {
        into_[of][flat::index(edge.to)].push_back(&edge);
        if (steps_.tells(of, edge)) tells_[of][flat::index(edge.from)] = true;
        if (steps_.asks(of, edge)) asks_[of][flat::index(edge.from)] = true;
        if (auto* spawn = std::get_if<flat::Spawn>(&edge.label))
          makers_[flat::index(spawn->spawned)].emplace_back(of, &edge);
      }
    }
    disturbed_.resize(program_.templates.size());
    for (uint32_t of = 0; of < program_.templates.size(); ++of) {
      disturbed_[of].resize(program_.templates[of].locations);
      for (uint32_t at = 0; at < program_.templates[of].locations; ++at)
        for (uint32_t i = 0; i < steps_.writers().size(); ++i)
          if (steps_.disturbs(steps_.writers()[i], of, at)) disturbed_[of][at].push_back(i);
    }
  }

  // What is known there, as far as it follows from what is known elsewhere.
  Ranges pulled(uint32_t of, uint32_t at) const {
    budget_.check();
    Ranges found;
    if (at == flat::index(program_.templates[of].entry)) {
      if (of == 0) found = steps_.first();
      if (auto makers = makers_.find(of); makers != makers_.end())
        for (const auto& [maker, edge] : makers->second)
          if (const Ranges& before = at_[maker][flat::index(edge->from)]; before.is_reached)
            found.join(steps_.begun(maker, *edge, before, told_));
    }
    for (const flat::Edge* edge : into_[of][at])
      if (const Ranges& before = at_[of][flat::index(edge->from)]; before.is_reached)
        found.join(steps_.after(of, *edge, before, told_, nullptr));
    if (!found.is_reached) return found;
    for (uint32_t writer : disturbed_[of][at])
      for (size_t i = 0; i < steps_.writers()[writer].variables.size(); ++i) {
        const Interval& written = told_.written[writer][i];
        if (written.is_empty()) continue;
        uint32_t variable = steps_.writers()[writer].variables[i];
        found.values[variable].join(written);
        found.forget_copies_of(variable);
      }
    return found;
  }

  logic::Sort sort_of(uint32_t of, uint32_t number) const { return program_[steps_.variable(of, number)].term.sort(); }

  void climb() {
    dirty_[0][flat::index(program_.templates[0].entry)] = true;
    for (bool open = true; open;) {
      open = false;
      for (uint32_t of = 0; of < at_.size(); ++of)
        for (uint32_t at = 0; at < at_[of].size(); ++at) {
          if (!dirty_[of][at]) continue;
          dirty_[of][at] = false;
          open = true;
          visit(of, at);
        }
    }
  }

  void visit(uint32_t of, uint32_t at) {
    Ranges now = at_[of][at];
    now.join(pulled(of, at));
    if (!now.is_reached) return;
    bool is_changed = !(now == at_[of][at]);
    if (is_changed) {
      uint32_t joins = ++joins_[of][at];
      if (at_[of][at].is_reached && (joins > kMostJoins || (heads_[of][at] && joins > kJoinsBeforeWidening)))
        for (uint32_t i = 0; i < now.values.size(); ++i)
          now.values[i] = widened(at_[of][at].values[i], now.values[i], sort_of(of, i), thresholds_);
      at_[of][at] = std::move(now);
    }
    const flat::Template& it = program_.templates[of];
    if (tells_[of][at]) {
      Told tell = told_;
      for (const flat::Edge& edge : flat::edges_of(it, at)) steps_.after(of, edge, at_[of][at], told_, &tell);
      take_in(tell);
    }
    if (!is_changed) return;
    for (const flat::Edge& edge : flat::edges_of(it, at)) {
      dirty_[of][flat::index(edge.to)] = true;
      if (auto* spawn = std::get_if<flat::Spawn>(&edge.label)) {
        uint32_t made = flat::index(spawn->spawned);
        dirty_[made][flat::index(program_.templates[made].entry)] = true;
      }
    }
  }

  // What is new is told to all whom it may concern.
  void take_in(const Told& tell) {
    bool concerns_askers = false;
    for (size_t i = 0; i < tell.cells.size(); ++i)
      concerns_askers =
          grow(told_.cells[i], tell.cells[i], program_.variables[i].term.sort(), {0, i, 0}) || concerns_askers;
    for (size_t i = 0; i < tell.kept.size(); ++i)
      for (size_t j = 0; j < tell.kept[i].size(); ++j)
        concerns_askers =
            grow(told_.kept[i][j], tell.kept[i][j], sort_of(0, steps_.guarded(i)[j]), {1, i, j}) || concerns_askers;
    for (size_t i = 0; i < tell.written.size(); ++i) {
      bool grew = false;
      for (size_t j = 0; j < tell.written[i].size(); ++j)
        grew = grow(told_.written[i][j], tell.written[i][j], sort_of(0, steps_.writers()[i].variables[j]), {2, i, j}) ||
               grew;
      if (!grew) continue;
      for (uint32_t of = 0; of < at_.size(); ++of)
        for (uint32_t at = 0; at < at_[of].size(); ++at)
          if (at_[of][at].is_reached && std::ranges::binary_search(disturbed_[of][at], static_cast<uint32_t>(i)))
            dirty_[of][at] = true;
    }
    if (!concerns_askers) return;
    for (uint32_t of = 0; of < at_.size(); ++of)
      for (uint32_t at = 0; at < at_[of].size(); ++at) {
        if (!at_[of][at].is_reached || !asks_[of][at]) continue;
        dirty_[of][at] = true;
        for (const flat::Edge& edge : flat::edges_of(program_.templates[of], at))
          dirty_[of][flat::index(edge.to)] = true;
      }
  }
  bool grow(Interval& known, const Interval& now, logic::Sort sort, std::array<size_t, 3> what) {
    if (known == now) return false;
    known = ++told_times_[what] > kJoinsBeforeWidening ? widened(known, now, sort, thresholds_) : now;
    return true;
  }

  Told retold() const {
    Told tell = steps_.nothing_told();
    for (uint32_t of = 0; of < at_.size(); ++of)
      for (const flat::Edge& edge : program_.templates[of].edges)
        if (const Ranges& before = at_[of][flat::index(edge.from)]; before.is_reached)
          steps_.after(of, edge, before, told_, &tell);
    return tell;
  }

  // One round of narrowing. Did anything change?
  bool descend() {
    bool is_changed = false;
    told_ = retold();
    for (uint32_t of = 0; of < at_.size(); ++of)
      for (uint32_t at = 0; at < at_[of].size(); ++at) {
        if (!at_[of][at].is_reached) continue;
        Ranges now = pulled(of, at);
        if (now == at_[of][at]) continue;
        at_[of][at] = std::move(now);
        is_changed = true;
      }
    return is_changed;
  }

  // Each follows from the others.
  bool is_solution() const {
    auto all_include = [](const std::vector<std::vector<Interval>>& large,
                          const std::vector<std::vector<Interval>>& small) {
      for (size_t i = 0; i < large.size(); ++i)
        for (size_t j = 0; j < large[i].size(); ++j)
          if (!includes(large[i][j], small[i][j])) return false;
      return true;
    };
    Told tell = retold();
    if (!all_include({told_.cells}, {tell.cells}) || !all_include(told_.kept, tell.kept) ||
        !all_include(told_.written, tell.written))
      return false;
    for (uint32_t of = 0; of < at_.size(); ++of)
      for (uint32_t at = 0; at < at_[of].size(); ++at)
        if (!includes(at_[of][at], pulled(of, at))) return false;
    return true;
  }

  const FlatProgram& program_;
  const flat::Company& company_;
  Budget& budget_;
  std::vector<LockSet> locks_;
  Interference steps_;
  std::vector<SignedBits> thresholds_;

  std::vector<std::vector<Ranges>> at_;  // by template and location
  Told told_;
  std::vector<std::vector<uint32_t>> joins_;
  std::vector<std::vector<bool>> dirty_, heads_, tells_, asks_;
  std::vector<std::vector<std::vector<const flat::Edge*>>> into_;
  std::vector<std::vector<std::vector<uint32_t>>> disturbed_;  // by writers
  std::map<uint32_t, std::vector<std::pair<uint32_t, const flat::Edge*>>> makers_;
  std::map<std::array<size_t, 3>, uint32_t> told_times_;
};

// The variable has one of these values; nothing if it can have no others.
Term values_in(Term variable, const Interval& values, logic::Terms& terms) {
  logic::Sort sort = variable.sort();
  Interval all = all_of(sort);
  if (!is_ranged(sort) || includes(values, all)) return terms.boolean(true);
  if (sort.kind == logic::SortKind::boolean) return values.low == 1 ? variable : terms.not_(variable);
  auto number = [&](SignedBits value) {
    return terms.bv(logic::low_bits(static_cast<logic::Bits>(value), sort.width), sort.width);
  };
  if (values.low == values.high) return terms.eq(variable, number(values.low));
  Term low = terms.boolean(true), high = low;
  if (values.low > all.low) low = terms.binary(logic::Op::bv_sle, number(values.low), variable);
  if (values.high < all.high) high = terms.binary(logic::Op::bv_sle, variable, number(values.high));
  return terms.and_(low, high);
}

ThreadFacts Analysis::facts(logic::Terms& terms) const {
  ThreadFacts facts;
  flat::Liveness liveness(program_);
  std::vector<Term> always;
  std::vector<std::vector<Term>> of_cells(at_.size());
  for (uint32_t i = 0; i < program_.variables.size(); ++i) {
    const flat::Variable& variable = program_.variables[i];
    if (!steps_.is_cell(flat::VarId{i})) continue;
    Term says = values_in(variable.term, told_.cells[i], terms);
    if (!says.is_true()) (variable.owner ? of_cells[flat::index(*variable.owner)] : always).push_back(says);
  }
  facts.always = terms.and_(always);
  for (const LockSet& lock : locks_) facts.locks.push_back({program_[lock.lock].name, lock.free});
  for (uint32_t of = 0; of < at_.size(); ++of) {
    facts.at.emplace_back();
    for (uint32_t at = 0; at < at_[of].size(); ++at) {
      const Ranges& ranges = at_[of][at];
      ThreadFacts::AtLocation here{terms.boolean(false), {}};
      for (const LockSet& lock : locks_) here.held.push_back(lock.held[of][at]);
      bool has_ended = flat::edges_of(program_.templates[of], at).empty();
      if (!ranges.is_reached || has_ended) {
        here.holds = terms.boolean(has_ended);
        facts.at.back().push_back(std::move(here));
        continue;
      }
      std::vector<Term> all;
      if (of_cells[of].size() <= kMostOwnCells) all = of_cells[of];
      for (uint32_t i = 0; i < ranges.values.size(); ++i) {
        Term variable = program_[steps_.variable(of, i)].term;
        if (liveness.is_dead(variable, of, at)) continue;
        all.push_back(values_in(variable, ranges.values[i], terms));
        if (ranges.copies[i] != Ranges::kNoCopy)
          all.push_back(terms.eq(variable, program_[steps_.variable(of, ranges.copies[i])].term));
      }
      // What the holders of a lock leave: nobody holds it, or the thread has just found it so.
      for (size_t lock = 0; lock < locks_.size(); ++lock) {
        if (company_.is_alone(flat::TemplateId{of}, flat::Loc{at})) continue;
        Term word = program_[locks_[lock].lock].term, held = locks_[lock].held[of][at];
        if (held.is_true()) continue;
        Term is_left = terms.or_(terms.eq(word, terms.bv(locks_[lock].free, word.sort().width)), held);
        for (size_t i = 0; i < steps_.guarded(lock).size(); ++i) {
          Term variable = program_[steps_.variable(of, steps_.guarded(lock)[i])].term;
          if (!told_.kept[lock][i].is_empty())
            all.push_back(terms.implies(is_left, values_in(variable, told_.kept[lock][i], terms)));
        }
      }
      here.holds = terms.and_(all);
      facts.at.back().push_back(std::move(here));
    }
  }
  return facts;
}

}  // namespace

std::optional<ThreadFacts> thread_facts(const FlatProgram& program, const core::UndefSet& asked, logic::Terms& terms,
                                        Budget& budget) {
  for (uint32_t i = 0; i < program.templates.size(); ++i)
    for (const flat::Edge& edge : program.templates[i].edges)
      if (auto* spawn = std::get_if<flat::Spawn>(&edge.label); spawn && flat::index(spawn->spawned) == i)
        return std::nullopt;
  flat::Company company(program);
  LimitedTicks limit(budget, kTicksOfFacts);
  try {
    for (std::vector<LockSet> locks = flat::lock_sets(program, terms);;) {
      Analysis analysis(program, asked, std::move(locks), company, budget);
      if (analysis.is_too_large()) return std::nullopt;
      analysis();
      locks = analysis.sound_locks();
      if (locks.size() == analysis.locks().size()) return analysis.facts(terms);
    }
  } catch (const Exhausted& error) {
    if (error.resource() != Resource::steps) throw;
    return std::nullopt;
  }
}

}  // namespace fencepost::engine::cegar
