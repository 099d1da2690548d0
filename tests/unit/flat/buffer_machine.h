// A machine with store buffers in the plainest words, programs whose ends tell what happened, and random ones: what passes that turn buffers into
// something else are held against.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <set>

#include "builder.h"
#include "flat/buffer_facts.h"
#include "flat/interpreter.h"
#include "flat/operands.h"
#include "flat/verify.h"
#include "logic/evaluate.h"

namespace fencepost::flat::testing {

using core::MemoryOrder;

inline BufferFacts facts_of(const char* model) { return *buffer_facts(*memory::load_model(model)); }

// Programs whose main starts all threads, waits for them, loads what it shows and packs it into one number.
class Outcomes {
 public:
  Outcomes() : main_(b.thread("main")) {}

  Builder b;
  VarId shared(const std::string& name) { return shown_.emplace_back(b.shared(name, kBits)); }
  TemplateId thread() {
    threads_.push_back(b.thread("t" + std::to_string(threads_.size())));
    at_.push_back(0);
    return threads_.back();
  }
  // At the end of the thread's program so far.
  void add(TemplateId of, Label label) {
    uint32_t& at = at_[index(of) - 1];
    b.edge(of, at, at + 1, std::move(label));
    ++at;
  }
  uint32_t& at(TemplateId of) { return at_[index(of) - 1]; }
  void store(TemplateId of, VarId to, Bits value, MemoryOrder order = MemoryOrder::relaxed) {
    add(of, Store{{to, {}}, b.num(value, kBits), order});
  }
  // Main shows what was loaded.
  VarId load(TemplateId of, VarId from, MemoryOrder order = MemoryOrder::relaxed) {
    VarId target = own(of);
    add(of, Load{target, {from, {}}, order});
    shows_.push_back({of, target});
    return target;
  }
  VarId own(TemplateId of) { return b.own(of, "r" + std::to_string(registers_++), kBits); }
  void fence(TemplateId of, MemoryOrder order = MemoryOrder::seq_cst) { add(of, Fence{order}); }
  // Registers of threads are told at their ends.
  void show(TemplateId of, VarId reg) { shows_.push_back({of, reg}); }

  const FlatProgram& done() {
    std::vector<VarId> seen;
    for (const auto& [of, reg] : shows_) {
      VarId told = b.shared("told" + std::to_string(seen.size()), kBits);
      add(of, Store{{told, {}}, b(reg), MemoryOrder::relaxed});
      seen.push_back(told);
    }
    seen.insert(seen.end(), shown_.begin(), shown_.end());
    uint32_t at = 0;
    for (TemplateId of : threads_) b.edge(main_, at, at + 1, Spawn{of, {}}), ++at;
    for (TemplateId of : threads_) b.edge(main_, at, at + 1, Join{of}), ++at;
    unsigned width = kBits * static_cast<unsigned>(seen.size());
    VarId packed = b.own(main_, "packed", width);
    for (VarId id : seen) {
      VarId read = b.own(main_, "seen of " + b.program[id].name, kBits);
      b.edge(main_, at, at + 1, Load{read, {id, {}}, MemoryOrder::relaxed}), ++at;
      Term shifted = b.terms.binary(logic::Op::bv_shl, b(packed), b.num(kBits, width));
      b.edge(main_, at, at + 1,
             Assign{packed, b.terms.binary(logic::Op::bv_or, shifted, b.terms.zext(b(read), width))}),
          ++at;
    }
    end_ = at;
    packed_ = packed;
    for (uint64_t value = 0; value < uint64_t{1} << width; ++value)
      b.edge(main_, at, at + 1,
             Check{core::Undef::assertion, b.terms.ne(b(packed), b.num(value, width)), std::to_string(value)});
    b.done();
    verify(b.program, "building");
    return b.program;
  }
  VarId packed() const { return packed_; }
  uint32_t end() const { return end_; }

  static constexpr unsigned kBits = 1;

 private:
  TemplateId main_;
  std::vector<TemplateId> threads_;
  std::vector<uint32_t> at_;
  std::vector<VarId> shown_;
  std::vector<std::pair<TemplateId, VarId>> shows_;
  unsigned registers_ = 0;
  VarId packed_{};
  uint32_t end_ = 0;
};

inline std::set<uint64_t> shown_by(const FlatProgram& program) {
  ExploreOptions options;
  options.most_states = 3'000'000;
  Explored explored = explore(program, options);
  EXPECT_TRUE(explored.complete);
  std::set<uint64_t> shown;
  for (const Failure& failure : explored.failures) {
    const Edge& edge = program[failure.check().of].edges[failure.check().edge];
    shown.insert(std::stoull(std::get<Check>(edge.label).detail));
  }
  return shown;
}

// Loads come first, in the order of their making, then the variables.
struct TwoThreads : Outcomes {
  VarId x = shared("x"), y = shared("y");
  TemplateId s = thread(), t = thread();
};

// The machine: every thread has a list of stores; one may leave if none before it is to its cell, nor beyond a store barrier, and under
// tso if it is the first.
class Machine {
 public:
  Machine(const FlatProgram& program, const BufferFacts& facts) : program_(program), facts_(facts) {}

  // In some interleaving a thread is about to load plainly what another is about to write.
  bool races() {
    interleaves_ = true;
    shown(VarId{0}, kNobody);
    return races_;
  }

  // What was seen on the way to that.
  std::set<std::vector<Bits>> memories;     // values of what is shared
  std::set<std::string> failed;             // details of checks
  size_t longest = 0, longest_of_cell = 0;  // buffer of a thread

  size_t states() const { return seen_.size(); }
  std::set<uint64_t> shown(VarId packed, uint32_t end) {
    State start{std::vector<Bits>(program_.variables.size()), {}, kNobody};
    for (size_t i = 0; i < program_.variables.size(); ++i) start.values[i] = program_.variables[i].initial.value_or(0);
    for (const Template& of : program_.templates) start.threads.push_back({index(of.entry), false, {}, 0, false});
    start.threads[0].begun = true;
    std::vector<State> stack;
    add(start, stack);
    std::set<uint64_t> shown;
    while (!stack.empty()) {
      State state = std::move(stack.back());
      stack.pop_back();
      if (state.threads[0].at == end) {
        shown.insert(static_cast<uint64_t>(state.values[index(packed)]));
        continue;
      }
      if (interleaves_) find_race(state);
      look_at(state);
      bool alone = state.atomic != kNobody && steps(state, state.atomic, stack);
      for (uint32_t thread = 0; !alone && thread < state.threads.size(); ++thread)
        if (thread != state.atomic) steps(state, thread, stack);
    }
    return shown;
  }

 private:
  static constexpr uint32_t kNobody = ~0u;
  struct Waiting {
    VarId cell{};
    Bits value = 0;
    uint32_t barriers = 0;
  };
  struct Thread {
    uint32_t at = 0;
    bool begun = false;
    std::deque<Waiting> buffer;
    uint32_t barriers = 0;
    bool drains = false;
  };
  struct State {
    std::vector<Bits> values;
    std::vector<Thread> threads;
    uint32_t atomic = kNobody;
  };

  void add(const State& state, std::vector<State>& stack) {
    std::string key;
    auto put = [&](uint64_t value) { key.append(reinterpret_cast<const char*>(&value), sizeof value); };
    for (Bits value : state.values) put(static_cast<uint64_t>(value));
    for (const Thread& thread : state.threads) {
      put(thread.at), put(thread.begun), put(thread.barriers), put(thread.drains), put(thread.buffer.size());
      for (const Waiting& one : thread.buffer)
        put(index(one.cell)), put(static_cast<uint64_t>(one.value)), put(one.barriers);
    }
    put(state.atomic);
    if (seen_.insert(key).second) stack.push_back(state);
  }

  Bits value(const State& state, Term term) const {
    logic::Assignment values;
    for (size_t i = 0; i < program_.variables.size(); ++i) values[program_.variables[i].term] = state.values[i];
    return logic::evaluate(term, values);
  }
  VarId cell(const State& state, const Access& access) const {
    if (auto* id = std::get_if<VarId>(&access.to)) return *id;
    Bits place = value(state, access.place);
    for (const Group::Cell& one : program_[std::get<GroupId>(access.to)].cells)
      if (one.place == place) return one.variable;
    ADD_FAILURE();
    return {};
  }
  // A thread waits at a place that is no cell's.
  bool has_cell(const State& state, const Access& access) const {
    auto* group = std::get_if<GroupId>(&access.to);
    if (group == nullptr) return true;
    Bits place = value(state, access.place);
    return std::ranges::any_of(program_[*group].cells, [&](const Group::Cell& one) { return one.place == place; });
  }

  void look_at(const State& state) {
    std::vector<Bits> memory;
    for (size_t i = 0; i < state.values.size(); ++i)
      if (!program_.variables[i].owner) memory.push_back(state.values[i]);
    memories.insert(std::move(memory));
    for (const Thread& thread : state.threads) {
      longest = std::max(longest, thread.buffer.size());
      std::map<VarId, size_t> of_cell;
      for (const Waiting& one : thread.buffer) longest_of_cell = std::max(longest_of_cell, ++of_cell[one.cell]);
    }
  }

  void find_race(const State& state) {
    for (uint32_t one = 0; one < state.threads.size(); ++one)
      for (uint32_t other = 0; other < state.threads.size(); ++other) {
        bool is_kept = state.atomic != kNobody && state.atomic != other;
        if (one == other || is_kept || !state.threads[one].begun || !state.threads[other].begun) continue;
        for (const Edge& load : program_.templates[one].edges)
          for (const Edge& write : program_.templates[other].edges) {
            auto* loads = std::get_if<Load>(&load.label);
            if (loads == nullptr || loads->order != MemoryOrder::plain || !writes(write.label)) continue;
            if (index(load.from) != state.threads[one].at || index(write.from) != state.threads[other].at) continue;
            VarId at = cell(state, *access(write.label));
            auto* update = std::get_if<Rmw>(&write.label);
            State found = state;
            if (update) found.values[index(update->target)] = state.values[index(at)];
            if (update && value(found, update->condition) == 0) continue;
            races_ = races_ || cell(state, loads->from) == at;
          }
      }
  }

  bool steps(const State& state, uint32_t number, std::vector<State>& stack) {
    const Thread& self = state.threads[number];
    if (!self.begun) return false;
    bool any = false;
    for (size_t i = 0; i < self.buffer.size(); ++i) {
      bool may = self.buffer[i].barriers == self.buffer[0].barriers && (i == 0 || facts_.per_variable);
      for (size_t j = 0; j < i; ++j) may = may && self.buffer[j].cell != self.buffer[i].cell;
      if (!may) continue;
      State next = state;
      next.values[index(self.buffer[i].cell)] = self.buffer[i].value;
      auto& buffer = next.threads[number].buffer;
      buffer.erase(buffer.begin() + static_cast<std::ptrdiff_t>(i));
      if (buffer.empty()) next.threads[number].drains = false;
      add(next, stack);
      any = true;
    }
    if (self.drains) return any;
    for (const Edge& edge : program_.templates[number].edges)
      if (index(edge.from) == self.at) any = step(state, number, edge, stack) || any;
    return any;
  }

  bool step(const State& state, uint32_t number, const Edge& edge, std::vector<State>& stack) {
    const Thread& self = state.threads[number];
    if (const Access* touched = access(edge.label); touched != nullptr && !has_cell(state, *touched)) return false;
    State next = state;
    Thread& after = next.threads[number];
    after.at = index(edge.to);
    auto before = [&](Barrier barrier) {
      if (barrier == Barrier::stores) ++after.barriers;
      return barrier != Barrier::full || self.buffer.empty();
    };
    if (auto* k = std::get_if<Assign>(&edge.label)) next.values[index(k->target)] = value(state, k->value);
    if (auto* k = std::get_if<Assume>(&edge.label))
      if (value(state, k->condition) == 0) return false;
    if (auto* k = std::get_if<Check>(&edge.label); k && value(state, k->condition) == 0) {
      failed.insert(k->detail);
      return true;
    }
    if (auto* k = std::get_if<Load>(&edge.label)) {
      VarId from = cell(state, k->from);
      Bits found = state.values[index(from)];
      for (const Waiting& one : self.buffer)
        if (one.cell == from) found = one.value;
      next.values[index(k->target)] = found;
    }
    if (auto* k = std::get_if<Store>(&edge.label)) {
      BufferFacts::Around around = *facts_.stores[static_cast<size_t>(k->order)];
      if (!before(around.before)) return false;
      VarId to = cell(state, k->to);
      if (state.atomic == number || interleaves_)
        next.values[index(to)] = value(state, k->value);
      else
        after.buffer.push_back({to, value(state, k->value), after.barriers});
      after.drains = around.after == Barrier::full && !after.buffer.empty();
    }
    if (auto* k = std::get_if<Rmw>(&edge.label)) {
      if (!self.buffer.empty()) return false;
      VarId at = cell(state, k->at);
      next.values[index(k->target)] = state.values[index(at)];
      if (value(next, k->condition) != 0) next.values[index(at)] = value(next, k->value);
    }
    if (auto* k = std::get_if<Fence>(&edge.label))
      if (!before(*facts_.fences[static_cast<size_t>(k->order)])) return false;
    if (std::holds_alternative<AtomicBegin>(edge.label)) {
      if (!self.buffer.empty()) return false;
      next.atomic = number;
    }
    if (std::holds_alternative<AtomicEnd>(edge.label)) next.atomic = kNobody;
    if (auto* k = std::get_if<Spawn>(&edge.label)) next.threads[index(k->spawned)].begun = true;
    if (auto* k = std::get_if<Join>(&edge.label)) {
      const Thread& joined = state.threads[index(k->joined)];
      bool ended = joined.begun && joined.buffer.empty();
      for (const Edge& other : program_[k->joined].edges) ended = ended && index(other.from) != joined.at;
      if (!ended || !self.buffer.empty()) return false;
    }
    add(next, stack);
    return true;
  }

  const FlatProgram& program_;
  const BufferFacts& facts_;
  bool interleaves_ = false, races_ = false;
  std::set<std::string> seen_;
};

class RandomBuffers {
 public:
  explicit RandomBuffers(uint64_t seed, bool checks = false) : random_(seed), checks_(checks) {
    for (const char* name : {"x", "y", "z"}) shared_.push_back(test.shared(name));
    unread_ = test.b.shared("unread", 1);
    variables_ = below(2) ? 2 : 3;
    if (below(3) == 0) test.b.program.groups.push_back({"g", 1, {{0, shared_[0]}, {1, shared_[1]}}});
    unsigned threads = below(4) == 0 ? 3 : 2;
    for (unsigned i = 0; i < threads; ++i) {
      TemplateId of = test.thread();
      a_ = test.own(of), b_ = test.own(of);
      test.add(of, Store{{shared_[i], {}}, test.b.num(1, 1), MemoryOrder::relaxed});
      body(of, threads == 3 ? 1 : 4);
      test.show(of, a_);
    }
  }

  Outcomes test;

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  VarId own() { return below(2) ? a_ : b_; }
  Access place() {
    if (!test.b.program.groups.empty() && below(2)) return {GroupId{0}, test.b(own())};
    return {shared_[below(variables_)], {}};
  }
  Access written() { return below(6) == 0 ? Access{unread_, {}} : place(); }
  MemoryOrder order() {
    constexpr MemoryOrder kOrders[] = {MemoryOrder::relaxed, MemoryOrder::relaxed, MemoryOrder::relaxed,
                                       MemoryOrder::release, MemoryOrder::seq_cst};
    return kOrders[below(5)];
  }

  void body(TemplateId of, unsigned most) {
    bool in_section = false;
    for (unsigned n = 1 + below(most); n > 0; --n) {
      Term some = below(2) ? test.b(own()) : test.b.num(below(2), 1);
      Term condition = test.b.terms.eq(test.b(own()), test.b.num(below(2), 1));
      if (checks_ && below(4) == 0)
        test.add(of, Check{core::Undef::assertion, condition, "check " + std::to_string(number_of_checks_++)});
      switch (below(below(2) ? 9 : 14)) {
        case 0:
        case 1:
        case 2:
        case 3:
          test.add(of, Load{own(), place(), MemoryOrder::relaxed});
          break;
        case 4:
        case 5:
        case 6:
        case 7:
        case 8:
          test.add(of, Store{written(), some, order()});
          break;
        case 9:
          test.add(of, Rmw{own(), place(), below(2) ? condition : test.b.terms.boolean(true), some});
          break;
        case 10:
          test.fence(of, below(2) ? MemoryOrder::seq_cst : MemoryOrder::release);
          break;
        case 11: {  // a branch, or a wait
          uint32_t at = test.at(of);
          test.b.edge(of, at, at + 2, Assume{condition});
          if (below(4)) test.b.edge(of, at, at + 1, Assume{test.b.terms.not_(condition)});
          test.b.edge(of, at + 1, at + 2, Store{place(), some, order()});
          test.at(of) += 2;
          break;
        }
        case 12:
          test.add(of, Assign{own(), test.b.terms.unary(logic::Op::bv_not, test.b(own()))});
          break;
        case 13:
          if (!in_section)
            test.add(of, AtomicBegin{});
          else
            test.add(of, AtomicEnd{});
          in_section = !in_section;
          break;
      }
    }
    if (in_section) test.add(of, AtomicEnd{});
  }

  std::mt19937_64 random_;
  bool checks_;
  unsigned number_of_checks_ = 0;
  std::vector<VarId> shared_;
  unsigned variables_ = 0;
  VarId a_{}, b_{}, unread_{};
};

}  // namespace fencepost::flat::testing
