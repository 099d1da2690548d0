// Examples of seed 001 through the whole of it: store buffers as variables, predicates over them, a Boolean program and its states.
#include <gtest/gtest.h>

#include <array>

#include "../flat/builder.h"
#include "boolean/abstract.h"
#include "boolean/explore.h"
#include "flat/buffer_variables.h"
#include "flat/verify.h"
#include "memory/model.h"

namespace fencepost::boolean {
namespace {

using flat::TemplateId;
using flat::VarId;
using flat::testing::Builder;

constexpr unsigned kBits = 32;

Term is(Builder& b, Term term, logic::Bits value) { return b.terms.eq(term, b.num(value, term.sort().width)); }

// Rules 1 and 3 of the seed, for predicates over one variable: what is asked of a variable is asked of its entries, and how many there are.
std::vector<Term> extrapolated(Builder& b, const flat::BufferVariables& made, std::vector<Term> predicates,
                               const std::vector<std::pair<VarId, logic::Bits>>& asked) {
  for (const std::vector<flat::BufferQueue>& queues : made.queues)
    for (const flat::BufferQueue& queue : queues) {
      flat::QueueTerms terms(made.program, queue, b.terms);
      for (uint32_t number = 0; number <= queue.bound(); ++number) predicates.push_back(terms.holds(number));
      for (uint32_t i = 1; i <= queue.bound(); ++i)
        for (uint32_t object = 0; object < queue.objects.size(); ++object) {
          predicates.push_back(terms.is_to(i, object));
          for (const auto& [variable, value] : asked)
            if (std::get<VarId>(queue.objects[object].to.to) == variable)
              predicates.push_back(is(b, terms.value(i, object), value));
        }
    }
  return predicates;
}

flat::BufferVariables reduced(Builder& b, const char* model, uint32_t bound) {
  Budget budget;
  auto facts = flat::buffer_facts(*memory::load_model(model));
  auto made = flat::with_buffer_variables(b.program, *facts, bound, flat::Waiting::all, b.terms, budget);
  return std::get<flat::BufferVariables>(std::move(made));
}

struct Outcome {
  Abstraction abstraction;
  Explored explored;
};
Outcome outcome(const flat::FlatProgram& program, const std::vector<Term>& predicates, uint32_t most_literals,
                const std::vector<std::vector<bool>>* never_waits, logic::Terms& terms) {
  Budget budget;
  Statistics statistics;
  AbstractionOptions options;
  options.most_literals = most_literals;
  options.never_waits = never_waits;
  Abstraction made = std::get<Abstraction>(abstracted(program, predicates, options, terms, budget, statistics));
  ExploreOptions all;
  all.stops_at_failure = false;
  all.forgets = false;  // what is asked of states is not in the program
  Explored found = explore(made.program, all, budget);
  return {std::move(made), std::move(found)};
}

// Figure 1, with the receiver's second disjunct as it must be.
struct AlternatingBit {
  Builder b;
  TemplateId sender = b.thread("sender"), receiver = b.thread("receiver");
  VarId msg = b.shared("Msg", kBits), ack = b.shared("Ack", kBits);
  VarId s_ack = b.own(sender, "lAck", kBits), s_state = b.own(sender, "lSSt", kBits),
        s_count = b.own(sender, "lSCnt", kBits);
  VarId r_msg = b.own(receiver, "lMsg", kBits), r_state = b.own(receiver, "lRSt", kBits),
        r_count = b.own(receiver, "lRCnt", kBits);
  Term same = b.terms.eq(b(r_count), b(s_count)), behind = b.terms.eq(b.plus(b(r_count), 1), b(s_count));

  AlternatingBit() {
    logic::Terms& t = b.terms;
    auto differ = [&](Term one, Term other) { return t.not_(t.eq(one, other)); };
    Term is_acknowledged = t.not_(differ(zero(s_ack), zero(s_state))), is_new = differ(zero(r_msg), zero(r_state));
    b.edge(sender, 0, 1, flat::Spawn{receiver, {}});
    b.edge(sender, 1, 2, flat::Load{s_ack, {ack, {}}});
    b.edge(sender, 2, 1, flat::Assume{t.not_(is_acknowledged)});
    b.edge(sender, 2, 3, flat::Assume{is_acknowledged});
    b.edge(sender, 3, 4, flat::Assume{t.not_(zero(s_state))});
    b.edge(sender, 3, 5, flat::Assume{zero(s_state)});
    b.edge(sender, 4, 6, flat::Assign{s_state, b.num(0, kBits)});
    b.edge(sender, 5, 6, flat::Assign{s_state, b.num(1, kBits)});
    b.edge(sender, 6, 7, flat::Assign{s_count, b.plus(b(s_count), 1)});
    b.edge(sender, 7, 1, flat::Store{{msg, {}}, b(s_state)});
    b.edge(receiver, 0, 1, flat::Load{r_msg, {msg, {}}});
    b.edge(receiver, 1, 0, flat::Assume{t.not_(is_new)});
    b.edge(receiver, 1, 2, flat::Assume{is_new});
    b.edge(receiver, 2, 3, flat::Assign{r_state, b(r_msg)});
    b.edge(receiver, 3, 4, flat::Assign{r_count, b.plus(b(r_count), 1)});
    b.edge(receiver, 4, 0, flat::Store{{ack, {}}, b(r_state)});
    b.done();
    flat::verify(b.program, "building");
  }

  Term zero(VarId id) { return is(b, b(id), 0); }
  std::vector<Term> predicates() {
    return {zero(msg), zero(ack), zero(s_state), zero(s_ack), zero(r_msg), zero(r_state), same, behind};
  }
  // (lRCnt = lSCnt) or (lRCnt + 1 = lSCnt), in every state.
  bool is_proved(const Outcome& of) const {
    Formula either;
    for (uint32_t i = 0; i < of.abstraction.program.variables.size(); ++i) {
      Term predicate = of.abstraction.program.variables[i].predicate;
      if (predicate == same || predicate == behind) either.push_back({{BoolVar{i}, true}});
    }
    EXPECT_EQ(either.size(), 2u);
    return std::ranges::all_of(
        of.explored.states, [&](const Explored::State& state) { return truth(either, state.values) == Truth::holds; });
  }
};

// Table 1: eight predicates and cubes of two suffice under sc, and of one do not.
TEST(SeedExamples, AlternatingBitUnderSc) {
  for (uint32_t most : {1u, 2u}) {
    AlternatingBit test;
    Outcome found = outcome(test.b.program, test.predicates(), most, nullptr, test.b.terms);
    EXPECT_EQ(found.abstraction.program.variables.size(), 8u);
    EXPECT_EQ(test.is_proved(found), most == 2) << to_string(found.abstraction.program);
    RecordProperty("states", static_cast<int>(found.explored.states.size()));
    RecordProperty("calls", static_cast<int>(found.abstraction.counts.solver_calls));
    RecordProperty("cubes", static_cast<int>(found.abstraction.counts.cubes_used));
  }
}

TEST(SeedExamples, AlternatingBitWithBuffers) {
  for (const char* model : {"tso", "pso"}) {
    AlternatingBit test;
    flat::BufferVariables made = reduced(test.b, model, 1);
    std::vector<Term> predicates = extrapolated(test.b, made, test.predicates(), {{test.msg, 0}, {test.ack, 0}});
    Outcome found = outcome(made.program, predicates, 2, &made.within, test.b.terms);
    EXPECT_TRUE(test.is_proved(found)) << model << to_string(found.abstraction.program);
    EXPECT_TRUE(found.explored.failures.empty()) << model;  // no overflow
    RecordProperty("states", static_cast<int>(found.explored.states.size()));
    RecordProperty("calls", static_cast<int>(found.abstraction.counts.solver_calls));
    RecordProperty("cubes", static_cast<int>(found.abstraction.counts.cubes_used));
    RecordProperty("predicates", static_cast<int>(found.abstraction.program.variables.size()));
  }
}

// Figure 8: with room for two, the load takes the youngest, and that is in memory after the fence; with room for one, it overflows.
TEST(SeedExamples, IntraThreadCoherence) {
  for (const char* model : {"tso", "pso"})
    for (uint32_t bound : {1u, 2u}) {
      Builder b;
      TemplateId main = b.thread("main");
      VarId x = b.shared("X", kBits), first = b.own(main, "l1", kBits), second = b.own(main, "l2", kBits);
      b.edge(main, 0, 1, flat::Store{{x, {}}, b.num(0, kBits)});
      b.edge(main, 1, 2, flat::Store{{x, {}}, b.num(1, kBits)});
      b.edge(main, 2, 3, flat::Load{first, {x, {}}});
      b.edge(main, 3, 4, flat::Fence{});
      b.edge(main, 4, 5, flat::Load{second, {x, {}}});
      b.edge(main, 5, 6, flat::Check{core::Undef::assertion, b.terms.eq(b(first), b(second)), ""});
      b.done();
      flat::BufferVariables made = reduced(b, model, bound);
      std::vector<Term> predicates = {b.terms.eq(b(first), b(second)), is(b, b(first), 1), is(b, b(second), 1),
                                      is(b, b(x), 1)};
      predicates = extrapolated(b, made, predicates, {{x, 1}});
      Outcome found = outcome(made.program, predicates, 3, &made.within, b.terms);
      ASSERT_EQ(found.explored.failures.size(), bound == 1 ? 1u : 0u) << model << to_string(found.abstraction.program);
      if (bound == 2) continue;
      const Step& last = found.explored.failures[0].schedule.back();
      EXPECT_TRUE(made.overflows.contains({last.thread, last.edge}));
    }
}

// Figures 3 and 4: a Boolean program with buffers of its own missed this; one of the program with buffers does not.
TEST(SeedExamples, TheUnsoundnessExampleFails) {
  for (const char* model : {"tso", "pso"}) {
    Builder b;
    TemplateId one = b.thread("one"), other = b.thread("other");
    VarId x = b.shared("X", kBits), y = b.shared("Y", kBits), seen_y = b.own(one, "lY", kBits);
    VarId seen_x = b.own(other, "lX", kBits), last_x = b.own(other, "mX", kBits), last_y = b.own(other, "mY", kBits);
    b.edge(one, 0, 1, flat::Spawn{other, {}});
    b.edge(one, 1, 2, flat::Load{seen_y, {y, {}}});
    b.edge(one, 2, 3, flat::Store{{x, {}}, b.plus(b(seen_y), 1)});
    b.edge(one, 3, 4, flat::Fence{});
    b.edge(other, 0, 1, flat::Load{seen_x, {x, {}}});
    b.edge(other, 1, 2, flat::Store{{y, {}}, b.plus(b(seen_x), 1)});
    b.edge(other, 2, 3, flat::Fence{});
    b.edge(other, 3, 4, flat::Load{last_x, {x, {}}});
    b.edge(other, 4, 5, flat::Load{last_y, {y, {}}});
    b.edge(other, 5, 6, flat::Check{core::Undef::assertion, b.terms.ne(b(last_x), b(last_y)), ""});
    b.done();
    flat::BufferVariables made = reduced(b, model, 1);
    std::vector<Term> predicates = {b.terms.eq(b(x), b(y))};
    for (VarId id : {x, y, seen_x, seen_y, last_x, last_y})
      for (logic::Bits value : {0, 1}) predicates.push_back(is(b, b(id), value));
    predicates = extrapolated(b, made, predicates, {{x, 0}, {x, 1}, {y, 0}, {y, 1}});
    Outcome found = outcome(made.program, predicates, 2, &made.within, b.terms);
    ASSERT_EQ(found.explored.failures.size(), 1u) << model;
    const Step& last = found.explored.failures[0].schedule.back();
    EXPECT_FALSE(made.overflows.contains({last.thread, last.edge}));
  }
}

// Peterson's lock, for ever; `fences`: after flag = 1, after turn, after flag = 0.
struct Peterson {
  Builder b;
  TemplateId threads[2] = {b.thread("p"), b.thread("q")};
  VarId flags[2] = {b.shared("flagP", kBits), b.shared("flagQ", kBits)}, turn = b.shared("turn", kBits);
  std::vector<Term> predicates;
  static constexpr uint32_t kCritical = 20;  // each thread's

  explicit Peterson(std::array<bool, 3> fences) {
    logic::Terms& t = b.terms;
    for (VarId id : {flags[0], flags[1], turn}) predicates.push_back(is(b, b(id), 0));
    b.edge(threads[0], 0, 1, flat::Spawn{threads[1], {}});
    for (uint32_t i : {0u, 1u}) {
      TemplateId of = threads[i];
      VarId flag = b.own(of, i == 0 ? "lQ" : "lP", kBits), whose = b.own(of, i == 0 ? "tP" : "tQ", kBits);
      for (VarId id : {flag, whose}) predicates.push_back(is(b, b(id), 0));
      uint32_t at = 1 - i;
      const uint32_t head = at;
      auto fence = [&](bool is_there) {
        if (is_there) b.edge(of, at, at + 1, flat::Fence{}), ++at;
      };
      b.edge(of, at, at + 1, flat::Store{{flags[i], {}}, b.num(1, kBits)}), ++at;
      fence(fences[0]);
      b.edge(of, at, at + 1, flat::Store{{turn, {}}, b.num(1 - i, kBits)}), ++at;
      fence(fences[1]);
      const uint32_t waits = at;
      Term is_other = t.eq(is(b, b(whose), 0), t.boolean(i == 1));
      b.edge(of, at, at + 1, flat::Load{flag, {flags[1 - i], {}}}), ++at;
      b.edge(of, at, kCritical, flat::Assume{is(b, b(flag), 0)});
      b.edge(of, at, at + 1, flat::Assume{t.not_(is(b, b(flag), 0))}), ++at;
      b.edge(of, at, at + 1, flat::Load{whose, {turn, {}}}), ++at;
      b.edge(of, at, kCritical, flat::Assume{t.not_(is_other)});
      b.edge(of, at, waits, flat::Assume{is_other}), ++at;
      b.edge(of, kCritical, fences[2] ? at : head, flat::Store{{flags[i], {}}, b.num(0, kBits)});
      if (fences[2]) b.edge(of, at, head, flat::Fence{});
    }
    b.done();
    flat::verify(b.program, "building");
  }

  struct Answer {
    bool excludes = true, overflows = false;
    uint64_t states = 0;
    AbstractionCounts counts;
  };
  Answer verify(const char* model, uint32_t bound) {
    if (std::string_view(model) == "sc") {
      Outcome found = outcome(b.program, predicates, 2, nullptr, b.terms);
      return answer(found, [](uint32_t, uint32_t at) { return at == kCritical; });
    }
    flat::BufferVariables made = reduced(b, model, bound);
    std::vector<Term> all = extrapolated(b, made, predicates, {{flags[0], 0}, {flags[1], 0}, {turn, 0}});
    Outcome found = outcome(made.program, all, 2, &made.within, b.terms);
    return answer(found,
                  [&](uint32_t thread, uint32_t at) { return made.stands_for[thread][at] == flat::Loc{kCritical}; });
  }
  template <typename F>
  static Answer answer(const Outcome& found, F is_critical) {
    Answer made;
    made.overflows = !found.explored.failures.empty();
    made.states = found.explored.states.size();
    made.counts = found.abstraction.counts;
    for (const Explored::State& state : found.explored.states)
      if (flat::has_begun(state.at, 1) && is_critical(0, state.at.at[0]) && is_critical(1, state.at.at[1]))
        made.excludes = false;
    return made;
  }
};

// The fences that it needs: one before the loads where stores stay in order, and one between its two stores where they do not.
TEST(SeedExamples, PetersonsFences) {
  struct Case {
    const char* model;
    std::array<bool, 3> fences;
    uint32_t bound;
    bool excludes;
  };
  const Case cases[] = {
      {"sc", {false, false, false}, 0, true}, {"tso", {false, true, false}, 3, true},
      {"tso", {true, true, true}, 1, true},   {"tso", {true, false, true}, 2, false},
      {"pso", {true, true, false}, 2, true},  {"pso", {true, true, true}, 1, true},
      {"pso", {false, true, true}, 1, false},
  };
  for (const Case& one : cases) {
    Peterson test(one.fences);
    Peterson::Answer answer = test.verify(one.model, one.bound);
    EXPECT_EQ(answer.excludes, one.excludes) << one.model << " " << one.bound;
    EXPECT_FALSE(answer.overflows) << one.model << " " << one.bound;
  }
}

}  // namespace
}  // namespace fencepost::boolean
