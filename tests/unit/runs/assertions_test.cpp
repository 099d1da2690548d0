// What is asserted about runs before any is proposed holds on every run that the cat file allows, family by family: sources of
// reads, lemmas, ranges, order literals, lemmas about coherence. A wrong one would make a wrong SAFE. And all of them together
// with refinement leave exactly the runs that enumeration finds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "enumerated_runs.h"
#include "logic/evaluate.h"
#include "memory/probe.h"
#include "program/synchronising.h"
#include "runs/coherence_lemmas.h"
#include "runs/lemmas.h"
#include "runs/order_literals.h"
#include "runs/ranges.h"
#include "runs/search.h"

namespace fencepost::runs::testing {
namespace {

using logic::Term;
using unroll::Event;

class Asserted {
 public:
  Asserted(const std::string& text, const std::string& model)
      : program_(text, model),
        relaxations_(memory::relaxations(*program_.model)),
        mapping_(*program_.model),
        synchronising_(program::synchronising(*program_.model, mapping_)),
        order_(program_.unrolled),
        reads_from_(program_.unrolled, order_, program_.terms, !relaxations_.stale_reads, program_.budget),
        runs_(enumerate(program_, program_.unrolled)) {}

  size_t runs() const { return runs_.size(); }

  void sources() { expect("sources of reads", {}, {}); }
  void lemmas() {
    for (bool ordered : {false, true})
      expect(
          "lemmas", {},
          runs::lemmas(program_.unrolled, order_, reads_from_, relaxations_, ordered, program_.terms, program_.budget));
  }
  void ranges() {
    if (!relaxations_.load_store)
      expect("ranges", runs::ranges(program_.unrolled, reads_from_, program_.terms, program_.budget), {});
  }
  void order_literals() {
    bool fits = memory::coherence_source(*program_.model) != memory::CoherenceSource::chosen;
    if (fits && relaxations_.updates_drain_buffers())
      expect(
          "order literals", {},
          runs::order_literals(program_.unrolled, order_, reads_from_, relaxations_, program_.terms, program_.budget));
  }
  void coherence_lemmas() {
    if (memory::coherence_source(*program_.model) != memory::CoherenceSource::chosen || relaxations_.stale_reads)
      return;
    std::map<std::pair<uint32_t, uint32_t>, Term> literals;
    auto fixed = [&](uint32_t a, uint32_t b) {
      bool is_initial = program_.unrolled.events[a].kind == Event::Kind::initial;
      return is_initial ? program_.unrolled.events[b].kind != Event::Kind::initial : order_.precedes(a, b);
    };
    auto before = [&](uint32_t a, uint32_t b) {
      if (fixed(a, b) || fixed(b, a)) return program_.terms.boolean(fixed(a, b));
      Term& literal = literals[std::minmax(a, b)];
      if (!literal) literal = program_.terms.fresh("co", logic::bool_sort());
      return a < b ? literal : program_.terms.not_(literal);
    };
    bool with_co = program_.model->program.options.with_co;
    logic::Clauses clauses =
        runs::coherence_lemmas(program_.unrolled, order_, reads_from_,
                               {with_co || !mapping_.is_kernel(), with_co, !relaxations_.torn_updates,
                                synchronising_.orders, synchronising_.reads_are_visible},
                               before, program_.terms, program_.budget);
    std::unique_ptr<logic::Solver> solver = solver_with({}, clauses);
    memory::Consistency definition(*program_.model);
    for (const EnumeratedRun& run : runs_)
      definition.each_coherence(run.graph.graph, [&](const memory::Relation& co) {
        std::vector<Term> all = literals_of(run, program_.unrolled, reads_from_, program_.terms);
        co.for_each([&](size_t a, size_t b) { all.push_back(before(run.graph.origin[a], run.graph.origin[b])); });
        EXPECT_EQ(solver->check(all), logic::Answer::sat) << "lemmas about coherence rule out a run of the model";
        return !::testing::Test::HasFailure();
      });
  }
  // The values that reads find in the runs that are left when all of it is asserted and refined.
  void everything() {
    for (Formula formula : {Formula::cheap, Formula::ordered}) {
      Search search(program_.unrolled, program_.model, program_.terms, logic::SolverKind::cadical, program_.budget,
                    program_.statistics, formula);
      std::set<Found> expected, found;
      for (const EnumeratedRun& run : runs_) expected.insert(found_by(program_.unrolled, run.values));
      Term counting = program_.terms.fresh("counting", logic::bool_sort());
      while (std::optional<logic::Assignment> model = search.ask({counting})) {
        found.insert(found_by(program_.unrolled, *model));
        search.require({program_.terms.implies(counting, program_.terms.not_(same_reads(*model)))});
      }
      EXPECT_EQ(found.size(), expected.size()) << "with refinement, what reads find";
      EXPECT_EQ(found, expected);
      // With all that was learnt on the way.
      for (const EnumeratedRun& run : runs_)
        EXPECT_TRUE(search.ask({same_reads(run.values)})) << "refinement rules out a run of the model";
    }
  }

 private:
  // Reads find what they find there.
  Term same_reads(const logic::Assignment& model) {
    logic::Terms& terms = program_.terms;
    logic::Evaluator evaluate(model);
    Term same = terms.boolean(true);
    for (const Event& event : program_.unrolled.events) {
      if (event.kind != Event::Kind::read) continue;
      bool happens = evaluate.holds(event.guard);
      same = terms.and_(same, happens ? event.guard : terms.not_(event.guard));
      Term value = event.value.term;
      if (happens && value.sort().kind == logic::SortKind::bitvec)
        same = terms.and_(same, terms.eq(value, terms.bv(evaluate(value), value.sort().width)));
    }
    return same;
  }
  std::unique_ptr<logic::Solver> solver_with(const std::vector<Term>& facts, const logic::Clauses& clauses) {
    std::unique_ptr<logic::Solver> solver =
        logic::make_solver(logic::SolverKind::cadical, program_.terms, program_.budget, program_.statistics);
    for (Term fact : program_.unrolled.constraints) solver->assert_term(fact);
    for (Term fact : reads_from_.constraints()) solver->assert_term(fact);
    for (Term fact : facts) solver->assert_term(fact);
    solver->assert_clauses(clauses);
    return solver;
  }
  void expect(const char* family, const std::vector<Term>& facts, const logic::Clauses& clauses) {
    std::unique_ptr<logic::Solver> solver = solver_with(facts, clauses);
    for (const EnumeratedRun& run : runs_) {
      std::vector<Term> all = literals_of(run, program_.unrolled, reads_from_, program_.terms);
      EXPECT_EQ(solver->check(all), logic::Answer::sat) << family << " rule out a run of the model";
      if (::testing::Test::HasFailure()) return;
    }
  }

  Program program_;
  memory::Relaxations relaxations_;
  program::Mapping mapping_;
  program::Synchronising synchronising_;
  StaticOrder order_;
  ReadsFrom reads_from_;
  std::vector<EnumeratedRun> runs_;
};

// Which shapes of programs the rules are about, beside random ones.
std::vector<std::string> shapes(bool sections) {
  std::vector<std::string> all = {
      threads({"STORE(x, 1); ACQUIRE(y);", "STORE(y, 1); ACQUIRE(x);"}),    // store buffering
      threads({"STORE(x, 1); RELEASE(y, 1);", "ACQUIRE(y); ACQUIRE(x);"}),  // message passing
      // Message passing to a read that does not acquire, and to one that would if it updated.
      threads({"STORE(x, 1); RELEASE(y, 1);", "LOAD(y); LOAD(x);"}),
      threads({"STORE(x, 1); RELEASE(y, 1);", "CAS(y, 5, 6); LOAD(x);", "STORE(y, 5);"}),
      threads({"STORE(x, 1);", "STORE(x, 2);", "LOAD(x); LOAD(x);"}),                       // coherence
      threads({"ADD(x, 1); ADD(x, 1);", "ADD(x, 1);", "LOAD(x);"}),                         // only updates write
      threads({"if (CAS(x, 0, 1)) STORE(y, 1);", "if (CAS(x, 0, 2)) STORE(y, 2);"}),        // updates that may fail
      threads({"STORE(x, LOAD(y) + 1);", "STORE(y, LOAD(x) + 1);"}),                        // chains of values
      threads({"STORE(x, 1); FENCE(); ACQUIRE(y);", "STORE(y, 1); SWAP(x, 2); LOAD(x);"}),  // barriers
      threads({"STORE(x, 1); LOAD(x); LOAD(y);", "STORE(y, 1); LOAD(y); LOAD(x);"}),        // forwarding
      // Store buffering with a barrier that may not happen, and with one that is none when it fails.
      threads({"STORE(x, 1); if (LOAD(z) == 7) ADD(z, 1); LOAD(y);", "STORE(y, 1); ADD(z, 1); LOAD(x);"}),
      threads({"STORE(x, 1); CAS(y, 5, 6);", "STORE(y, 1); ADD(z, 1); LOAD(x);", "LOAD(z); STORE(y, 5);"}),
      // The same around an exchange that may fail; and one of the same write that fails or not, by what it compares with.
      threads({"STORE(x, 1); CAS(z, 5, 6); LOAD(y);", "STORE(y, 1); FENCE(); LOAD(x);", "STORE(z, 5);"}),
      threads({"STORE(x, 1); RELEASE(y, 5);", "CAS(y, LOAD(z), 6); LOAD(x);", "STORE(z, 5);"}),
      // What is ordered by a write or a read that may be elsewhere.
      threads({"STORE(x, 1); atomic_int* at = LOAD(z) ? &y : &x; RELEASE(*at, 2);", "ACQUIRE(y); LOAD(x);",
               "STORE(z, 1);"}),
      threads({"STORE(x, 1); RELEASE(y, 1);", "atomic_int* at = LOAD(z) ? &y : &z; ACQUIRE(*at); LOAD(x);",
               "STORE(z, 1);"}),
      // Overwritten by a write that may be elsewhere, or may not happen.
      threads({"STORE(x, 1); atomic_int* at = LOAD(z) ? &x : &y; STORE(*at, 2); LOAD(x);", "STORE(z, 1); LOAD(y);"}),
      threads({"STORE(x, 1); if (LOAD(z)) STORE(x, 2); LOAD(x);", "STORE(z, 1); LOAD(x);"}),
      // A write that may not happen, in a cycle of three edges.
      threads({"STORE(x, 1);", "if (LOAD(x) == 1) STORE(y, 1);",
               "if (LOAD(y) == 1) { if (LOAD(z) == 3) STORE(x, 2); LOAD(x); }", "STORE(z, 3);"}),
      threads({"STORE(x, 1);", "p = 1; RELEASE(y, 1);"}, "if (ACQUIRE(y)) q = p; LOAD(x);"),
      threads({"atomic_int* at = LOAD(y) ? &x : &z; STORE(*at, 1);", "STORE(y, 1); LOAD(x); LOAD(z);"}),
  };
  // A thread that is waited for on one path only.
  for (const auto& [body, after] : {std::pair("STORE(x, 1);", "LOAD(x);"), {"p = 1;", "q = p;"}}) {
    std::string text = threads({body, "STORE(z, 1);"}, after);
    const std::string join = "pthread_join(id0, 0)";
    all.push_back(text.replace(text.find(join), join.size(), "if (LOAD(z)) " + join));
  }
  if (sections) {
    all.push_back(
        threads({"LOCK(m); p = 1; if (LOAD(z)) p = 2; UNLOCK(m);", "LOCK(m); q = p; UNLOCK(m);", "STORE(z, 1);"}));
    all.push_back(
        threads({"__VERIFIER_atomic_begin(); STORE(x, 1); STORE(x, 2); STORE(y, 3); __VERIFIER_atomic_end();",
                 "LOAD(y); LOAD(x);", "__VERIFIER_atomic_begin(); STORE(x, LOAD(x) + 10); __VERIFIER_atomic_end();"}));
  }
  return all;
}

class Assertions : public ::testing::TestWithParam<std::string> {};

TEST_P(Assertions, HoldOnEveryRun) {
  const auto model = memory::load_model(GetParam());
  std::vector<std::string> texts = shapes(program::names_sections(*model));
  for (unsigned seed = 0; seed < 24; ++seed) texts.push_back(threads(random_bodies(seed)));
  size_t runs = 0;
  for (const std::string& text : texts) {
    SCOPED_TRACE(text.substr(text.find("static void* t0")));
    Asserted asserted(text, GetParam());
    asserted.sources();
    asserted.lemmas();
    asserted.ranges();
    asserted.order_literals();
    asserted.coherence_lemmas();
    asserted.everything();
    runs += asserted.runs();
    if (HasFailure()) return;
  }
  EXPECT_GT(runs, 120u);
}

INSTANTIATE_TEST_SUITE_P(Models, Assertions,
                         ::testing::Values("sc", "tso", "pso", "rc11", "ra", "c11", "aarch64", "power", "riscv"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace fencepost::runs::testing
