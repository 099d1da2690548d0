#include "flat/lock_sets.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "flat/operands.h"
#include "logic/variables.h"

namespace fencepost::flat {

namespace {

struct NoLock {};

class OneLock {
 public:
  OneLock(const FlatProgram& program, VarId lock, logic::Terms& terms)
      : program_(program), terms_(terms), lock_(program[lock].term) {
    set_.lock = lock;
    set_.free = *program[lock].initial;
    free_ = terms.bv(set_.free, lock_.sort().width);
    for (const Variable& variable : program.variables)
      if (variable.is_instance_number) numbers_.insert(variable.term);
  }

  // Throws NoLock.
  LockSet operator()() {
    for (uint32_t i = 0; i < program_.templates.size(); ++i) follow(i);
    return std::move(set_);
  }

 private:
  void follow(uint32_t number) {
    const Template& of = program_.templates[number];
    std::vector<Term>& held = set_.held.emplace_back(of.locations);
    held[index(of.entry)] = terms_.boolean(false);
    std::vector<uint32_t> open{index(of.entry)};
    while (!open.empty()) {
      uint32_t at = open.back();
      open.pop_back();
      for (uint32_t i = of.first_out[at]; i < of.first_out[at + 1]; ++i) {
        const Edge& edge = of.edges[i];
        Term after = after_edge(held[at], edge);
        if (needs_free_) set_.only_if_free.emplace_back(number, i);
        Term& there = held[index(edge.to)];
        if (there && there != after) throw NoLock{};
        if (there) continue;
        there = after;
        open.push_back(index(edge.to));
      }
    }
    for (Term& at : held)
      if (!at) at = terms_.boolean(false);
  }

  bool is_free(Term value) const { return value == free_; }
  bool is_taken(Term value) const { return (value.is_const() && value != free_) || is_number(value); }
  // The number of the thread with something added, wide enough: another one for every thread, and not 0.
  bool is_number(Term value) const {
    if (set_.free != 0) return false;
    Term number = value.op() == logic::Op::bv_add && value.args()[1].is_const() ? value.args()[0] : value;
    if (number.op() == logic::Op::bv_zext) number = number.args()[0];
    if (!numbers_.contains(number)) return false;
    if (value.op() != logic::Op::bv_add) return true;
    Bits most = (Bits{1} << number.sort().width) - 1, added = value.args()[1].value();
    unsigned width = value.sort().width;
    return number.sort().width < width && width < 128 && added < (Bits{1} << width) - most;
  }
  static Term certain(Term held) {
    if (!held.is_const()) throw NoLock{};
    return held;
  }

  // Each state that holds the lock or not is followed by one.
  Term after_edge(Term held, const Edge& edge) {
    needs_free_ = false;
    const Access* at = access(edge.label);
    bool touches = at && std::holds_alternative<VarId>(at->to) && std::get<VarId>(at->to) == set_.lock;
    if (touches && std::holds_alternative<Store>(edge.label))
      return write(certain(held), std::get<Store>(edge.label).value);
    if (auto* update = std::get_if<Rmw>(&edge.label); update && touches) {
      certain(held);
      Term found_free = terms_.eq(program_[update->target].term, free_);
      if (update->condition.is_true() && is_free(update->value)) return write(held, update->value);
      if (!is_taken(update->value) || !(update->condition.is_true() || update->condition == found_free)) throw NoLock{};
      return held.is_true() ? held : found_free;
    }
    if (auto* assume = std::get_if<Assume>(&edge.label)) {
      if (terms_.and_(held, assume->condition).is_false()) return terms_.boolean(false);
      if (terms_.and_(terms_.not_(held), assume->condition).is_false()) return terms_.boolean(true);
      return held;
    }
    auto write_to = [&](VarId id) {
      if (speaks_of(held, program_[id].term)) throw NoLock{};
    };
    if (auto written = target(edge.label)) write_to(*written);
    if (at && writes(edge.label)) each_cell(*at, program_, write_to);
    return held;
  }

  Term write(Term held, Term value) {
    if (!is_free(value) && !is_taken(value)) throw NoLock{};
    needs_free_ = held.is_false();
    return terms_.boolean(is_taken(value));
  }

  static bool speaks_of(Term held, Term variable) {
    std::vector<Term> variables = logic::variables_of({held});
    return std::ranges::find(variables, variable) != variables.end();
  }

  const FlatProgram& program_;
  logic::Terms& terms_;
  Term lock_, free_;
  std::unordered_set<Term> numbers_;
  LockSet set_;
  bool needs_free_ = false;  // of the edge that was followed last
};

// Taken somewhere, and named by no group.
std::vector<bool> candidates(const FlatProgram& program) {
  std::vector<bool> is_one(program.variables.size());
  for (const Template& of : program.templates)
    for (const Edge& edge : of.edges)
      if (const Access* at = access(edge.label); at && writes(edge.label))
        if (auto* id = std::get_if<VarId>(&at->to)) is_one[index(*id)] = true;
  for (const Group& group : program.groups)
    for (const Group::Cell& cell : group.cells) is_one[index(cell.variable)] = false;
  for (uint32_t i = 0; i < program.variables.size(); ++i) {
    const Variable& variable = program.variables[i];
    if (variable.owner || variable.is_note || !variable.initial || variable.term.sort().kind != logic::SortKind::bitvec)
      is_one[i] = false;
  }
  return is_one;
}

}  // namespace

std::vector<LockSet> lock_sets(const FlatProgram& program, logic::Terms& terms) {
  std::vector<LockSet> found;
  std::vector<bool> is_candidate = candidates(program);
  for (uint32_t i = 0; i < program.variables.size(); ++i) {
    if (!is_candidate[i]) continue;
    try {
      LockSet set = OneLock(program, VarId{i}, terms)();
      // Whom does it keep apart?
      uint32_t holders = 0;
      for (uint32_t of = 0; of < set.held.size(); ++of)
        if (std::ranges::any_of(set.held[of], [](Term at) { return at.is_true(); }))
          holders += program.templates[of].instances == Instances{1} ? 1 : 2;
      if (holders > 1) found.push_back(std::move(set));
    } catch (const NoLock&) {
      continue;  // the variable is something else
    }
  }
  return found;
}

}  // namespace fencepost::flat
