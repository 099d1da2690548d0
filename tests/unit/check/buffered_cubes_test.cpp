// Proofs as a model checker of Boolean programs makes them: for every place where threads stand a disjunction of cubes over predicates.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "../flat/builder.h"
#include "boolean/abstract.h"
#include "boolean/explore.h"
#include "check/by_cubes.h"
#include "check/implications.h"
#include "flat/buffer_variables.h"
#include "logic/evaluate.h"
#include "proof_subject.h"

namespace fencepost::check {
namespace {

constexpr const char* kPeterson = R"(
atomic_int flag0, flag1, turn; int inside;
#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#define LOCK(mine, others, number) \
  STORE(mine, 1); FENCE; STORE(turn, number); FENCE; \
  while (LOAD(others) && LOAD(turn) == number) ; \
  inside = number; assert(inside == number); FENCE; STORE(mine, 0); FENCE
void* other(void* p) { for (;;) { LOCK(flag1, flag0, 1); } }
int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); for (;;) { LOCK(flag0, flag1, 2); } }
)";

using testing::Configuration;
using testing::Term;

struct Proved {
  result::BufferedInvariants proof;
  size_t cubes = 0;
  bool fails = false;
};

// A predicate for each value that a variable is compared with or takes.
Proved proved_by_cubes(testing::Subject& subject, uint32_t bound) {
  Budget budget;
  Statistics statistics;
  logic::Terms& terms = *subject.terms;
  auto made = std::get<flat::BufferVariables>(flat::with_buffer_variables(
      subject.program, *flat::buffer_facts(*subject.task().model), bound, flat::Waiting::needed, terms, budget));
  std::vector<Term> predicates;
  for (const flat::Variable& variable : made.program.variables) {
    logic::Sort sort = variable.term.sort();
    if (sort.kind == logic::SortKind::boolean) predicates.push_back(variable.term);
    if (sort.kind != logic::SortKind::bitvec) continue;
    for (unsigned value = 0; value < (sort.width == 1 ? 1u : 3u); ++value)
      predicates.push_back(terms.eq(variable.term, terms.bv(value, sort.width)));
  }
  boolean::AbstractionOptions options;
  options.most_literals = 2;
  options.never_waits = &made.within;
  auto abstraction =
      std::get<boolean::Abstraction>(boolean::abstracted(made.program, predicates, options, terms, budget, statistics));
  boolean::Explored explored = boolean::explore(abstraction.program, {}, budget);
  std::unordered_map<Configuration, std::vector<Term>> at;
  for (const boolean::Explored::State& state : explored.states) {
    std::vector<Term> literals;
    for (uint32_t i = 0; i < abstraction.program.variables.size(); ++i) {
      Term predicate = abstraction.program.variables[i].predicate;
      logic::Truth truth = state.values[boolean::BoolVar{i}];
      if (truth == logic::Truth::holds) literals.push_back(predicate);
      if (truth == logic::Truth::fails) literals.push_back(terms.not_(predicate));
    }
    at[state.at].push_back(terms.and_(literals));
  }
  Proved proved{{bound, {subject.terms, {}}}, explored.states.size(), !explored.failures.empty()};
  for (const auto& [configuration, cubes] : at) {
    Term any = terms.boolean(false);
    for (Term cube : cubes) any = terms.or_(any, cube);
    proved.proof.invariants.configurations.push_back({configuration, any});
  }
  return proved;
}

std::string problem(testing::Subject& subject, const result::BufferedInvariants& proof, Statistics& statistics) {
  Budget budget;
  result::ProofSummary summary;
  return problem_of(proof, subject.task(), budget, statistics, summary).value_or("");
}

TEST(BufferedCubes, AModelCheckersStatesAreAProof) {
  for (const char* model : {"tso", "pso"}) {
    testing::Subject subject(kPeterson, testing::only({core::Undef::assertion}), model);
    Proved proved = proved_by_cubes(subject, 1);
    ASSERT_FALSE(proved.fails) << model;
    Statistics statistics;
    EXPECT_EQ(problem(subject, proved.proof, statistics), "") << model;
    std::map<std::string, double> told;
    for (const auto& [name, value] : statistics.entries()) told[name] = value;
    RecordProperty(std::string(model) + ".cubes", static_cast<int>(proved.cubes));
    RecordProperty(std::string(model) + ".obligations", static_cast<int>(told["proof.obligations"]));
    RecordProperty(std::string(model) + ".questions", static_cast<int>(told["proof.questions"]));
    // Most obligations are settled without a solver.
    EXPECT_LT(told["proof.questions"], static_cast<double>(proved.cubes));
    // One cube less, and some step leads out of what is said.
    auto& last = proved.proof.invariants.configurations;
    size_t broken = 0;
    for (size_t i = 0; i < last.size(); i += 1 + last.size() / 8) {
      Term whole = last[i].holds;
      std::vector<Term> cubes = disjuncts_of(*subject.terms, whole);
      last[i].holds = subject.terms->boolean(false);
      for (size_t j = 1; j < cubes.size(); ++j) last[i].holds = subject.terms->or_(last[i].holds, cubes[j]);
      broken += problem(subject, proved.proof, statistics).empty() ? 0 : 1;
      last[i].holds = whole;
    }
    EXPECT_GT(broken, 0u) << model;
  }
}

// What it says follows does so in every state.
TEST(BufferedCubes, WhatFollowsIsTrueEverywhere) {
  constexpr unsigned kBits = 2;
  unsigned said = 0, true_ones = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    std::mt19937_64 random(seed);
    auto below = [&](unsigned number) { return static_cast<unsigned>(random() % number); };
    flat::testing::Builder b;
    flat::TemplateId main = b.thread("main");
    std::vector<flat::VarId> variables;
    for (const char* name : {"x", "y", "z", "u"}) variables.push_back(b.own(main, name, kBits));
    auto any = [&] { return b(variables[below(4)]); };
    b.edge(main, 0, 1, flat::Assign{variables[below(4)], b.plus(any(), below(2))});
    const flat::FlatProgram& program = b.done();
    std::vector<Term> predicates;
    for (unsigned i = 0; i < 8; ++i) {
      Term other = below(3) ? b.plus(any(), below(3)) : b.num(below(4), kBits);
      predicates.push_back(below(4) ? b.terms.eq(any(), other) : b.terms.binary(logic::Op::bv_ult, any(), other));
    }
    auto cube = [&](unsigned most) {
      Term all = b.terms.boolean(true);
      for (unsigned n = 1 + below(most); n > 0; --n) {
        Term one = predicates[below(8)];
        all = b.terms.and_(all, below(3) ? one : b.terms.not_(one));
      }
      return all;
    };
    Budget budget;
    Statistics statistics;
    const core::UndefSet asked;
    FlatSteps steps(program, asked, b.terms);
    FlatStep& step = steps(program.templates[0].edges[0]);
    Implications implies(b.terms, budget, statistics);
    ByCubes by_cubes(b.terms, implies);
    for (unsigned n = 0; n < 10; ++n) {
      Term premise = cube(6), formula = b.terms.or_(b.terms.or_(cube(2), cube(3)), cube(3));
      Term wrong = b.terms.and_(premise, b.terms.not_(step.before(formula)));
      bool is_true = true;
      for (unsigned bits = 0; bits < 1u << 4 * kBits && is_true; ++bits) {
        logic::Assignment state;
        for (unsigned i = 0; i < 4; ++i) state[b(variables[i])] = bits >> kBits * i & ((1u << kBits) - 1);
        is_true = logic::evaluate(wrong, state) == 0;
      }
      bool follows = by_cubes(premise, formula, step);
      ASSERT_TRUE(is_true || !follows) << "seed " << seed << ": " << logic::to_string(premise) << " does not imply "
                                       << logic::to_string(step.before(formula));
      true_ones += is_true;
      said += follows;
    }
  }
  EXPECT_GT(true_ones, 400u);
  EXPECT_GT(said, true_ones / 2);
}

}  // namespace
}  // namespace fencepost::check
