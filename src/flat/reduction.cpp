#include "flat/reduction.h"

#include <algorithm>
#include <unordered_map>

#include "flat/automaton_shape.h"
#include "flat/company.h"
#include "flat/groups.h"
#include "flat/operands.h"
#include "logic/variables.h"

namespace fencepost::flat {

namespace {

// Adds what is missing. Was anything?
bool merge(std::vector<bool>& into, const std::vector<bool>& from) {
  bool grew = false;
  for (size_t i = 0; i < from.size(); ++i)
    if (from[i] && !into[i]) into[i] = grew = true;
  return grew;
}

bool is_unseen(const Reduction::Variables& unseen, VarId id) { return !unseen.empty() && unseen[index(id)]; }

}  // namespace

Reduction::Reduction(const FlatProgram& program, logic::Terms& terms) : program_(program) {
  for (uint32_t thread = 0; thread < program.templates.size(); ++thread) {
    uint32_t locations = program.templates[thread].locations;
    candidate_.emplace_back(locations, false);
    find_touched(terms, thread);
  }
  find_locks(terms);
  find_waiting_updates(terms);
  for (uint32_t thread = 0; thread < program.templates.size(); ++thread) find_candidates(terms, thread);
  future_ = futures_until([](uint32_t, uint32_t) { return false; });
  future_until_joined_.resize(program.templates.size());
  std::vector<bool> is_joined(program.templates.size(), false);
  for (const Template& of : program.templates)
    for (const Edge& edge : of.edges)
      if (auto* join = std::get_if<Join>(&edge.label)) is_joined[index(join->joined)] = true;
  for (uint32_t thread = 0; thread < program.templates.size(); ++thread)
    if (is_joined[thread])
      future_until_joined_[thread] = futures_until([&](uint32_t other, uint32_t edge) {
        auto* join = std::get_if<Join>(&program_.templates[other].edges[edge].label);
        return join != nullptr && index(join->joined) == thread;
      });
  for (const LockSet& lock : locks_)
    future_until_locked_.push_back(futures_until([&](uint32_t other, uint32_t number) {
      const Edge& edge = program_.templates[other].edges[number];
      const std::vector<Term>& held = lock.held[other];
      bool takes = !held[index(edge.from)].is_true() && held[index(edge.to)].is_true();
      return takes || waits_for_[other][number] == lock.lock;
    }));
}

void Reduction::find_locks(logic::Terms& terms) {
  constexpr size_t kMostLocks = 16;
  Company company(program_);
  locks_ = lock_sets(program_, terms);
  std::erase_if(locks_, [&](const LockSet& lock) {
    return !std::ranges::all_of(lock.only_if_free, [&](const std::pair<uint32_t, uint32_t>& step) {
      return company.is_alone(TemplateId{step.first}, program_.templates[step.first].edges[step.second].from);
    });
  });
  if (locks_.size() > kMostLocks) locks_.resize(kMostLocks);
}

// While other threads are under way.
bool Reduction::is_accessed_plainly(VarId id) const {
  Company company(program_);
  for (uint32_t thread = 0; thread < program_.templates.size(); ++thread)
    for (const Edge& edge : program_.templates[thread].edges) {
      auto* load = std::get_if<Load>(&edge.label);
      auto* store = std::get_if<Store>(&edge.label);
      bool is_plain = (load != nullptr && load->order == core::MemoryOrder::plain) ||
                      (store != nullptr && store->order == core::MemoryOrder::plain);
      if (!is_plain || company.is_alone(TemplateId{thread}, edge.from)) continue;
      bool touches = false;
      each_cell(*access(edge.label), program_, [&](VarId touched) { touches = touches || touched == id; });
      if (touches) return true;
    }
  return false;
}

void Reduction::find_waiting_updates(logic::Terms& terms) {
  std::vector<bool> may_race;
  for (const LockSet& lock : locks_) may_race.push_back(is_accessed_plainly(lock.lock));
  for (uint32_t thread = 0; thread < program_.templates.size(); ++thread) {
    const Template& of = program_.templates[thread];
    std::vector<std::optional<VarId>>& waits_for = waits_for_.emplace_back(of.edges.size());
    Sections sections = sections_of(of);
    for (uint32_t i = 0; i < of.edges.size(); ++i) {
      const Edge& edge = of.edges[i];
      auto* update = std::get_if<Rmw>(&edge.label);
      std::span<const Edge> next = edges_of(of, index(edge.to));
      if (update == nullptr || sections.inside[index(edge.from)] || next.size() != 1) continue;
      auto* assume = std::get_if<Assume>(&next[0].label);
      for (size_t j = 0; j < locks_.size(); ++j) {
        const LockSet& lock = locks_[j];
        const VarId* updated = std::get_if<VarId>(&update->at.to);
        if (may_race[j] || assume == nullptr || updated == nullptr || *updated != lock.lock) continue;
        Term was_free =
            terms.eq(program_[update->target].term, terms.bv(lock.free, program_[lock.lock].term.sort().width));
        // An exchange changes the lock even if it is not free, and others can tell.
        if (update->condition == was_free && assume->condition == was_free &&
            lock.held[thread][index(edge.to)] == was_free)
          waits_for[i] = lock.lock;
      }
    }
  }
}

// Backward, as long as there is one way to come here and the place stays what it is.
bool Reduction::is_checked(logic::Terms& terms, const std::vector<const Edge*>& only_way, const Edge& edge) const {
  constexpr int kMostSteps = 16;
  const Access& at = *access(edge.label);
  Term is_there = is_cell(program_[std::get<GroupId>(at.to)], at.place, terms);
  const std::vector<Term> names = logic::variables_of({at.place});
  Loc here = edge.from;
  auto is_named = [&](VarId id) { return std::ranges::find(names, program_[id].term) != names.end(); };
  for (int steps = 0; steps < kMostSteps; ++steps) {
    const Edge* before = only_way[index(here)];
    if (before == nullptr) return false;
    if (auto* check = std::get_if<Check>(&before->label);
        check != nullptr && !check->kind && check->condition == is_there)
      return true;
    std::optional<VarId> written = target(before->label);
    bool changes = written && is_named(*written);
    if (writes(before->label))
      each_cell(*access(before->label), program_, [&](VarId id) { changes = changes || is_named(id); });
    if (changes) return false;
    here = before->from;
  }
  return false;
}

void Reduction::find_touched(logic::Terms& terms, uint32_t thread) {
  std::unordered_map<Term, VarId> notes;
  for (uint32_t i = 0; i < program_.variables.size(); ++i)
    if (program_.variables[i].is_note) notes.emplace(program_.variables[i].term, VarId{i});
  const Template& of = program_.templates[thread];
  std::vector<const Edge*> only_way(of.locations, nullptr);  // to a location; null: there are others, or none
  std::vector<uint32_t> ways(of.locations, 0);
  ++ways[index(of.entry)];
  for (const Edge& edge : of.edges) only_way[index(edge.to)] = ++ways[index(edge.to)] == 1 ? &edge : nullptr;
  std::vector<Touched>& touched = touched_.emplace_back();
  for (const Edge& edge : of.edges) {
    Touched& made = touched.emplace_back();
    const Access* in = access(edge.label);
    made.may_wait = in != nullptr && std::holds_alternative<GroupId>(in->to) && !is_checked(terms, only_way, edge);
    if (const Access* at = access(edge.label))
      each_cell(*at, program_, [&](VarId id) {
        if (reads(edge.label)) made.read.push_back(id);
        if (writes(edge.label)) made.written.push_back(id);
      });
    if (notes.empty()) continue;
    each_term(edge, [&](Term term) {
      for (Term variable : logic::variables_of({term}))
        if (auto found = notes.find(variable); found != notes.end()) made.read.push_back(found->second);
    });
    for (const Assign& note : edge.notes) made.written.push_back(note.target);
  }
}

void Reduction::find_candidates(logic::Terms& terms, uint32_t thread) {
  const Template& of = program_.templates[thread];
  std::vector<bool> heads = loop_heads(of);
  std::vector<bool> has_taken(of.locations,
                              true);  // whoever comes there has done so by an update that found its lock free
  has_taken[index(of.entry)] = false;
  for (uint32_t i = 0; i < of.edges.size(); ++i)
    if (!waits_for_[thread][i]) has_taken[index(of.edges[i].to)] = false;
  for (uint32_t location = 0; location < of.locations; ++location)
    candidate_[thread][location] =
        !heads[location] && (has_taken[location] || is_passed_by_anyone(edges_of(of, location), terms));
}

Reduction::Futures Reduction::futures_until(const IsCut& is_cut) const {
  size_t variables = program_.variables.size();
  Futures futures;
  for (const Template& of : program_.templates)
    futures.emplace_back(of.locations, Future{Variables(variables), Variables(variables)});
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t thread = 0; thread < program_.templates.size(); ++thread)
      for (uint32_t location = program_.templates[thread].locations; location-- > 0;)
        grew = add_future(futures, is_cut, thread, location) || grew;
  }
  return futures;
}

bool Reduction::add_future(Futures& futures, const IsCut& is_cut, uint32_t thread, uint32_t location) const {
  const Template& of = program_.templates[thread];
  Future& future = futures[thread][location];
  bool grew = false;
  auto take = [&](const Future& from) {
    grew = merge(future.read, from.read) || grew;
    grew = merge(future.written, from.written) || grew;
  };
  for (uint32_t i = of.first_out[location]; i < of.first_out[location + 1]; ++i) {
    const Edge& edge = of.edges[i];
    if (is_cut(thread, i)) continue;
    if (index(edge.to) != location) take(futures[thread][index(edge.to)]);
    if (auto* k = std::get_if<Spawn>(&edge.label)) take(futures[index(k->spawned)][index(program_[k->spawned].entry)]);
    auto add = [&](Variables& to, const std::vector<VarId>& from) {
      for (VarId id : from)
        if (!to[index(id)]) to[index(id)] = grew = true;
    };
    add(future.read, touched_[thread][i].read);
    add(future.written, touched_[thread][i].written);
  }
  return grew;
}

std::optional<uint32_t> Reduction::first(const Configuration& configuration, const Variables& unseen) const {
  if (configuration.atomic != Configuration::kNobody)
    return may_go_first(configuration, configuration.atomic, unseen) ? std::optional(configuration.atomic)
                                                                     : std::nullopt;
  for (uint32_t thread = 0; thread < configuration.at.size(); ++thread)
    if (may_go_first(configuration, thread, unseen)) return thread;
  return std::nullopt;
}

bool Reduction::may_go_first(const Configuration& configuration, uint32_t thread, const Variables& unseen) const {
  if (!has_begun(configuration, thread) || !candidate_[thread][configuration.at[thread]]) return false;
  return std::ranges::all_of(edges_from(program_, configuration, thread),
                             [&](const Edge& edge) { return is_alone(configuration, thread, edge, unseen); });
}

bool Reduction::is_alone(const Configuration& configuration, uint32_t thread, const Edge& edge,
                         const Variables& unseen) const {
  const Label& label = edge.label;
  if (std::holds_alternative<Exit>(label) || std::holds_alternative<AtomicBegin>(label)) return false;
  // Who has ended stays so.
  if (std::holds_alternative<Join>(label) && !after(program_, configuration, thread, edge)) return false;
  size_t number = static_cast<size_t>(&edge - program_.templates[thread].edges.data());
  const Touched& touched = touched_[thread][number];
  if (touched.may_wait || waits_for_[thread][number]) return false;
  const std::vector<const Futures*> futures = futures_before(configuration, thread, unseen);
  for (uint32_t other = 0; other < configuration.at.size(); ++other) {
    if (other == thread || !has_begun(configuration, other)) continue;
    auto is_touched = [&](Variables Future::* by, const std::vector<VarId>& ids) {
      return std::ranges::any_of(ids, [&](VarId id) {
        return !is_unseen(unseen, id) && std::ranges::all_of(futures, [&](const Futures* all) {
          return ((*all)[other][configuration.at[other]].*by)[index(id)];
        });
      });
    };
    if (is_touched(&Future::written, touched.read) || is_touched(&Future::written, touched.written)) return false;
    if (is_touched(&Future::read, touched.written)) return false;
  }
  return true;
}

std::vector<const Reduction::Futures*> Reduction::futures_before(const Configuration& configuration, uint32_t thread,
                                                                 const Variables& unseen) const {
  std::vector<const Futures*> futures{future_until_joined_[thread].empty() ? &future_ : &future_until_joined_[thread]};
  for (size_t lock = 0; lock < locks_.size(); ++lock)
    if (locks_[lock].held[thread][configuration.at[thread]].is_true() && !is_unseen(unseen, locks_[lock].lock))
      futures.push_back(&future_until_locked_[lock]);
  return futures;
}

}  // namespace fencepost::flat
