// Analysis: the effect of a label on a state.
#include <algorithm>

#include "core/choice_source.h"
#include "flat/analysis.h"
#include "program/registers.h"

namespace fencepost::flat {

using core::TypeKind;

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
    escape(AbstractValue::pointer(of(core::GlobalId{i})), By::spawn, state, pos);
  std::vector<AbstractValue> args;
  for (const core::ExprPtr& arg : label.args) {
    args.push_back(evaluate(*arg, state, frame));
    escape(args.back(), By::spawn, state, pos);
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
  if (auto written = program::target(label))
    std::erase_if(state.tests, [&](const auto& test) {
      return test.first.first == frame && (test.first.second == *written || test.second.first == *written);
    });
  if (auto* k = std::get_if<program::Assume>(&label)) {
    if (!value(k->condition).may_be(1)) return {};
    learn(*k->condition, true, state, frame);
  } else if (auto* r = std::get_if<program::Restrict>(&label)) {
    if (!value(r->condition).may_be(1)) return {};
  } else if (auto* a = std::get_if<core::Await>(&label)) {
    if (!value(a->condition).may_be(1)) return {};
  } else if (auto* c = std::get_if<core::Check>(&label)) {
    if (!value(c->condition).may_be(1)) return {};
    learn(*c->condition, true, state, frame);
  } else if (auto* let = std::get_if<core::Let>(&label)) {
    set(let->reg, value(let->value));
    note_test(*let, state, frame);
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
    if (fence->order >= core::MemoryOrder::rcu_lock) not_flat(edge.pos, "sections of read-copy-update");
  } else if (auto* alloc = std::get_if<core::Alloc>(&label)) {
    allocate(place, edge_number, *alloc, state, edge.pos);
  } else if (auto* killed = std::get_if<core::Kill>(&label)) {
    kill(*killed, state, frame, edge.pos);
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
        escape(*result, By::spawn, state, edge.pos);
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
      if (id != ThreadId{0}) escape(*ended_with, By::spawn, state, edge.pos);
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
  } else if (auto* order = std::get_if<program::ChooseOrder>(&label)) {
    AbstractValue any;
    for (Bits number = 0; number < core::permutations(order->strands); ++number)
      join_into(any, AbstractValue::number(number));
    set(order->reg, std::move(any));
  } else if (std::holds_alternative<program::Sequencing>(label)) {
    std::vector<Successor> next;
    for (Place to : contexts_.sequenced(place.context, edge)) next.push_back({to, state});
    if (next.empty()) not_flat(edge.pos, std::string(kAnyOrder));
    return next;
  }
  return goes_on();
}

}  // namespace fencepost::flat
