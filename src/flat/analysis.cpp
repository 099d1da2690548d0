#include "flat/analysis.h"

#include <fmt/format.h>

#include <algorithm>

namespace fencepost::flat {

using core::ExprOp;
using core::TypeKind;

Analysis::Analysis(const program::Cfa& cfa, logic::Terms& terms, Budget& budget)
    : cfa_(cfa),
      program_(*cfa.program),
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
    objects_.push_back(std::move(made));
  }
}

ObjectId Analysis::of(core::FunctionId id) const { return ObjectId{1 + core::index(id)}; }
ObjectId Analysis::of(core::GlobalId id) const {
  return ObjectId{static_cast<uint32_t>(1 + program_.functions.size()) + core::index(id)};
}

void Analysis::run(Sink& sink) {
  threads_.push_back({program_.entry, {}, false});
  for (bool done = false; !done;) {
    try {
      do {
        changed_ = false;
        round(nullptr);
      } while (changed_);
      done = true;
    } catch (const Restart&) {
      // What was learnt with loops copied stays true of them as loops, but is more than is needed.
      shared_.clear();
      results_.clear();
      threads_.resize(1);
      spawns_.clear();
    }
  }
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

AbstractValue Analysis::initial(ObjectId id, uint64_t at) const {
  auto found = initial_.find({id, at});
  if (found != initial_.end()) return found->second;
  const Object& of = object(id);
  auto cell = of.cells.find(at);
  return AbstractValue::zero(cell != of.cells.end() && cell->second.is_pointer);
}

AbstractValue Analysis::shared(ObjectId id, uint64_t at) const {
  auto found = shared_.find({id, at});
  return found != shared_.end() ? found->second : AbstractValue{};
}

AbstractValue Analysis::unwritten(const Touched& cell) const {
  const Object& of = object(cell.object);
  if (of.is_global) return initial(cell.object, cell.at);
  bool is_pointer = of.cells.at(cell.at).is_pointer;
  if (of.zeroed) return AbstractValue::zero(is_pointer);
  return AbstractValue::unset(is_pointer ? core::pointer_type(program_.pointer_bytes) : core::int_type(8, false));
}

void Analysis::add_shared(ObjectId id, uint64_t at, const AbstractValue& value) {
  if (join_into(shared_[{id, at}], value)) changed_ = true;
}

void Analysis::thread(ThreadId id, Sink* sink) {
  const Thread start = threads_[static_cast<uint32_t>(id)];
  Place root = contexts_.root(id, start.function);
  AbstractState first;
  const core::Function& function = program_.function(start.function);
  for (size_t i = 0; i < function.params.size() && i < start.arguments.size(); ++i)
    first.registers[{contexts_[root.context].frame, function.params[i]}] = start.arguments[i];
  // Until it creates a thread, nobody else sees what the first one does to static objects.
  for (uint32_t i = 0; i < program_.globals.size(); ++i) {
    first.made.insert(of(core::GlobalId{i}));
    if (id == ThreadId{0}) first.own.insert(of(core::GlobalId{i}));
  }
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
    AbstractState state = found.at(place);
    follow(place, state, false);
  }
  if (sink != nullptr)
    for (const auto& [place, state] : found) follow(place, state, true);
}

void Analysis::forget_dead(AbstractState& state, Place at) {
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
    escape(AbstractValue::pointer(id), state, contexts_.procedure(at.context).edges.front().pos);
  };
  for (ObjectId id : std::set<ObjectId>(into.own)) {
    if (from.own.contains(id)) continue;
    changed = true;
    if (from.made.contains(id))
      publish(id, into);
    else
      into.own.erase(id);
  }
  for (ObjectId id : std::set<ObjectId>(from.own))
    if (!into.own.contains(id) && into.made.contains(id)) publish(id, from);
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
  size_t before = into.made.size() + into.spawned.size();
  into.made.insert(from.made.begin(), from.made.end());
  into.spawned.insert(from.spawned.begin(), from.spawned.end());
  return changed || into.made.size() + into.spawned.size() != before;
}

std::vector<Touched> Analysis::touched(const AbstractValue& pointer, uint64_t bytes, const SourcePos& pos) const {
  std::vector<Touched> cells;
  for (const auto& [id, offset] : pointer.targets) {
    const Object& of = object(id);
    if (id == kNothing || of.function || of.size < bytes) continue;
    int64_t last = static_cast<int64_t>(of.size - bytes);
    if (offset.stride == 0) {
      if (offset.base >= 0 && offset.base <= last) cells.push_back({id, static_cast<uint64_t>(offset.base)});
      continue;
    }
    int64_t stride = static_cast<int64_t>(std::max<uint64_t>(offset.stride, bytes));
    if (offset.stride % bytes != 0) stride = static_cast<int64_t>(bytes);
    int64_t first = ((offset.base % stride) + stride) % stride;
    for (int64_t at = first; at <= last; at += stride) {
      if (cells.size() >= kMostCells) not_flat(pos, fmt::format("an access to one of more than {} cells", kMostCells));
      cells.push_back({id, static_cast<uint64_t>(at)});
    }
  }
  return cells;
}

// Cells do not overlap, and a cell holds pointers or numbers.
void Analysis::shape(const Touched& cell, const core::Type& type, const SourcePos& pos) {
  Object& of = objects_[static_cast<uint32_t>(cell.object)];
  if (type.kind == TypeKind::boolean || (type.kind != TypeKind::pointer && type.bits != 8 * type.bytes))
    not_flat(pos, fmt::format("{} is accessed as a type with padding", of.name));
  if (of.is_global) {
    uint32_t number = static_cast<uint32_t>(cell.object) - 1 - static_cast<uint32_t>(program_.functions.size());
    if (program_.globals[number].known != core::Known::all)
      not_flat(pos, fmt::format("{} is defined nowhere", of.name));
    if (of.storage == core::Storage::thread) not_flat(pos, fmt::format("every thread has its own {}", of.name));
  }
  bool is_pointer = type.kind == TypeKind::pointer;
  shape(cell, CellShape{type.bytes, is_pointer, !is_pointer}, pos);
}

void Analysis::shape(const Touched& cell, CellShape shape, const SourcePos& pos) {
  Object& of = objects_[static_cast<uint32_t>(cell.object)];
  auto [at, is_new] = of.cells.emplace(cell.at, shape);
  CellShape& known = at->second;
  bool overlaps = known.bytes != shape.bytes;
  if (is_new) {
    changed_ = !initialising_ || changed_;
    overlaps = std::next(at) != of.cells.end() && cell.at + shape.bytes > std::next(at)->first;
    if (at != of.cells.begin()) overlaps = overlaps || std::prev(at)->first + std::prev(at)->second.bytes > cell.at;
  }
  if (overlaps) not_flat(pos, fmt::format("parts of {} are accessed at several widths", of.name));
  if ((shape.is_pointer && !known.is_pointer) || (shape.is_number && !known.is_number)) {
    known.is_pointer = known.is_pointer || shape.is_pointer;
    known.is_number = known.is_number || shape.is_number;
    changed_ = true;
  }
  if (known.is_pointer && known.is_number)
    not_flat(pos, fmt::format("a part of {} is both a pointer and a number", of.name));
}

AbstractValue Analysis::held(const Touched& cell, const AbstractState& state) const {
  const Object& of = object(cell.object);
  if (!state.own.contains(cell.object)) return of.escapes ? shared(cell.object, cell.at) : AbstractValue{};
  auto found = state.cells.find({cell.object, cell.at});
  return found != state.cells.end() ? found->second : unwritten(cell);
}

void Analysis::hold(const Touched& cell, bool certain, const AbstractValue& value, AbstractState& state,
                    const SourcePos& pos) {
  if (!state.own.contains(cell.object)) {
    if (!object(cell.object).escapes) return;
    escape(value, state, pos);
    add_shared(cell.object, cell.at, value);
    return;
  }
  AbstractValue now = certain ? AbstractValue{} : held(cell, state);
  join_into(now, value);
  state.cells[{cell.object, cell.at}] = std::move(now);
}

AbstractValue Analysis::load(const AbstractValue& pointer, const core::Type& type, const AbstractState& state,
                             const SourcePos& pos) {
  AbstractValue value;
  for (const Touched& cell : touched(pointer, type.bytes, pos)) {
    shape(cell, type, pos);
    join_into(value, held(cell, state));
  }
  // What is not initialised may be anything, as a pointer it designates nothing.
  if (value.unspecified) join_into(value, AbstractValue::unset(type));
  return value;
}

void Analysis::store(const AbstractValue& pointer, const core::Type& type, const AbstractValue& value,
                     AbstractState& state, const SourcePos& pos) {
  std::vector<Touched> cells = touched(pointer, type.bytes, pos);
  for (const Touched& cell : cells) {
    shape(cell, type, pos);
    hold(cell, cells.size() == 1, value, state, pos);
  }
}

std::vector<Touched> Analysis::parts(const core::Expr& pointer, const core::Expr& bytes, const core::Scalars& scalars,
                                     const AbstractState& state, FrameId frame, const SourcePos& pos) const {
  AbstractValue to = evaluate(pointer, state, frame);
  std::optional<Bits> size = evaluate(bytes, state, frame).constant();
  if (!to.is_constant() || !size || *size == 0 || *size > (1 << 16))
    not_flat(pos, "what is copied or filled is not known");
  auto [id, offset] = *to.targets.begin();
  if (id == kNothing || object(id).function || offset.base < 0 ||
      static_cast<uint64_t>(offset.base) + *size > object(id).size)
    not_flat(pos, "what is copied or filled lies outside its object");
  std::vector<Touched> made{{id, static_cast<uint64_t>(offset.base)}};
  for (uint64_t at : scalars)
    if (at < *size) made.push_back({id, static_cast<uint64_t>(offset.base) + at});
  made.push_back({id, static_cast<uint64_t>(offset.base) + static_cast<uint64_t>(*size)});
  return made;
}

void Analysis::copy(const core::Copy& label, AbstractState& state, FrameId frame, const SourcePos& pos) {
  std::vector<Touched> from = parts(*label.src, *label.bytes, label.scalars, state, frame, pos);
  std::vector<Touched> to = parts(*label.dst, *label.bytes, label.scalars, state, frame, pos);
  for (size_t i = 0; i + 1 < from.size(); ++i) {
    CellShape any{from[i + 1].at - from[i].at};
    shape(from[i], any, pos);
    shape(to[i], any, pos);
    shape(to[i],
          CellShape{any.bytes, object(from[i].object).cells.at(from[i].at).is_pointer,
                    object(from[i].object).cells.at(from[i].at).is_number},
          pos);
    shape(from[i],
          CellShape{any.bytes, object(to[i].object).cells.at(to[i].at).is_pointer,
                    object(to[i].object).cells.at(to[i].at).is_number},
          pos);
    hold(to[i], true, held(from[i], state), state, pos);
  }
}

void Analysis::fill(const core::Fill& label, AbstractState& state, FrameId frame, const SourcePos& pos) {
  std::vector<Touched> to = parts(*label.ptr, *label.bytes, label.scalars, state, frame, pos);
  if (label.value != nullptr && evaluate(*label.value, state, frame).constant() != Bits{0})
    not_flat(pos, "memory is filled with more than zeros");
  for (size_t i = 0; i + 1 < to.size(); ++i) {
    shape(to[i], CellShape{to[i + 1].at - to[i].at}, pos);
    bool is_pointer = object(to[i].object).cells.at(to[i].at).is_pointer;
    AbstractValue filled = AbstractValue::zero(is_pointer);
    if (label.value == nullptr)
      filled = AbstractValue::unset(is_pointer ? core::pointer_type(program_.pointer_bytes) : core::int_type(8, false));
    hold(to[i], true, filled, state, pos);
  }
}

void Analysis::escape(const AbstractValue& value, AbstractState& state, const SourcePos& pos) {
  for (const auto& [id, offset] : value.targets) {
    (void)offset;
    if (!state.own.contains(id)) continue;
    Object& of = objects_[static_cast<uint32_t>(id)];
    if (threads_[static_cast<uint32_t>(of.maker)].many)
      not_flat(pos, fmt::format("{} of many threads is known to others", of.name));
    if (!of.escapes) of.escapes = changed_ = true;
    state.own.erase(id);
    std::vector<AbstractValue> reached;
    for (const auto& [at, of_cell] : of.cells) {
      (void)of_cell;
      auto found = state.cells.find({id, at});
      AbstractValue held = found != state.cells.end() ? found->second : unwritten({id, at});
      if (found != state.cells.end()) state.cells.erase(found);
      add_shared(id, at, held);
      reached.push_back(std::move(held));
    }
    for (const AbstractValue& next : reached) escape(next, state, pos);
  }
}

void Analysis::allocate(Place place, uint32_t edge, const core::Alloc& label, AbstractState& state,
                        const SourcePos& pos) {
  FrameId frame = contexts_[place.context].frame;
  std::optional<Bits> bytes = evaluate(*label.bytes, state, frame).constant();
  if (!bytes || *bytes > (1 << 20)) not_flat(pos, fmt::format("the size of {} is not known", label.name));
  auto [at, is_new] =
      allocations_.emplace(std::pair(place.context, edge), ObjectId{static_cast<uint32_t>(objects_.size())});
  if (is_new) {
    Object made{label.name, static_cast<uint64_t>(*bytes)};
    made.zeroed = label.zeroed;
    made.storage = label.storage;
    made.maker = contexts_.frame(frame).thread;
    made.frame = frame;
    objects_.push_back(std::move(made));
  }
  ObjectId id = at->second;
  Object& of = objects_[static_cast<uint32_t>(id)];
  if (of.size != *bytes) not_flat(pos, fmt::format("the size of {} changes", label.name));
  if (state.made.contains(id)) not_flat(pos, fmt::format("{} is made again while there may be one", label.name));
  // Were it made before, pointers to the old one would be taken for pointers to the new one.
  for (const auto& [cell, value] : state.cells)
    if (value.targets.contains(id)) not_flat(pos, fmt::format("a pointer to {} outlives it", label.name));
  for (const auto& [reg, value] : state.registers)
    if (reg != std::pair(frame, label.reg) && value.targets.contains(id))
      not_flat(pos, fmt::format("a pointer to {} outlives it", label.name));
  std::erase_if(state.cells, [&](const auto& cell) { return cell.first.first == id; });
  state.own.insert(id);
  state.made.insert(id);
  state.registers[{frame, label.reg}] = AbstractValue::pointer(id);
}

void Analysis::kill(ObjectId id, AbstractState& state) {
  Object& of = objects_[static_cast<uint32_t>(id)];
  if (!state.own.contains(id) && of.escapes && !of.is_killed) of.is_killed = changed_ = true;
  if (state.own.erase(id) != 0) state.made.erase(id);
  std::erase_if(state.cells, [&](const auto& cell) { return cell.first.first == id; });
}

// C11 6.2.4p6: what is automatic ends with its activation.
void Analysis::leave(FrameId frame, AbstractState& state) {
  for (ObjectId id : std::set<ObjectId>(state.made)) {
    const Object& of = object(id);
    bool ends = of.storage == core::Storage::automatic || of.storage == core::Storage::temporary;
    if (of.frame == frame && ends && !of.is_global) kill(id, state);
  }
  std::erase_if(state.registers, [&](const auto& reg) { return reg.first.first == frame; });
}

void Analysis::spawn(Place place, uint32_t edge, const core::Spawn& label, AbstractState& state, const SourcePos& pos) {
  FrameId frame = contexts_[place.context].frame;
  AbstractValue callee = evaluate(*label.callee, state, frame);
  if (callee.targets.size() != 1 || !object(callee.targets.begin()->first).function)
    not_flat(pos, "which function a thread runs is not known");
  core::FunctionId function = *object(callee.targets.begin()->first).function;
  if (!program_.function(function).defined) not_flat(pos, "a thread runs a function without a definition");
  auto [at, is_new] = spawns_.emplace(std::pair(place.context, edge), ThreadId{static_cast<uint32_t>(threads_.size())});
  if (is_new) threads_.push_back({function, {}, false}), changed_ = true;
  ThreadId id = at->second;
  if (threads_[static_cast<uint32_t>(id)].function != function)
    not_flat(pos, "which function a thread runs is not known");
  bool many = state.spawned.contains(id) || threads_[static_cast<uint32_t>(contexts_.frame(frame).thread)].many;
  if (many && !threads_[static_cast<uint32_t>(id)].many) threads_[static_cast<uint32_t>(id)].many = changed_ = true;
  state.spawned.insert(id);
  for (uint32_t i = 0; i < program_.globals.size(); ++i)
    escape(AbstractValue::pointer(of(core::GlobalId{i})), state, pos);
  std::vector<AbstractValue> args;
  for (const core::ExprPtr& arg : label.args) {
    args.push_back(evaluate(*arg, state, frame));
    escape(args.back(), state, pos);
  }
  Thread& thread = threads_[static_cast<uint32_t>(id)];
  thread.arguments.resize(std::max(thread.arguments.size(), args.size()));
  for (size_t i = 0; i < args.size(); ++i) changed_ = join_into(thread.arguments[i], args[i]) || changed_;
  state.registers[{frame, label.reg}] =
      thread.many ? AbstractValue::any() : AbstractValue::number(static_cast<uint32_t>(id));
}

std::vector<Successor> Analysis::step(Place place, uint32_t edge_number, AbstractState state) {
  const program::Procedure& procedure = contexts_.procedure(place.context);
  const program::Edge& edge = procedure.edges[edge_number];
  FrameId frame = contexts_[place.context].frame;
  auto value = [&](const core::ExprPtr& expr) { return evaluate(*expr, state, frame); };
  auto set = [&](core::Reg reg, AbstractValue to) { state.registers[{frame, reg}] = std::move(to); };
  auto goes_on = [&] {
    std::vector<Successor> next;
    Place to = contexts_.next(place.context, place.loc, edge.to);
    for (const auto& loop : contexts_[to.context].iterations)
      if (loop.second > Contexts::kMostIterations) {
        contexts_.keep_loop(procedure.function, loop.first);
        throw Restart{};
      }
    next.push_back({to, std::move(state)});
    return next;
  };
  const program::EdgeLabel& label = edge.label;
  if (auto* k = std::get_if<program::Assume>(&label)) {
    if (!value(k->condition).may_be(1)) return {};
  } else if (auto* r = std::get_if<program::Restrict>(&label)) {
    if (!value(r->condition).may_be(1)) return {};
  } else if (auto* a = std::get_if<core::Await>(&label)) {
    if (!value(a->condition).may_be(1)) return {};
  } else if (auto* c = std::get_if<core::Check>(&label)) {
    if (!value(c->condition).may_be(1)) return {};
  } else if (auto* let = std::get_if<core::Let>(&label)) {
    set(let->reg, value(let->value));
  } else if (auto* choose = std::get_if<core::Choose>(&label)) {
    AbstractValue any = AbstractValue::unset(choose->type);
    any.unspecified = false;
    set(choose->reg, choose->type.kind == TypeKind::boolean ? AbstractValue{false, false, {0, 1}, {0, 1}, {}} : any);
  } else if (auto* load_ = std::get_if<core::Load>(&label)) {
    if (load_->bits.width != 0) not_flat(edge.pos, "a bit-field");
    AbstractValue found = load(value(load_->ptr), load_->type, state, edge.pos);
    if (found.is_bottom()) return {};
    set(load_->reg, std::move(found));
  } else if (auto* store_ = std::get_if<core::Store>(&label)) {
    if (store_->bits.width != 0) not_flat(edge.pos, "a bit-field");
    store(value(store_->ptr), store_->type, value(store_->value), state, edge.pos);
  } else if (auto* rmw = std::get_if<core::Rmw>(&label)) {
    AbstractValue pointer = value(rmw->ptr);
    AbstractValue old = load(pointer, rmw->type, state, edge.pos);
    if (old.is_bottom()) return {};
    if (old.unspecified) not_flat(edge.pos, "an update of what may not be initialised");
    set(rmw->reg, old);
    AbstractValue made = value(rmw->value);
    if (rmw->condition != nullptr && !value(rmw->condition).may_be(1)) made = old;
    join_into(made, old);
    store(pointer, rmw->type, made, state, edge.pos);
  } else if (auto* fence = std::get_if<core::Fence>(&label)) {
    if (fence->ptr != nullptr) not_flat(edge.pos, "a fence for one object");
  } else if (auto* alloc = std::get_if<core::Alloc>(&label)) {
    allocate(place, edge_number, *alloc, state, edge.pos);
  } else if (auto* killed = std::get_if<core::Kill>(&label)) {
    AbstractValue pointer = value(killed->ptr);
    if (pointer.targets.size() != 1) not_flat(edge.pos, "which object ends is not known");
    kill(pointer.targets.begin()->first, state);
  } else if (auto* spawned = std::get_if<core::Spawn>(&label)) {
    spawn(place, edge_number, *spawned, state, edge.pos);
  } else if (auto* join = std::get_if<core::Join>(&label)) {
    if (join->reg) {
      AbstractValue result = AbstractValue::unset(procedure.regs[core::index(*join->reg)].type);
      for (const auto& [id, of] : results_) {
        (void)id;
        join_into(result, of);
      }
      set(*join->reg, result);
    }
  } else if (auto* self = std::get_if<core::Self>(&label)) {
    ThreadId id = contexts_.frame(frame).thread;
    set(self->reg, threads_[static_cast<uint32_t>(id)].many ? AbstractValue::any()
                                                            : AbstractValue::number(static_cast<uint32_t>(id)));
  } else if (auto* call = std::get_if<core::Call>(&label)) {
    AbstractValue callee = value(call->callee);
    std::vector<Successor> next;
    for (const auto& [id, offset] : callee.targets) {
      (void)offset;
      if (!object(id).function || !program_.function(*object(id).function).defined) continue;
      core::FunctionId function = *object(id).function;
      Place to = contexts_.call(place.context, edge_number, function, edge.pos);
      AbstractState inner = state;
      FrameId callee_frame = contexts_[to.context].frame;
      const std::vector<core::Reg>& params = program_.function(function).params;
      for (size_t i = 0; i < params.size() && i < call->args.size(); ++i)
        inner.registers[{callee_frame, params[i]}] = value(call->args[i]);
      next.push_back({to, std::move(inner), function});
    }
    return next;
  } else if (auto* ret = std::get_if<core::Return>(&label)) {
    const Frame here = contexts_.frame(frame);
    std::optional<AbstractValue> result;
    if (ret->value != nullptr) result = value(ret->value);
    if (!here.caller) {
      if (result && here.thread != ThreadId{0}) {
        escape(*result, state, edge.pos);
        changed_ = join_into(results_[here.thread], *result) || changed_;
      }
      leave(frame, state);
      return {};
    }
    leave(frame, state);
    const program::Procedure& outer = contexts_.procedure(*here.caller);
    const core::Call& made = std::get<core::Call>(outer.edges[here.call].label);
    if (made.reg)
      state.registers[{contexts_[*here.caller].frame, *made.reg}] =
          result ? *result : AbstractValue::unset(outer.regs[core::index(*made.reg)].type);
    std::vector<Successor> next;
    next.push_back({contexts_.after_call(frame), std::move(state)});
    return next;
  } else if (std::holds_alternative<core::Exit>(label) || std::holds_alternative<core::Unsupported>(label)) {
    return {};
  } else if (auto* end = std::get_if<core::EndThread>(&label)) {
    ThreadId id = contexts_.frame(frame).thread;
    std::optional<AbstractValue> ended_with;
    if (end->value != nullptr) {
      ended_with = value(end->value);
      if (id != ThreadId{0}) escape(*ended_with, state, edge.pos);
    }
    for (std::optional<ContextId> up = place.context; up; up = contexts_.frame_of(*up).caller)
      leave(contexts_[*up].frame, state);
    if (end->value != nullptr && id != ThreadId{0}) {
      AbstractValue result = std::move(*ended_with);
      changed_ = join_into(results_[id], result) || changed_;
    }
    return {};
  } else if (auto* copied = std::get_if<core::Copy>(&label)) {
    copy(*copied, state, frame, edge.pos);
  } else if (auto* filled = std::get_if<core::Fill>(&label)) {
    fill(*filled, state, frame, edge.pos);
  } else if (std::holds_alternative<program::ChooseOrder>(label) ||
             std::holds_alternative<program::Sequencing>(label)) {
    not_flat(edge.pos, "an expression whose order of evaluation matters");
  }
  return goes_on();
}

}  // namespace fencepost::flat
