#include "engine/litmus/thread_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/budget.h"
#include "base/diagnostic.h"

namespace fencepost::litmus {

namespace {

constexpr size_t kMaxPaths = 20000;
constexpr size_t kMaxSteps = 20000;
constexpr unsigned kMaxKnownJumps = 128;

struct RegisterState {
  Value value;
  EventMask data, pick;
};

struct State {
  size_t code = 0, pc = 0, step = 0;
  std::vector<RegisterState> registers;
  ThreadRun run;
  EventMask ctrl, pick_ctrl;
  std::vector<std::pair<EventMask, EventMask>> scopes;
  std::vector<int> reserved;
  uint32_t reserved_at = UINT32_MAX;
  uint32_t position = 0;
  size_t steps = 0;
  unsigned back_branches = 0;  // on unknown values
  unsigned back_jumps = 0;     // of loops whose exit is known
  size_t unknown_exit = 0;     // farthest target of a branch on an unknown value since the last jump back
};

class Runner {
 public:
  Runner(const Test& test, size_t thread, ExpressionPool& pool, uint32_t& next_read, unsigned unroll)
      : test_(test),
        thread_(thread),
        pool_(pool),
        next_read_(next_read),
        unroll_(unroll),
        in_c_(test.dialect == Dialect::c) {}

  ThreadRuns run() {
    State start;
    start.code = thread_;
    start.registers.resize(test_.register_names[thread_].size() + 1);
    for (const auto& [reg, value] : test_.initial_registers[thread_]) start.registers[reg].value = value;
    work_.push_back(std::move(start));
    while (!work_.empty()) {
      State s = std::move(work_.back());
      work_.pop_back();
      finish(std::move(s));
    }
    std::reverse(result_.runs.begin(), result_.runs.end());
    return std::move(result_);
  }

 private:
  struct Evaluated {
    Value value;
    EventMask data, pick;
  };

  Evaluated eval(const State& s, const OperandPtr& o) {
    if (!o) return {};
    switch (o->kind) {
      case Operand::Kind::constant:
        if (o->constant.kind == Value::Kind::label && o->constant.base == UINT32_MAX)
          return {Value::label(static_cast<uint32_t>(s.code), static_cast<int64_t>(s.pc + 1)), {}, {}};
        return {o->constant, {}, {}};
      case Operand::Kind::reg: {
        if (o->reg == kNoRegister) return {};
        // Code of another thread may name registers that this thread never mentions.
        if (o->reg >= s.registers.size()) return {};
        const RegisterState& r = s.registers[mapped(s, o->reg)];
        return {r.value, r.data, r.pick};
      }
      case Operand::Kind::operation:
        break;
    }
    Evaluated a = eval(s, o->children[0]), b, c;
    if (o->children.size() > 1) b = eval(s, o->children[1]);
    if (o->children.size() > 2) c = eval(s, o->children[2]);
    Evaluated r;
    r.value = pool_.make(o->op, o->width, a.value, b.value, c.value);
    r.data = a.data | b.data | c.data;
    r.pick = a.pick | b.pick | c.pick;
    return r;
  }

  // A thread that jumps into another thread's code uses its own registers of the same names.
  uint32_t mapped(const State& s, uint32_t reg) const {
    if (s.code == thread_ || reg == kOldValue) return reg;
    for (const auto& [name, id] : test_.register_names[s.code])
      if (id == reg) {
        auto it = test_.register_names[thread_].find(name);
        return it == test_.register_names[thread_].end() ? kOldValue : it->second;
      }
    return kOldValue;
  }

  void set(State& s, uint32_t reg, const Value& v, const EventMask& data, const EventMask& pick) {
    if (reg == kNoRegister) return;
    const uint32_t to = mapped(s, reg);
    if (to < s.registers.size()) s.registers[to] = {v, data, pick};
  }

  Value narrowed(const Value& v, const Step& step) {
    if (step.width >= 64) return v;
    return pool_.make(step.sign_extend ? Operator::sign_extend : Operator::truncate, 64, v, Value::integer(step.width));
  }

  size_t add(State& s, ThreadEvent e, const Instruction& in) {
    if (s.run.events.size() >= kMaxThreadEvents)
      throw InputError(in.pos, fmt::format("thread {} has more than {} events", thread_, kMaxThreadEvents));
    e.ctrl = s.ctrl;
    e.pick_ctrl = s.pick_ctrl;
    e.position = in_c_ ? ++s.position : s.position;
    e.text = in.text;
    e.pos = in.pos;
    s.run.events.push_back(std::move(e));
    return s.run.events.size() - 1;
  }

  ThreadEvent access(ThreadEvent::Kind kind, const Evaluated& address, const std::vector<std::string>& tags) {
    ThreadEvent e;
    e.kind = kind;
    e.has_address = true;
    e.address = address.value;
    e.addr = address.data;
    e.pick_addr = address.pick;
    e.tags = tags;
    if (e.reads()) {
      e.read_id = next_read_++;
      e.read_value = pool_.read(e.read_id);
    }
    return e;
  }

  static EventMask only(size_t event) {
    EventMask m;
    m.set(event);
    return m;
  }

  // The state in which `condition` has the given truth, or nothing if it cannot.
  bool assume(State& s, const Value& condition, bool truth) {
    if (condition.ground()) return (condition.kind != Value::Kind::integer || condition.number != 0) == truth;
    s.run.constraints.push_back({condition, truth});
    return true;
  }

  void finish(State s) {
    while (true) {
      const Code& code = test_.threads[s.code];
      if (s.pc >= code.instructions.size()) break;
      const Instruction& in = code.instructions[s.pc];
      if (s.step == 0 && !in_c_) ++s.position;
      bool jumped = false;
      while (s.step < in.steps.size() && !jumped) {
        const Step& step = in.steps[s.step++];
        if (++s.steps > kMaxSteps) {
          result_.cut = true;
          return;
        }
        if (!execute(s, step, in, jumped)) return;
      }
      if (!jumped) {
        ++s.pc;
        s.step = 0;
      }
    }
    if (result_.runs.size() >= kMaxPaths)
      throw Exhausted(Resource::steps, fmt::format("thread {} has more than {} paths", thread_, kMaxPaths));
    for (size_t r = 1; r < s.registers.size(); ++r) s.run.registers[static_cast<uint32_t>(r)] = s.registers[r].value;
    result_.runs.push_back(std::move(s.run));
  }

  void go(State& s, size_t target, bool& jumped) {
    s.pc = target;
    s.step = 0;
    jumped = true;
  }

  // False: this path is impossible or was handed over to others.
  bool execute(State& s, const Step& step, const Instruction& in, bool& jumped) {
    switch (step.kind) {
      case StepKind::assign: {
        const Evaluated v = eval(s, step.a);
        set(s, step.reg, v.value, v.data, v.pick);
        return true;
      }
      case StepKind::pick:
        return pick(s, step);
      case StepKind::load: {
        ThreadEvent e = access(ThreadEvent::Kind::read, eval(s, step.a), step.tags);
        const Value v = narrowed(e.read_value, step);
        e.paired = step.reserve;
        if (step.ordered_after_previous) e.ordered_after = static_cast<int>(s.run.events.size()) - 1;
        const size_t at = add(s, std::move(e), in);
        set(s, step.reg, v, only(at), {});
        if (step.reserve) {
          if (s.reserved_at != s.position) s.reserved.clear();
          s.reserved_at = s.position;
          s.reserved.push_back(static_cast<int>(at));
        }
        return true;
      }
      case StepKind::store: {
        const bool lock_word = step.tags.size() == 1 && step.tags[0] == "UL";
        ThreadEvent e =
            access(lock_word ? ThreadEvent::Kind::located : ThreadEvent::Kind::write, eval(s, step.a), step.tags);
        put_data(e, eval(s, step.b), step);
        if (step.ordered_after_previous) e.ordered_after = static_cast<int>(s.run.events.size()) - 1;
        add(s, std::move(e), in);
        return true;
      }
      case StepKind::fence: {
        ThreadEvent e;
        if (step.a) e = access(ThreadEvent::Kind::located, eval(s, step.a), step.tags);
        e.kind = step.a ? ThreadEvent::Kind::located : ThreadEvent::Kind::fence;
        e.tags = step.tags;
        if (step.a) e.tags.emplace_back("F");
        add(s, std::move(e), in);
        return true;
      }
      case StepKind::rmw:
        return read_modify_write(s, step, in);
      case StepKind::cas:
        return compare_and_swap(s, step, in);
      case StepKind::store_conditional:
        return store_conditional(s, step, in);
      case StepKind::branch:
        return branch(s, step, in, jumped);
      case StepKind::jump:
        if (step.target == SIZE_MAX) {
          s.pc = test_.threads[s.code].instructions.size();
          s.step = 0;
          jumped = true;
          return true;
        }
        if (step.target <= s.pc) {
          // A branch past this jump, on an unknown value, might have left the loop: while (unknown).
          const bool known = s.unknown_exit <= s.pc;
          s.unknown_exit = 0;
          if (known ? ++s.back_jumps > kMaxKnownJumps : ++s.back_branches > unroll_) {
            result_.cut = true;
            return false;
          }
        }
        go(s, step.target, jumped);
        return true;
      case StepKind::jump_register:
        return jump_register(s, step, in, jumped);
      case StepKind::enter_scope:
        s.scopes.emplace_back(s.ctrl, s.pick_ctrl);
        return true;
      case StepKind::leave_scope:
        std::tie(s.ctrl, s.pick_ctrl) = s.scopes.back();
        s.scopes.pop_back();
        return true;
      case StepKind::lock:
        lock(s, step, in);
        return true;
      case StepKind::trylock:
      case StepKind::is_locked:
        return lock_query(s, step, in);
    }
    return true;
  }

  void put_data(ThreadEvent& e, const Evaluated& v, const Step& step) {
    e.value = step.width >= 64 ? v.value : pool_.make(Operator::truncate, 64, v.value, Value::integer(step.width));
    e.data = v.data;
    e.pick_data = v.pick;
  }

  // Data flow inside an instruction is not a dependency between instructions.
  void take_own(ThreadEvent& w, size_t read) const {
    if (in_c_ || !w.data.test(read)) return;
    w.data.reset(read);
    w.own_data.set(read);
  }

  bool pick(State& s, const Step& step) {
    const Evaluated c = eval(s, step.a);
    const auto choose = [&](State& t, bool yes) {
      const Evaluated v = eval(t, yes ? step.b : step.c);
      set(t, step.reg, v.value, v.data, v.pick | c.data | c.pick);
    };
    if (c.value.ground()) {
      choose(s, c.value.kind != Value::Kind::integer || c.value.number != 0);
      return true;
    }
    State other = s;
    assume(other, c.value, false);
    choose(other, false);
    work_.push_back(std::move(other));
    assume(s, c.value, true);
    choose(s, true);
    return true;
  }

  bool read_modify_write(State& s, const Step& step, const Instruction& in) {
    const Evaluated address = eval(s, step.a);
    if (step.single_event) {
      ThreadEvent e = access(ThreadEvent::Kind::update, address, step.tags);
      const Value old = e.read_value;
      const size_t at = s.run.events.size();
      s.registers[kOldValue] = {old, only(at), {}};
      put_data(e, eval(s, step.b), step);
      e.data.reset(at);
      add(s, std::move(e), in);
      set(s, step.reg, old, only(at), {});
      return true;
    }
    ThreadEvent r = access(ThreadEvent::Kind::read, address, step.tags);
    const Value old = narrowed(r.read_value, step);
    const size_t read = add(s, std::move(r), in);
    s.registers[kOldValue] = {old, only(read), {}};
    ThreadEvent w = access(ThreadEvent::Kind::write, address, step.write_tags.empty() ? step.tags : step.write_tags);
    put_data(w, eval(s, step.b), step);
    take_own(w, read);
    w.rmw_from.set(read);
    w.amo = true;
    add(s, std::move(w), in);
    set(s, step.reg, old, only(read), {});
    return true;
  }

  bool compare_and_swap(State& s, const Step& step, const Instruction& in) {
    const Evaluated address = eval(s, step.a);
    // The read is the same whichever way it goes; its tags are not.
    const auto go_on = [&](State& t, bool success) {
      ThreadEvent r = access(success && step.single_event ? ThreadEvent::Kind::update : ThreadEvent::Kind::read,
                             address, success ? step.tags : step.fail_tags);
      const Value old = narrowed(r.read_value, step);
      const size_t read = t.run.events.size();
      t.registers[kOldValue] = {old, only(read), {}};
      const Evaluated expected = eval(t, step.b);
      const Value condition =
          step.condition ? eval(t, step.condition).value : pool_.make(Operator::equal, step.width, old, expected.value);
      if (!assume(t, condition, success)) return false;
      const Evaluated wanted = success ? eval(t, step.c) : Evaluated{};
      if (success && step.single_event) {
        put_data(r, wanted, step);
        r.data.reset(read);
      }
      add(t, std::move(r), in);
      if (success && !step.single_event) {
        ThreadEvent w =
            access(ThreadEvent::Kind::write, address, step.write_tags.empty() ? step.tags : step.write_tags);
        put_data(w, wanted, step);
        take_own(w, read);
        w.rmw_from.set(read);
        w.amo = true;
        w.pick_basic = expected.data | expected.pick | only(read);
        add(t, std::move(w), in);
      }
      set(t, step.reg, old, only(read), {});
      return true;
    };
    State other = s;
    if (go_on(other, false)) work_.push_back(std::move(other));
    return go_on(s, true);
  }

  bool store_conditional(State& s, const Step& step, const Instruction& in) {
    const Evaluated address = eval(s, step.a);
    const bool pair_swap = step.condition != nullptr;
    const Evaluated condition = pair_swap ? eval(s, step.condition) : Evaluated{};
    const auto fail = [&](State& t) {
      if (pair_swap && !assume(t, condition.value, false)) return false;
      t.reserved.clear();
      if (!pair_swap) set(t, step.reg, Value::integer(1), {}, {});
      return true;
    };
    const auto succeed = [&](State& t) {
      if (pair_swap && !assume(t, condition.value, true)) return false;
      if (t.reserved.empty()) return false;
      const std::vector<int> reserved = t.reserved;
      t.reserved.clear();
      const Value reserved_address = t.run.events[static_cast<size_t>(reserved[0])].address;
      if (!assume(t, pool_.make(Operator::equal, 64, reserved_address, address.value), true)) return false;
      EventMask stored;
      for (size_t i = 0; i < (step.c ? 2 : 1); ++i) {
        if (i >= reserved.size()) break;
        Evaluated where = address;
        if (i == 1) where.value = pool_.make(Operator::add, 64, address.value, Value::integer(step.width / 8));
        ThreadEvent w = access(ThreadEvent::Kind::write, where, step.tags);
        put_data(w, eval(t, i == 0 ? step.b : step.c), step);
        for (int r : reserved) w.rmw_from.set(static_cast<size_t>(r));
        w.amo = pair_swap;
        w.paired = true;
        if (pair_swap) w.pick_basic = condition.data | condition.pick;
        const size_t at = add(t, std::move(w), in);
        // RISC-V: the success of a store-conditional depends on the store; elsewhere it does not count as a dependency.
        if (test_.dialect == Dialect::riscv) stored.set(at);
      }
      if (!pair_swap) set(t, step.reg, Value::integer(0), stored, {});
      return true;
    };
    State other = s;
    if (fail(other)) work_.push_back(std::move(other));
    return succeed(s);
  }

  void decide(State& s, const EventMask& reads, const Instruction& in) {
    ThreadEvent e;
    e.kind = ThreadEvent::Kind::branch;
    e.condition = reads;
    e.tags = {"B", "BCC"};
    add(s, std::move(e), in);
  }

  bool branch(State& s, const Step& step, const Instruction& in, bool& jumped) {
    const Evaluated c = eval(s, step.a);
    decide(s, c.data | c.pick, in);
    s.ctrl |= c.data;
    s.pick_ctrl |= c.data | c.pick;
    const bool backward = step.target <= s.pc;
    if (c.value.ground()) {
      if (c.value.kind == Value::Kind::integer && c.value.number == 0) return true;
      go(s, step.target, jumped);
      return true;
    }
    if (!backward) s.unknown_exit = std::max(s.unknown_exit, step.target);
    State taken = s;
    assume(taken, c.value, true);
    if (backward && ++taken.back_branches > unroll_) {
      result_.cut = true;
    } else {
      bool ignored = false;
      go(taken, step.target, ignored);
      work_.push_back(std::move(taken));
    }
    return assume(s, c.value, false);
  }

  bool jump_register(State& s, const Step& step, const Instruction& in, bool& jumped) {
    const Evaluated target = eval(s, step.a);
    decide(s, target.data | target.pick, in);
    s.ctrl |= target.data;
    s.pick_ctrl |= target.data | target.pick;
    const auto jump_to = [&](State& t, const Value& label) {
      t.code = label.base;
      t.pc = static_cast<size_t>(label.number);
      t.step = 0;
    };
    if (target.value.kind == Value::Kind::label) {
      jump_to(s, target.value);
      jumped = true;
      return true;
    }
    if (target.value.ground())
      return target.value.kind == Value::Kind::node;  // not an instruction's address: no execution
    for (size_t t = 0; t < test_.threads.size(); ++t) {
      std::vector<size_t> targets;
      for (const auto& [name, index] : test_.threads[t].labels) targets.push_back(index);
      std::sort(targets.begin(), targets.end());
      targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
      for (size_t index : targets) {
        State other = s;
        const Value label = Value::label(static_cast<uint32_t>(t), static_cast<int64_t>(index));
        if (!assume(other, pool_.make(Operator::equal, 64, target.value, label), true)) continue;
        if (t == s.code && index <= s.pc && ++other.back_branches > unroll_) {
          result_.cut = true;
          continue;
        }
        jump_to(other, label);
        work_.push_back(std::move(other));
      }
    }
    return false;
  }

  void lock(State& s, const Step& step, const Instruction& in) {
    const Evaluated address = eval(s, step.a);
    add(s, access(ThreadEvent::Kind::located, address, {"LKR"}), in);
    add(s, access(ThreadEvent::Kind::located, address, {"LKW"}), in);
  }

  bool lock_query(State& s, const Step& step, const Instruction& in) {
    const Evaluated address = eval(s, step.a);
    const bool query = step.kind == StepKind::is_locked;
    State other = s;
    const size_t at = add(other, access(ThreadEvent::Kind::located, address, {query ? "RU" : "LF"}), in);
    set(other, step.reg, Value::integer(0), only(at), {});
    work_.push_back(std::move(other));
    size_t read = s.run.events.size();
    if (query)
      add(s, access(ThreadEvent::Kind::located, address, {"RL"}), in);
    else
      lock(s, step, in);
    set(s, step.reg, Value::integer(1), only(read), {});
    return true;
  }

  const Test& test_;
  size_t thread_;
  ExpressionPool& pool_;
  uint32_t& next_read_;
  unsigned unroll_;
  bool in_c_;
  std::vector<State> work_;
  ThreadRuns result_;
};

}  // namespace

ThreadRuns run_thread(const Test& test, size_t thread, ExpressionPool& pool, uint32_t& next_read, unsigned unroll) {
  return Runner(test, thread, pool, next_read, unroll).run();
}

std::string instruction_text(const Test& test, const Value& label) {
  if (label.base >= test.threads.size()) return "";
  const Code& code = test.threads[label.base];
  const auto index = static_cast<size_t>(label.number);
  if (index >= code.instructions.size()) return "";
  std::string text = code.instructions[index].text;
  for (const Step& step : code.instructions[index].steps) {
    int64_t to = -1;
    if (step.kind == StepKind::jump || step.kind == StepKind::branch) to = static_cast<int64_t>(step.target);
    if (step.kind == StepKind::assign && step.a && step.a->constant.kind == Value::Kind::label &&
        step.a->kind == Operand::Kind::constant)
      to = step.a->constant.number;
    if (to < 0) continue;
    const size_t cut = text.find_last_of(", \t");
    if (cut != std::string::npos)
      text = fmt::format("{}.{:+}", text.substr(0, cut + 1), 4 * (to - static_cast<int64_t>(index)));
  }
  return normal_instruction(text);
}

}  // namespace fencepost::litmus
