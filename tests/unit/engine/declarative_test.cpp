// The declarative semantics against the bounded engine, on random small programs with atomics, sections, fences and updates; and the motivating
// example of seed 000 (section 4.2), whose abstract reachability graph has a known shape.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <random>

#include "../clang/c_program.h"
#include "check/checker.h"
#include "check/execution_proof.h"
#include "engine/bounded/bounded.h"
#include "engine/cegar/cegar.h"
#include "program/lower.h"

namespace fencepost::engine {
namespace {

using Semantics = result::CegarOptions::Semantics;
using GraphSolver = result::CegarOptions::GraphSolver;

core::UndefSet assertions() {
  core::UndefSet checks = {};
  checks.set(core::Undef::assertion);
  return checks;
}

class Source {
 public:
  Source(const std::string& text, const std::string& model)
      : source_(text, options()),
        elaborated_(source_.elaborate()),
        cfa_(program::lower(elaborated_.program)),
        model_(model.starts_with("user's ") ? of_a_user(model.substr(7)) : memory::load_model(model)) {}

  result::Task task() const { return {elaborated_.program, cfa_, {assertions()}, model_}; }
  result::Claims bounded(unsigned unwind = 0) const {
    Budget budget;
    budget.limit_time(20);
    result::EngineOptions options;
    options.unwind = unwind;
    return bounded::BoundedEngine(options).run(task(), budget);
  }
  result::Claims declarative(Semantics semantics, GraphSolver solver = GraphSolver::cat,
                             result::CegarOptions::Domain domain = result::CegarOptions::Domain::pred_cart) const {
    Budget budget;
    budget.limit_time(20);
    result::CegarOptions options;
    options.semantics = semantics;
    options.graph_solver = solver;
    options.domain = domain;
    return cegar::CegarEngine(options, {}).run(task(), budget);
  }
  std::string problem_of(const result::Claims& claims) const {
    Budget budget;
    budget.limit_time(60);
    Statistics statistics;
    result::ProofSummary summary;
    return check::problem_of(std::get<result::ExecutionProof>(*claims.proof), task(), budget, statistics, summary)
        .value_or("");
  }
  // Whether what fails is shown, and the replay confirms it.
  std::string problem_of_run(const result::Claims& claims) const {
    if (claims.violations.empty()) return "nothing is shown: " + claims.reason;
    Budget budget;
    budget.limit_time(20);
    const result::Task of = task();
    return check::Checker(of).confirm(claims.violations.front(), budget).problem;
  }

 private:
  // The text of a built-in model, of which nothing is known then.
  static std::shared_ptr<const memory::Model> of_a_user(const std::string& model) {
    return memory::parse_model("user's " + model, memory::builtin_model_text(model));
  }
  static frontend::SourceOptions options() {
    frontend::SourceOptions options;
    options.checks = assertions();
    options.orders_as_threads_see = false;
    return options;
  }

  CProgram source_;
  frontend::Elaborated elaborated_;
  program::Cfa cfa_;
  std::shared_ptr<const memory::Model> model_;
};

// Two threads, and a third that makes them and looks at what they have read.
class RandomAtomics {
 public:
  explicit RandomAtomics(uint64_t seed) : random_(seed) {}

  std::string operator()() {
    std::string text =
        "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
        "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n"
        "atomic_int x, y, o[4];\n";
    for (const char* name : {"f", "g"}) {
      text += fmt::format("void *{}(void *u) {{ int a = 0, b = 0;", name);
      for (unsigned n = 2 + below(2); n > 0; --n) text += statement(2);
      unsigned first = name[0] == 'f' ? 0 : 2;
      text += fmt::format(" o[{}] = a; o[{}] = b; return u; }}\n", first, first + 1);
    }
    text +=
        "int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);\n"
        "  pthread_join(s, 0); pthread_join(t, 0);\n";
    return text +
           fmt::format("  assert(!({} == {} && {})); }}\n", std::array{"o[0]", "o[1]"}[below(2)], below(3), last());
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::string place() { return below(2) ? "x" : "y"; }
  std::string order(std::initializer_list<const char*> orders) {
    return fmt::format("memory_order_{}", *(orders.begin() + below(static_cast<unsigned>(orders.size()))));
  }
  std::string reg() { return below(2) ? "a" : "b"; }
  std::string last() { return fmt::format("{} == {}", std::array{"x", "o[2]", "o[3]"}[below(3)], below(3)); }
  std::string store() {
    return fmt::format(" atomic_store_explicit(&{}, {}, {});", place(), 1 + below(2),
                       order({"relaxed", "release", "seq_cst"}));
  }
  std::string load() {
    return fmt::format(" {} = atomic_load_explicit(&{}, {});", reg(), place(),
                       order({"relaxed", "acquire", "seq_cst"}));
  }
  std::string statement(unsigned depth) {
    if (has_loops_ && depth > 0 && below(3) == 0)
      return fmt::format(" while ({}({} = atomic_load_explicit(&{}, {}))) ;", below(2) ? "!" : "1 != ", reg(), place(),
                         order({"relaxed", "acquire", "seq_cst"}));
    switch (below(depth > 0 ? 11 : 7)) {
      case 0:
      case 1:
      case 2:
        return store();
      case 3:
      case 4:
      case 5:
        return load();
      case 6:
        return fmt::format(" atomic_thread_fence({});", order({"acquire", "release", "seq_cst"}));
      case 7:
        return fmt::format(" {} = atomic_fetch_add_explicit(&{}, 1, {});", reg(), place(),
                           order({"relaxed", "acq_rel", "seq_cst"}));
      case 8:
        return fmt::format(" b = 1; b = atomic_compare_exchange_strong_explicit(&{}, &a, 2, {}, memory_order_relaxed);",
                           place(), order({"relaxed", "acquire", "seq_cst"}));
      case 9:
        return fmt::format(" if ({} == 1) {{{} }}", reg(), statement(depth - 1));
      default:
        if (!has_sections_) return load();
        return fmt::format(" __VERIFIER_atomic_begin();{}{} __VERIFIER_atomic_end();", statement(0), statement(0));
    }
  }

 public:
  bool has_sections_ = true, has_loops_ = false;

 private:
  std::mt19937_64 random_;
};

uint64_t programs() {
  const char* text = std::getenv("FENCEPOST_RANDOM_PROGRAMS");
  return text == nullptr ? 16 : std::strtoull(text, nullptr, 10);
}

class Declarative : public testing::TestWithParam<const char*> {};

TEST_P(Declarative, FindsWhatTheBoundedEngineFinds) {
  unsigned safe = 0, unsafe = 0;
  for (uint64_t seed = 1; seed <= programs(); ++seed) {
    RandomAtomics random(seed);
    random.has_sections_ = std::string(GetParam()) != "rc11" && std::string(GetParam()) != "ra";
    std::string text = random();
    SCOPED_TRACE(fmt::format("seed {} under {}\n{}", seed, GetParam(), text));
    Source source(text, GetParam());
    result::Claims expected = source.bounded();
    if (expected.verdict != result::Verdict::safe && expected.verdict != result::Verdict::unsafe) continue;
    bool is_safe = expected.verdict == result::Verdict::safe;
    ++(is_safe ? safe : unsafe);
    for (Semantics semantics : {Semantics::declarative_eager, Semantics::declarative_lazy}) {
      result::Claims claims = source.declarative(semantics);
      EXPECT_EQ(claims.statistics.get("cegar.complete") == 1, is_safe) << claims.reason;
      if (is_safe && claims.verdict == result::Verdict::safe) {
        EXPECT_EQ(source.problem_of(claims), "");
      }
      EXPECT_EQ(claims.statistics.get("cegar.execution-found") == 1, !is_safe) << claims.reason;
      if (!is_safe) {
        EXPECT_EQ(source.problem_of_run(claims), "");
      }
    }
  }
  EXPECT_GT(safe, 2u);
  EXPECT_GT(unsafe, 0u);
}

// Models in which causes may run in circles, or that ask for dependencies, which states do not carry: what fails is found, what is shown is
// true, and what is proved holds.
class DeclarativeInCircles : public testing::TestWithParam<const char*> {};

TEST_P(DeclarativeInCircles, MissesNothing) {
  unsigned proved = 0, shown = 0;
  for (uint64_t seed = 1; seed <= programs(); ++seed) {
    RandomAtomics random(seed + 2000);
    random.has_sections_ = false;
    std::string text = random();
    SCOPED_TRACE(fmt::format("seed {} under {}\n{}", seed, GetParam(), text));
    Source source(text, GetParam());
    result::Claims expected = source.bounded();
    for (Semantics semantics : {Semantics::declarative_eager, Semantics::declarative_lazy}) {
      result::Claims claims = source.declarative(semantics);
      if (claims.verdict == result::Verdict::safe) {
        ++proved;
        EXPECT_NE(expected.verdict, result::Verdict::unsafe);
        EXPECT_EQ(source.problem_of(claims), "");
      } else if (claims.verdict == result::Verdict::unsafe) {
        ++shown;
        EXPECT_EQ(source.problem_of_run(claims), "");
      }
    }
  }
  EXPECT_GT(proved, 0u);
  EXPECT_GT(shown, 0u);
}

INSTANTIATE_TEST_SUITE_P(Models, DeclarativeInCircles,
                         testing::Values("aarch64", "power", "riscv", "imm", "coherence", "noassert",
                                         "user's coherence", "user's tso"),
                         [](const auto& of) {
                           std::string name = of.param;
                           std::erase_if(name, [](char c) { return c == ' ' || c == '\''; });
                           return name;
                         });

// Loops that wait for ever: what is proved of them holds to every bound, and what fails does so within some.
TEST_P(Declarative, WaitsAsLongAsTheBoundedEngineDoes) {
  unsigned safe = 0, unsafe = 0, undecided = 0;
  for (uint64_t seed = 1; seed <= programs(); ++seed) {
    RandomAtomics random(seed + 1000);
    random.has_sections_ = false;
    random.has_loops_ = true;
    std::string text = random();
    SCOPED_TRACE(fmt::format("seed {} under {}\n{}", seed, GetParam(), text));
    Source source(text, GetParam());
    result::Claims claims = source.declarative(Semantics::declarative_eager);
    bool fails = claims.statistics.get("cegar.execution-found") == 1;
    if (!fails && claims.statistics.get("cegar.complete") != 1) {
      ++undecided;
      continue;
    }
    ++(fails ? unsafe : safe);
    if (fails) {
      EXPECT_EQ(source.problem_of_run(claims), "");
    }
    for (unsigned bound = 1; bound <= 4; ++bound) {
      result::Claims expected = source.bounded(bound);
      if (expected.verdict == result::Verdict::unknown) continue;
      if (!fails) {
        EXPECT_NE(expected.verdict, result::Verdict::unsafe) << "bound " << bound;
      } else if (bound == 4) {
        EXPECT_EQ(expected.verdict, result::Verdict::unsafe);
      }
    }
  }
  EXPECT_GT(safe, 2u);
  EXPECT_GT(unsafe, 0u);
  EXPECT_LT(undecided, programs() / 2);
}

INSTANTIATE_TEST_SUITE_P(Models, Declarative, testing::Values("sc", "tso", "pso", "ra", "rc11"),
                         [](const auto& of) { return std::string(of.param); });

// Seed 000, section 4.2: the reader takes both values before the writer's section, or both after it. Small numbers instead of
// unbounded ones: a + b does not wrap.
const char* const kMotivatingExample =
    "#include <assert.h>\n#include <pthread.h>\n"
    "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n"
    "unsigned char __VERIFIER_nondet_uchar(void);\n"
    "int x, y;\n"
    "void *reader(void *u) {\n"
    "  __VERIFIER_atomic_begin(); int i = y; int j = x; __VERIFIER_atomic_end();\n"
    "  assert(!(i < j)); return u; }\n"
    "void *writer(void *u) {\n"
    "  int a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();\n"
    "  __VERIFIER_atomic_begin(); x = a; y = a + b; __VERIFIER_atomic_end(); return u; }\n"
    "int main(void) { pthread_t s, t; pthread_create(&s, 0, reader, 0); pthread_create(&t, 0, writer, 0); return 0; "
    "}\n";

class MotivatingExample : public testing::TestWithParam<const char*> {};

TEST_P(MotivatingExample, HasTheShapeOfTheSeed) {
  Source source(kMotivatingExample, GetParam());
  for (GraphSolver solver :
       {GraphSolver::cat, GraphSolver::datalog, GraphSolver::sat, GraphSolver::sat_datalog, GraphSolver::smt}) {
    result::Claims claims = source.declarative(Semantics::declarative_eager, solver);
    EXPECT_EQ(claims.statistics.get("cegar.complete"), 1) << claims.reason;
    EXPECT_EQ(claims.statistics.get("cegar.leaves-safe"), 2);
    EXPECT_EQ(claims.statistics.get("cegar.leaves-blocked"), 2);
    EXPECT_EQ(claims.statistics.get("cegar.leaves-inconsistent"), 2);
    EXPECT_EQ(source.problem_of(claims), "");
  }
}

// Whatever is taken out of a proof, or made stronger or weaker, the checker finds out, unless nothing rested on it.
TEST(ExecutionProof, IsRejectedWhenItIsBroken) {
  Source source(kMotivatingExample, "tso");
  result::Claims claims = source.declarative(Semantics::declarative_eager);
  ASSERT_EQ(claims.verdict, result::Verdict::safe) << claims.reason;
  const auto proof = std::get<result::ExecutionProof>(*claims.proof);
  auto rejected = [&](result::ExecutionProof broken) {
    result::Claims made = claims;
    made.proof = std::move(broken);
    return !source.problem_of(made).empty();
  };
  size_t without = 0, stronger = 0, weaker = 0;
  for (size_t i = 0; i < proof.states.size(); ++i) {
    result::ExecutionProof broken = proof;
    broken.states.erase(broken.states.begin() + static_cast<std::ptrdiff_t>(i));
    without += rejected(broken);
    broken = proof;
    broken.states[i].holds = proof.terms->boolean(false);
    stronger += rejected(broken);
    broken = proof;
    broken.states[i].holds = proof.terms->boolean(true);
    weaker += rejected(broken);
  }
  EXPECT_EQ(without, proof.states.size());
  EXPECT_EQ(stronger, proof.states.size());
  EXPECT_GT(weaker, 2u);
  result::ExecutionProof broken = proof;
  broken.tracked.pop_back();
  EXPECT_TRUE(rejected(broken));
  broken = proof;
  broken.states.push_back(broken.states.front());
  EXPECT_TRUE(rejected(broken));
}

INSTANTIATE_TEST_SUITE_P(Models, MotivatingExample, testing::Values("sc", "tso", "pso"),
                         [](const auto& of) { return std::string(of.param); });

}  // namespace
}  // namespace fencepost::engine
