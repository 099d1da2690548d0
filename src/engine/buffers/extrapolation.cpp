#include "engine/buffers/extrapolation.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "flat/operands.h"
#include "logic/substitute.h"
#include "logic/variables.h"

namespace fencepost::engine::buffers {

using flat::BufferQueue;
using flat::VarId;
using logic::Term;

namespace {

constexpr size_t kMostCombinations = 256;  // of one predicate
constexpr size_t kMostCells = 32;          // of a group of which each is told

// Is there a full barrier between any two stores of each thread that may wait?
bool has_barriers_between_stores(const flat::FlatProgram& program, const flat::BufferFacts& facts,
                                 const flat::BufferVariables& made) {
  auto is_barrier = [&](const flat::Label& label) {
    bool waits = std::holds_alternative<flat::Rmw>(label) || std::holds_alternative<flat::AtomicBegin>(label) ||
                 std::holds_alternative<flat::Spawn>(label) || std::holds_alternative<flat::Join>(label);
    return waits || (facts.understands(label) &&
                     (facts.before(label) == flat::Barrier::full || facts.after(label) == flat::Barrier::full));
  };
  for (uint32_t i = 0; i < program.templates.size(); ++i) {
    const flat::Template& of = program.templates[i];
    auto may_wait = [&](const flat::Label& label) {
      auto* store = std::get_if<flat::Store>(&label);
      if (store == nullptr) return false;
      flat::Access to{flat::resolved(store->to, program).to, {}};
      return std::ranges::any_of(made.queues[i], [&](const BufferQueue& queue) {
        return std::ranges::any_of(queue.objects,
                                   [&](const BufferQueue::Object& object) { return object.to.to == to.to; });
      });
    };
    for (const flat::Edge& first : of.edges) {
      if (!may_wait(first.label) || is_barrier(first.label)) continue;
      std::vector<bool> seen(of.locations);
      std::vector<uint32_t> next{flat::index(first.to)};
      while (!next.empty()) {
        uint32_t at = next.back();
        next.pop_back();
        if (seen[at]) continue;
        seen[at] = true;
        for (uint32_t edge = of.first_out[at]; edge < of.first_out[at + 1]; ++edge) {
          const flat::Label& label = of.edges[edge].label;
          if (is_barrier(label)) continue;
          if (may_wait(label)) return false;
          next.push_back(flat::index(of.edges[edge].to));
        }
      }
    }
  }
  return true;
}

class Extrapolator {
 public:
  Extrapolator(const flat::FlatProgram& program, const flat::BufferFacts& facts, const flat::BufferVariables& made,
               logic::Terms& terms)
      : made_(made), terms_(terms), one_waits_(has_barriers_between_stores(program, facts, made)) {
    each_queue([&](const BufferQueue& queue, const flat::QueueTerms& say) {
      for (uint32_t entry = 1; entry <= queue.bound(); ++entry)
        for (uint32_t object = 0; object < queue.objects.size(); ++object)
          flat::each_cell(queue.objects[object].to, made_.program, [&](VarId cell) {
            std::vector<Term>& of = waiting_[made_.program[cell].term];
            Term value = say.value(entry, object);
            if (std::ranges::find(of, value) == of.end()) of.push_back(value);
          });
    });
  }

  std::vector<Term> operator()(const std::vector<Term>& predicates) {
    for (Term predicate : predicates) add(predicate);  // rules 2 and 9
    each_queue([&](const BufferQueue& queue, const flat::QueueTerms& say) { structure(queue, say); });
    for (Term predicate : predicates) lift(predicate);
    return std::move(found_);
  }

 private:
  template <typename F>
  void each_queue(F visit) const {
    for (const std::vector<BufferQueue>& queues : made_.queues)
      for (const BufferQueue& queue : queues) visit(queue, flat::QueueTerms(made_.program, queue, terms_));
  }

  void add(Term predicate) {
    if (!predicate.is_const() && !seen_.contains(terms_.not_(predicate)) && seen_.insert(predicate).second)
      found_.push_back(predicate);
  }

  // Rules 1 and 8.
  void structure(const BufferQueue& queue, const flat::QueueTerms& say) {
    for (uint32_t number = 0; number <= queue.bound(); ++number) add(say.holds(number));
    if (queue.closed) add(say.var(*queue.closed));
    for (uint32_t entry = 1; entry <= queue.bound(); ++entry) {
      if (auto mark = queue.entries[entry - 1].mark) add(say.var(*mark));
      for (uint32_t object = 0; object < queue.objects.size(); ++object) {
        add(say.is_to(entry, object));
        auto* group = std::get_if<flat::GroupId>(&queue.objects[object].to.to);
        if (group == nullptr || made_.program[*group].cells.size() > kMostCells) continue;
        Term place = say.target(entry, object).place;
        for (const flat::Group::Cell& cell : made_.program[*group].cells)
          add(terms_.eq(place, terms_.bv(cell.place, place.sort().width)));
      }
    }
  }

  // Rules 3 and 10, with 5 to 7 and 12 to 14.
  void lift(Term predicate) {
    std::vector<Term> shared;
    for (Term variable : logic::variables_of({predicate}))
      if (waiting_.contains(variable)) shared.push_back(variable);
    if (shared.empty()) return;
    std::ranges::sort(shared, {}, [](Term term) { return term.id(); });
    size_t combinations = 1;
    for (Term variable : shared)
      combinations = std::min(combinations * (1 + waiting_[variable].size()), kMostCombinations + 1);
    std::vector<std::pair<Term, Term>> chosen;
    choose(predicate, shared, 0, one_waits_ || combinations > kMostCombinations ? 1 : shared.size(), chosen);
  }
  void choose(Term predicate, const std::vector<Term>& shared, size_t next, size_t most,
              std::vector<std::pair<Term, Term>>& chosen) {
    if (next == shared.size() || chosen.size() == most) {
      if (chosen.empty()) return;
      logic::Substitution put(terms_);
      for (const auto& [variable, value] : chosen) put.put(variable, value);
      add(put(predicate));
      return;
    }
    choose(predicate, shared, next + 1, most, chosen);
    for (Term value : waiting_[shared[next]]) {
      // One entry waits for one variable.
      if (std::ranges::find(chosen, value, &std::pair<Term, Term>::second) != chosen.end()) continue;
      chosen.emplace_back(shared[next], value);
      choose(predicate, shared, next + 1, most, chosen);
      chosen.pop_back();
    }
  }

  const flat::BufferVariables& made_;
  logic::Terms& terms_;
  bool one_waits_;
  std::unordered_map<Term, std::vector<Term>> waiting_;  // by shared variable: what may wait for it
  std::vector<Term> found_;
  std::unordered_set<Term> seen_;
};

}  // namespace

std::vector<Term> extrapolated(const std::vector<Term>& predicates, const flat::FlatProgram& program,
                               const flat::BufferFacts& facts, const flat::BufferVariables& made, logic::Terms& terms) {
  return Extrapolator(program, facts, made, terms)(predicates);
}

bool is_about_waiting(Term predicate, const flat::BufferVariables& made) {
  std::vector<Term> variables = logic::variables_of({predicate});
  for (const std::vector<BufferQueue>& queues : made.queues)
    for (const BufferQueue& queue : queues)
      for (const BufferQueue::Entry& entry : queue.entries)
        for (VarId value : entry.values)
          if (std::ranges::find(variables, made.program[value].term) != variables.end()) return true;
  return false;
}

}  // namespace fencepost::engine::buffers
