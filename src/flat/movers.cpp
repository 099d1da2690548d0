#include "flat/movers.h"

#include <algorithm>

#include "flat/automaton_shape.h"
#include "flat/operands.h"

namespace fencepost::flat {

namespace {

constexpr size_t kMostLocks = 64;

bool touches(const Edge& edge, const FlatProgram& program, VarId id) {
  const Access* at = access(edge.label);
  bool found = false;
  if (at != nullptr) each_cell(*at, program, [&](VarId one) { found = found || one == id; });
  return found;
}

}  // namespace

Movers::Movers(const FlatProgram& program, logic::Terms& terms) : program_(program), company_(program) {
  for (const Template& of : program.templates) held_.emplace_back(of.locations, Locks{0});
  find_locks(terms);
  find_kept_apart();
  for (uint32_t i = 0; i < program.templates.size(); ++i) {
    std::vector<Mover>& movers = movers_.emplace_back();
    for (const Edge& edge : program.templates[i].edges) movers.push_back(mover(TemplateId{i}, edge, terms));
  }
}

void Movers::find_locks(logic::Terms& terms) {
  for (const Template& of : program_.templates)
    if (std::ranges::any_of(of.edges, [](const Edge& edge) { return !edge.notes.empty(); })) return;
  locks_ = lock_sets(program_, terms);
  std::erase_if(locks_, [&](const LockSet& lock) {
    return !std::ranges::all_of(lock.only_if_free, [&](const std::pair<uint32_t, uint32_t>& step) {
      return company_.is_alone(TemplateId{step.first}, program_.templates[step.first].edges[step.second].from);
    });
  });
  if (locks_.size() > kMostLocks) locks_.resize(kMostLocks);
  for (size_t lock = 0; lock < locks_.size(); ++lock) {
    for (uint32_t i = 0; i < program_.templates.size(); ++i)
      for (uint32_t at = 0; at < program_.templates[i].locations; ++at)
        if (locks_[lock].held[i][at].is_true()) held_[i][at] |= Locks{1} << lock;
    if (is_quiet(lock, terms)) quiet_ |= Locks{1} << lock;
  }
}

bool Movers::is_quiet(size_t lock, logic::Terms& terms) const {
  for (uint32_t i = 0; i < program_.templates.size(); ++i)
    for (const Edge& edge : program_.templates[i].edges) {
      const bool is_own = company_.is_alone(TemplateId{i}, edge.from) || (held_[i][index(edge.from)] >> lock & 1) != 0;
      if (touches(edge, program_, locks_[lock].lock) && !is_own && !waits(TemplateId{i}, edge, locks_[lock], terms))
        return false;
    }
  return true;
}

// An update of the lock that changes nothing if it is not free, after which the thread waits for ever then.
bool Movers::waits(TemplateId id, const Edge& edge, const LockSet& lock, logic::Terms& terms) const {
  auto* update = std::get_if<Rmw>(&edge.label);
  const Template& of = program_[id];
  std::span<const Edge> next = edges_of(of, index(edge.to));
  if (update == nullptr || next.size() != 1 || sections_of(of).inside[index(edge.from)]) return false;
  auto* assume = std::get_if<Assume>(&next[0].label);
  Term was_free = terms.eq(program_[update->target].term, terms.bv(lock.free, program_[lock.lock].term.sort().width));
  return assume != nullptr && update->condition == was_free && assume->condition == was_free &&
         lock.held[index(id)][index(edge.to)] == was_free;
}

void Movers::find_kept_apart() {
  written_.assign(program_.variables.size(), false);
  at_writes_.assign(program_.variables.size(), ~Locks{0});
  at_touches_ = at_writes_;
  for (uint32_t i = 0; i < program_.templates.size(); ++i)
    for (const Edge& edge : program_.templates[i].edges) {
      const Access* at = access(edge.label);
      if (at == nullptr) continue;
      const bool is_alone = company_.is_alone(TemplateId{i}, edge.from);
      const Locks held = is_alone ? ~Locks{0} : held_[i][index(edge.from)];
      each_cell(*at, program_, [&](VarId id) {
        at_touches_[index(id)] &= held;
        if (!writes(edge.label)) return;
        at_writes_[index(id)] &= held;
        written_[index(id)] = true;
      });
    }
}

Mover Movers::mover(TemplateId id, const Edge& edge, logic::Terms& terms) const {
  if (std::holds_alternative<Spawn>(edge.label) || std::holds_alternative<Join>(edge.label) ||
      std::holds_alternative<Exit>(edge.label) || std::holds_alternative<AtomicBegin>(edge.label))
    return Mover::none;
  const Access* at = access(edge.label);
  if (at == nullptr) return Mover::both;
  const std::vector<Locks>& held = held_[index(id)];
  const Locks before = held[index(edge.from)], after = held[index(edge.to)];
  for (size_t lock = 0; lock < locks_.size(); ++lock) {
    if (!touches(edge, program_, locks_[lock].lock)) continue;
    if ((quiet_ >> lock & 1) == 0) return Mover::none;
    if ((before >> lock & 1) != 0) return (after >> lock & 1) != 0 ? Mover::both : Mover::left;
    return waits(id, edge, locks_[lock], terms) ? Mover::right : Mover::none;
  }
  const std::vector<Locks>& kept_by = writes(edge.label) ? at_touches_ : at_writes_;
  bool is_apart = true;
  each_cell(*at, program_, [&](VarId cell) {
    const bool is_plain = program_[cell].owner || !written_[index(cell)];
    is_apart = is_apart && (is_plain || (before & kept_by[index(cell)]) != 0);
  });
  return is_apart ? Mover::both : Mover::none;
}

}  // namespace fencepost::flat
