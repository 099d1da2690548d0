// Analysis: rounds over all threads, and the states at the places of one thread.
#include "flat/analysis.h"

namespace fencepost::flat {

Analysis::Analysis(const program::Cfa& cfa, Publication publication, logic::Terms& terms, Budget& budget)
    : cfa_(cfa),
      program_(*cfa.program),
      publication_(publication),
      terms_(terms),
      budget_(budget),
      arithmetic_(program::exact_arithmetic(terms)),
      scalars_(terms, *arithmetic_),
      contexts_(cfa) {
  objects_.push_back({"no object"});
  for (const core::Function& function : program_.functions) {
    Object made{function.name};
    made.function = core::FunctionId{static_cast<uint32_t>(objects_.size() - 1)};
    objects_.push_back(std::move(made));
  }
  for (const core::Global& global : program_.globals) {
    Object made{global.name, global.bytes};
    made.is_global = made.zeroed = made.escapes = true;
    made.storage = global.storage;
    made.is_const = global.is_const;
    made.align = global.align;
    made.parts = global.parts;
    objects_.push_back(std::move(made));
  }
}

ObjectId Analysis::of(core::FunctionId id) const { return ObjectId{1 + core::index(id)}; }

ObjectId Analysis::of(core::GlobalId id) const {
  return ObjectId{static_cast<uint32_t>(1 + program_.functions.size()) + core::index(id)};
}

ObjectId Analysis::of(core::GlobalId id, ThreadId thread) const {
  bool is_of_thread = program_.globals[core::index(id)].storage == core::Storage::thread;
  return is_of_thread ? of_threads_.at({id, thread}) : of(id);
}

// What was learnt with loops copied, and with expressions in source order, stays true, but is more than is needed.
void Analysis::forget() {
  shared_.clear();
  results_.clear();
  threads_.assign(1, {program_.entry, {}, false});
  spawns_.clear();
}

void Analysis::run() {
  forget();
  for (bool done = false; !done;) {
    try {
      do {
        changed_ = false;
        round(nullptr);
      } while (changed_);
      done = true;
    } catch (const Restart&) {
      forget();
    }
  }
}

void Analysis::tell(Sink& sink) {
  round(&sink);
  if (saw_exposed_ && saw_made_) not_flat({}, "pointers are made of numbers, and numbers of pointers");
}

void Analysis::round(Sink* sink) {
  steps_ = 0;
  initialise();
  for (uint32_t i = 0; i < threads_.size(); ++i) thread(ThreadId{i}, sink);
}

// Initialisers run before everything else, and store constants.
void Analysis::initialise() {
  initialising_ = true;
  const program::Procedure& init = cfa_.procedure(program_.init);
  AbstractState state;
  for (const program::Edge& edge : init.edges) {
    if (std::holds_alternative<core::Return>(edge.label)) continue;
    if (auto* let = std::get_if<core::Let>(&edge.label)) {
      state.registers[{FrameId{}, let->reg}] = evaluate(*let->value, state, {});
      continue;
    }
    if (auto* fill = std::get_if<core::Fill>(&edge.label);
        fill != nullptr && fill->value != nullptr && evaluate(*fill->value, state, {}).constant() == Bits{0})
      continue;  // as everything static is from the start
    auto* store = std::get_if<core::Store>(&edge.label);
    if (store == nullptr || store->bits.width != 0) not_flat(edge.pos, "an initialiser that does more than store");
    AbstractValue pointer = evaluate(*store->ptr, state, {}), value = evaluate(*store->value, state, {});
    std::vector<Touched> cells = touched(pointer, store->type.bytes, edge.pos);
    if (cells.size() != 1 || !value.is_constant()) not_flat(edge.pos, "an initialiser that is no constant");
    shape(cells[0], store->type, edge.pos);
    initial_[{cells[0].object, cells[0].at}] = value;
  }
  initialising_ = false;
}

void Analysis::own_objects(ThreadId id, AbstractState& state) {
  for (uint32_t i = 0; i < program_.globals.size(); ++i) {
    core::GlobalId global{i};
    ObjectId own = of(global);
    bool is_of_thread = program_.globals[i].storage == core::Storage::thread;
    if (is_of_thread) {
      auto [at, is_new] = of_threads_.emplace(std::pair(global, id), ObjectId{static_cast<uint32_t>(objects_.size())});
      own = at->second;
      if (is_new) {
        Object made{program_.globals[i].name, program_.globals[i].bytes};
        made.of_thread = global;
        made.storage = core::Storage::thread;
        made.is_const = program_.globals[i].is_const;
        made.align = program_.globals[i].align;
        made.parts = program_.globals[i].parts;
        made.maker = id;
        objects_.push_back(std::move(made));
      }
    }
    state.made.insert(own);
    // Until it creates a thread, nobody else sees what the first one does to static objects.
    if (is_of_thread || id == ThreadId{0}) state.own.insert(own);
  }
}

void Analysis::thread(ThreadId id, Sink* sink) {
  const Thread start = threads_[static_cast<uint32_t>(id)];
  Place root = contexts_.root(id, start.function);
  AbstractState first;
  const core::Function& function = program_.function(start.function);
  for (size_t i = 0; i < function.params.size() && i < start.arguments.size(); ++i)
    first.registers[{contexts_[root.context].frame, function.params[i]}] = start.arguments[i];
  own_objects(id, first);
  std::set<Place> todo;
  std::map<Place, AbstractState> found;
  found.emplace(root, std::move(first));
  todo.insert(root);
  auto follow = [&](Place place, const AbstractState& state, bool tell) {
    const program::Procedure& procedure = contexts_.procedure(place.context);
    uint32_t begin = procedure.first_out[program::index(place.loc)];
    uint32_t end = procedure.first_out[program::index(place.loc) + 1];
    unsigned feasible = 0;
    for (uint32_t edge = begin; edge < end; ++edge) {
      budget_.check();
      if (++steps_ > kMostSteps * (tell ? 1 : 8)) not_flat(procedure.edges[edge].pos, "a program with too many places");
      std::vector<Successor> successors = step(place, edge, state);
      if (tell && (!successors.empty() || end - begin == 1))
        sink->step(place, procedure.edges[edge], state, successors);
      if (tell) continue;
      feasible += !successors.empty();
      for (Successor& next : successors) {
        auto [at, is_new] = found.emplace(next.to, AbstractState{});
        forget_dead(next.state, next.to);
        if (is_new) {
          at->second = std::move(next.state);
          todo.insert(next.to);
        } else if (join_states(at->second, std::move(next.state), next.to)) {
          todo.insert(next.to);
        }
      }
    }
    if (feasible < 2 || tell) return;
    // The end of a copied loop has to be known.
    for (uint32_t edge = begin; edge < end; ++edge)
      if (auto head = contexts_.left_loop(place.context, procedure.edges[edge].to)) {
        contexts_.keep_loop(procedure.function, *head);
        throw Restart{};
      }
  };
  while (!todo.empty()) {
    Place place = *todo.begin();
    todo.erase(todo.begin());
    // A copy: an edge may lead back to this place and change what is known there.
    follow(place, AbstractState(found.at(place)), false);
  }
  if (sink != nullptr)
    for (const auto& [place, state] : found) follow(place, state, true);
}

void Analysis::forget_dead(AbstractState& state, Place at) {
  if (!contexts_[at.context].turns.empty()) return;  // what is live is told of strands in source order
  FrameId frame = contexts_[at.context].frame;
  const program::Shape& shape = contexts_.shapes().of(contexts_.frame(frame).function);
  if (!shape.joins(at.loc)) return;
  std::erase_if(state.registers,
                [&](const auto& reg) { return reg.first.first == frame && !shape.live(at.loc, reg.first.second); });
}

bool Analysis::join_states(AbstractState& into, AbstractState from, Place at) {
  bool changed = false;
  for (const auto& [reg, value] : from.registers) {
    auto [place, is_new] = into.registers.emplace(reg, value);
    changed = is_new || join_into(place->second, value) || changed;
  }
  auto publish = [&](ObjectId id, AbstractState& state) {
    escape(AbstractValue::pointer(id), By::spawn, state, contexts_.procedure(at.context).edges.front().pos);
  };
  // Where an object has not been made nobody has a pointer to it: what is known elsewhere holds. Where it may have ended, its life is told
  // by a variable that everybody sees; of many threads' own objects nothing is known then.
  auto part = [&](ObjectId id, AbstractState& owning, const AbstractState& other) {
    if (other.made.contains(id) || !threads_[static_cast<uint32_t>(object(id).maker)].many)
      publish(id, owning);
    else
      owning.own.erase(id);
  };
  for (ObjectId id : std::set<ObjectId>(into.own)) {
    if (from.own.contains(id) || (!from.made.contains(id) && !from.dead.contains(id))) continue;
    changed = true;
    part(id, into, from);
  }
  for (ObjectId id : std::set<ObjectId>(from.own)) {
    if (into.own.contains(id)) continue;
    if (into.made.contains(id) || into.dead.contains(id)) {
      part(id, from, into);
      continue;
    }
    changed = true;
    into.own.insert(id);
    for (auto cell = from.cells.lower_bound({id, 0}); cell != from.cells.end() && cell->first.first == id; ++cell)
      into.cells.insert(*cell);
  }
  for (const auto& [cell, value] : from.cells) {
    if (!into.own.contains(cell.first) || !from.own.contains(cell.first)) continue;
    auto found = into.cells.find(cell);
    if (found == into.cells.end()) {
      AbstractValue old = unwritten({cell.first, cell.second});
      changed = join_into(old, value) || changed;
      into.cells[cell] = old;
    } else {
      changed = join_into(found->second, value) || changed;
    }
  }
  for (auto& [cell, value] : into.cells)
    if (from.own.contains(cell.first) && !from.cells.contains(cell))
      changed = join_into(value, unwritten({cell.first, cell.second})) || changed;
  std::erase_if(into.cells, [&](const auto& cell) { return !into.own.contains(cell.first.first); });
  changed = std::erase_if(into.tests,
                          [&](const auto& test) {
                            auto same = from.tests.find(test.first);
                            return same == from.tests.end() || same->second != test.second;
                          }) != 0 ||
            changed;
  auto size = [&] { return into.made.size() + into.dead.size() + into.spawned.size(); };
  size_t before = size();
  into.made.insert(from.made.begin(), from.made.end());
  into.dead.insert(from.dead.begin(), from.dead.end());
  into.spawned.insert(from.spawned.begin(), from.spawned.end());
  return changed || size() != before;
}

}  // namespace fencepost::flat
