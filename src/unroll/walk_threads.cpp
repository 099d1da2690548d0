// Walk: how threads begin and end.
#include <fmt/format.h>

#include "unroll/walk.h"

namespace fencepost::unroll {

void Walk::run_thread(Parts& p, Transfer& transfer, core::FunctionId function, State state,
                      const std::vector<Value>& args) {
  const uint32_t number = state.thread;
  ThreadTable::Thread& thread = p.threads[number];
  thread.ends.clear();
  state.regs = {};
  state.section = 0;
  state.sequence = Sequences::kThread;
  state.held.clear();
  state.known = {};
  state.unseen = {};
  state.control = 0;
  state.scopes.clear();
  const Step nowhere{.thread = number, .path = state.path};
  p.allocations.begin_thread(nowhere, state);
  const core::Function& callee = p.program.function(function);
  for (size_t i = 0; i < callee.params.size() && i < args.size(); ++i)
    Transfer::set(state, callee.params[i], transfer.fitting(args[i], callee.regs[core::index(callee.params[i])].type));
  State last;
  last.thread = number;
  last.path = state.path;
  uint32_t context = number == 0 ? Names::kRoot : p.names.context(Names::kRoot, nullptr, number);
  std::optional<State> finished = Walk(p, transfer).run(function, std::move(state), context);

  Term returned = finished ? finished->path->guard : p.terms.boolean(false);
  thread.finished = number != 0 ? returned : p.terms.boolean(false);
  thread.result = {};
  if (finished) thread.result = finished->regs.get(p.cfa.procedure(function).regs.size());
  if (finished && number == 0) {
    p.result.threads[0].returned = returned;
    p.leaks.note(nowhere, {.state = *finished});
  }
  for (const auto& [path, value] : thread.ends) {
    thread.finished = p.terms.or_(thread.finished, path->guard);
    if (!value) continue;
    // Nobody is told what the first thread's function returns.
    const bool is_alike =
        !thread.result || (thread.result.term.sort() == value.term.sort() && !thread.result.offset == !value.offset);
    if (is_alike)
      thread.result = thread.result ? p.cells.choose(path->guard, value, thread.result) : value;
    else if (number != 0)
      p.records.unsupported({.thread = number, .path = path, .pos = callee.pos}, p.terms.boolean(true),
                            "a thread whose result is a pointer or a number");
    else
      thread.result = value;
  }
  bool is_awaited = number != 0 || !thread.joined_early.empty();
  if (is_awaited && !thread.finished.is_false())
    thread.end = p.events.add(Event::Kind::end, nowhere, last, thread.finished, core::MemoryOrder::seq_cst);
  for (uint32_t join : thread.joined_early) p.events[join].partner = thread.end;
  p.result.threads[number].finished = p.terms.or_(returned, thread.finished);
  p.result.threads[number].result = thread.result;
}

bool Walk::spawn(const Step& step, const core::Spawn& label, State& state) {
  transfer_.begin(*step.edge);
  std::vector<Value> args;
  for (const core::ExprPtr& arg : label.args) args.push_back(p_.expressions.evaluate(*arg, state));
  Value callee = p_.expressions.evaluate(*label.callee, state);
  std::vector<Pointee> targets = p_.pointers.resolve(callee);
  p_.initial.go_concurrent(state);
  Value chosen;
  for (const Pointee& target : targets) {
    Term when = targets.size() == 1 ? p_.terms.boolean(true) : target.when;
    std::optional<core::FunctionId> id = p_.objects[target.object].function;
    if (!id || !p_.program.function(*id).defined) {
      p_.records.unsupported(step, when, "a thread that runs no known function");
      continue;
    }
    State child = state;
    if (!p_.decisions.restrict(child, when)) continue;
    child.thread = p_.names.thread(top().next_context(*step.edge, p_.names));
    std::vector<ThreadInfo>& threads = p_.result.threads;
    if (threads.size() <= child.thread) threads.resize(child.thread + 1);
    p_.sharing.spawned(child.thread, state.thread, p_.events.spawns(state.thread));
    uint32_t spawn = p_.events.add(Event::Kind::spawn, step, state, when, core::MemoryOrder::seq_cst);
    uint32_t start = p_.events.add(Event::Kind::start, step, child, p_.terms.boolean(true), core::MemoryOrder::seq_cst);
    threads[child.thread] = {state.thread, *id, child.path->guard, {}, {}, {}, {}, spawn, step.edge->pos};
    p_.events[spawn].partner = start;
    p_.events[start].partner = spawn;
    Value name{p_.arithmetic->constant(child.thread, top().type_of(label.reg)), {}, {}};
    const uint64_t steps = p_.steps, terms = p_.terms.size();
    auto note = [&] { steps_of_threads_ += p_.steps - steps, terms_of_threads_ += p_.terms.size() - terms; };
    try {
      run_thread(p_, transfer_, *id, std::move(child), args);
    } catch (const Exhausted&) {
      note();
      throw;
    }
    note();
    chosen = chosen ? p_.cells.choose(target.when, name, chosen) : name;
  }
  Transfer::set(state, label.reg, chosen);
  transfer_.end(step, state);
  return static_cast<bool>(chosen);
}

// May others go on then, and do they see what the section wrote? The first thread ends the program when it returns.
void Walk::end_in_section(const Step& step, const State& state) {
  bool ends_program = state.thread == 0 && !std::holds_alternative<core::EndThread>(step.edge->label);
  if (state.section != 0 && !ends_program)
    p_.records.unsupported(step, p_.terms.boolean(true), "a thread that ends inside an atomic section");
}

void Walk::end_thread(const Step& step, const core::EndThread& label, State& state) {
  transfer_.begin(*step.edge);
  end_in_section(step, state);
  Value value;
  if (label.value) value = p_.expressions.evaluate(*label.value, state);
  for (const auto& activation : stack_) p_.allocations.leave(step, state, *activation);
  p_.allocations.end_thread(step, state);
  p_.threads[state.thread].ends.emplace_back(state.path, value);
  if (state.thread == 0) p_.leaks.note(step, {.state = state, .is_last = true, .when = "; the last thread ends"});
  transfer_.end(step, state);
}

void Walk::exit(const Step& step, const core::Exit& label, State& state) {
  transfer_.begin(*step.edge);
  Term& exited = p_.result.threads[state.thread].exited;
  exited = exited ? p_.terms.or_(exited, state.path->guard) : state.path->guard;
  p_.sections.stop(step, state, p_.terms.boolean(true));
  if (!label.aborts) {
    uint32_t line = p_.records.site(step, step.edge->pos, {}).pos.line;
    std::string when = fmt::format("; {} is called at line {}", step.edge->text, line);
    p_.leaks.note(step, {.state = state, .has_locals = true, .when = std::move(when)});
  }
  transfer_.end(step, state);
}

}  // namespace fencepost::unroll
