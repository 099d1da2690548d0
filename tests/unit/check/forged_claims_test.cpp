// What becomes of an engine that errs. Claims of the bounded engine about small programs are broken in every way that one can
// think of, and each is shown to the checker twice: for the program that it is about, where some of what comes out is another
// run that fails, and for a program that has the same steps but is correct under the memory model, where nothing is: that is
// what an engine claims that forgets a fence, an order, a dependency or a premise of a lemma. No such claim is confirmed, and
// all end as a loud UNKNOWN. The test prints what it tried.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "../clang/c_program.h"
#include "check/checker.h"
#include "engine/registry.h"
#include "program/lower.h"

namespace fencepost::check {
namespace {

using result::Claim;
using result::Claims;
using result::RunStep;
using result::Verdict;
using Kind = RunStep::Kind;

struct Subject {
  const char* name;
  std::vector<const char*> models;
  const char *failing, *correct;  // in place of the macro THEN of the text
  const char* text;
};

// Every result goes to r1 or r2, which only their thread and, after joining it, main use.
const Subject kSubjects[] = {
    {"store buffering, a fence",
     {"tso", "pso", "rc11", "aarch64", "power"},
     "",
     "atomic_thread_fence(memory_order_seq_cst);",
     R"(
void* one(void* a) { STORE(x, 1); THEN r1 = LOAD(y); return a; }
void* two(void* a) { STORE(y, 1); THEN r2 = LOAD(x); return a; }
#define CHECK !(r1 == 0 && r2 == 0)
)"},
    {"message passing, orders",
     {"pso", "rc11", "aarch64", "power"},
     "relaxed",
     "seq_cst",
     R"(
#define ORDER_(order) memory_order_##order
#define ORDER(order) ORDER_(order)
void* one(void* a) { STORE(x, 1); atomic_store_explicit(&y, 1, ORDER(THEN)); return a; }
void* two(void* a) { r1 = atomic_load_explicit(&y, ORDER(THEN)); r2 = LOAD(x); return a; }
#define CHECK !(r1 == 1 && r2 == 0)
)"},
    {"message passing, an address that depends",
     {"aarch64", "power"},
     "0",
     "(r1 ^ r1)",
     R"(
void* one(void* a) { STORE(x, 1); atomic_thread_fence(memory_order_seq_cst); STORE(y, 1); return a; }
void* two(void* a) { r1 = LOAD(y); r2 = LOAD(*(&x + THEN)); return a; }
#define CHECK !(r1 == 1 && r2 == 0)
)"},
    {"load buffering, a branch",
     {"aarch64", "power"},
     "if (1)",
     "if (r == 1)",
     R"(
void* one(void* a) { int r = LOAD(x); THEN STORE(y, 1); r1 = r; return a; }
void* two(void* a) { int r = LOAD(y); THEN STORE(x, 1); r2 = r; return a; }
#define CHECK !(r1 == 1 && r2 == 1)
)"},
    {"load buffering, values that depend",
     {"aarch64", "power"},
     "1",
     "1 + r - r",
     R"(
void* one(void* a) { int r = LOAD(x); STORE(y, THEN); r1 = r; return a; }
void* two(void* a) { int r = LOAD(y); STORE(x, THEN); r2 = r; return a; }
#define CHECK !(r1 == 1 && r2 == 1)
)"},
    {"two writes each, a fence",
     {"pso", "rc11", "aarch64", "power"},
     "",
     "atomic_thread_fence(memory_order_seq_cst);",
     R"(
void* one(void* a) { STORE(x, 1); THEN STORE(y, 2); return a; }
void* two(void* a) { STORE(y, 1); THEN STORE(x, 2); return a; }
#define CHECK !(LOAD(x) == 1 && LOAD(y) == 1)
)"},
    {"lost update, an atomic one",
     {"sc", "tso", "pso", "rc11", "aarch64", "power"},
     "STORE(x, LOAD(x) + 1)",
     "atomic_fetch_add(&x, 1)",
     R"(
void* one(void* a) { THEN; return a; }
void* two(void* a) { THEN; return a; }
#define CHECK LOAD(x) == 2
)"},
    {"an input, a value that nobody writes",
     {"sc", "tso", "pso", "rc11", "aarch64", "power"},
     "1",
     "2",
     R"(
void* one(void* a) { if (__VERIFIER_nondet_int() == 7) STORE(x, THEN); return a; }
void* two(void* a) { r1 = LOAD(x); return a; }
#define CHECK r1 != 1
)"},
};

std::string text_of(const Subject& subject, const char* then) {
  return fmt::format(R"(#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define THEN {}
#define STORE(place, value) atomic_store_explicit(&place, value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&place, memory_order_relaxed)
int __VERIFIER_nondet_int(void);
atomic_int x, y;
int r1, r2;
{}
int main(void) {{
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(CHECK);
}}
)",
                     then, subject.text);
}

class Program {
 public:
  explicit Program(const std::string& text) : source_(text), elaborated_(source_.elaborate()) {
    cfa_ = program::lower(elaborated_.program);
  }
  Claims claims(const char* model) {
    Budget budget;
    result::EngineOptions options;
    options.unwind = 2;
    return engine::decide(engine::registry(), task(model), options, {}, budget);
  }
  // As if the engine had said only that.
  result::Result confirmed(Claim claim, const char* model) {
    const std::vector<core::Function>& functions = elaborated_.program.functions;
    const auto one = std::ranges::find(functions, "one", &core::Function::name);
    claim.pos = source_pos(*one->pos.file, claim.pos.line, claim.pos.column);
    Claims claims;
    claims.verdict = Verdict::unsafe;
    claims.violations.push_back(std::move(claim));
    Asked& asked = asked_.try_emplace(model, task(model)).first->second;
    Budget budget;
    return asked.checker.confirm(claims, budget);
  }

 private:
  struct Asked {
    explicit Asked(result::Task about) : task(std::move(about)), checker(task) {}
    result::Task task;
    Checker checker;
  };
  result::Task task(const char* model) const { return {elaborated_.program, cfa_, {}, memory::load_model(model)}; }

  CProgram source_;
  frontend::Elaborated elaborated_;
  program::Cfa cfa_;
  std::map<std::string, Asked> asked_;  // by model
};

using Forged = std::vector<Claim>;

bool writes(const RunStep& step) { return step.kind == Kind::write || step.kind == Kind::update; }
bool reads(const RunStep& step) { return step.kind == Kind::read || step.kind == Kind::update; }

// The same steps in another order: `order` names them by their old numbers, some perhaps not at all.
Claim reordered(Claim claim, const std::vector<uint32_t>& order) {
  result::ConcurrentRun& run = *claim.concurrent;
  std::vector<uint32_t> number(run.steps.size(), RunStep::kInitial);
  std::vector<RunStep> steps;
  for (uint32_t old : order) {
    number[old] = static_cast<uint32_t>(steps.size());
    steps.push_back(run.steps[old]);
  }
  for (RunStep& step : steps)
    if (step.source != RunStep::kInitial) step.source = number[step.source];
  for (uint32_t& step : run.coherence) step = number[step];
  std::erase(run.coherence, RunStep::kInitial);
  run.steps = std::move(steps);
  return claim;
}

std::vector<uint32_t> all_steps(const Claim& claim) {
  std::vector<uint32_t> all;
  for (uint32_t i = 0; i < claim.concurrent->steps.size(); ++i) all.push_back(i);
  return all;
}

// `change` is done to one step after another, in a claim of its own each; false: nothing to do there.
template <typename Change>
Forged at_each_step(const Claim& claim, const Change& change) {
  Forged made;
  for (uint32_t i = 0; i < claim.concurrent->steps.size(); ++i) {
    Claim one = claim;
    if (change(*one.concurrent, i)) made.push_back(std::move(one));
  }
  return made;
}

struct Fault {
  const char* name;
  Forged (*forge)(const Claim& claim);
  bool is_certain = false;  // no run of the program is like that, or it is not this failure
};

const Fault kFaults[] = {
    {"the claim as it is", [](const Claim& claim) { return Forged{claim}; }},
    {"another place",
     [](const Claim& claim) {
       Claim one = claim;
       one.pos.line -= 1;
       return Forged{one};
     },
     true},
    {"another check",
     [](const Claim& claim) {
       Claim one = claim;
       one.kind = core::Undef::div_zero;
       return Forged{one};
     },
     true},
    {"a step left out",
     [](const Claim& claim) {
       Forged made;
       for (uint32_t i = 0; i < claim.concurrent->steps.size(); ++i) {
         std::vector<uint32_t> order = all_steps(claim);
         order.erase(order.begin() + i);
         made.push_back(reordered(claim, order));
       }
       return made;
     }},
    {"all steps from one on left out",
     [](const Claim& claim) {
       Forged made;
       for (uint32_t i = 0; i < claim.concurrent->steps.size(); ++i) {
         std::vector<uint32_t> order = all_steps(claim);
         order.resize(i);
         made.push_back(reordered(claim, order));
       }
       return made;
     }},
    {"neighbours in the other order",
     [](const Claim& claim) {
       Forged made;
       for (uint32_t i = 1; i < claim.concurrent->steps.size(); ++i) {
         std::vector<uint32_t> order = all_steps(claim);
         std::swap(order[i - 1], order[i]);
         made.push_back(reordered(claim, order));
       }
       return made;
     }},
    {"a step that is done twice",
     [](const Claim& claim) {
       Forged made;
       for (uint32_t i = 0; i < claim.concurrent->steps.size(); ++i) {
         std::vector<uint32_t> order = all_steps(claim);
         order.insert(order.begin() + i, i);
         made.push_back(reordered(claim, order));
       }
       return made;
     }},
    {"a step of another thread",
     [](const Claim& claim) {
       return at_each_step(claim, [](result::ConcurrentRun& run, uint32_t i) {
         run.steps[i].thread = 3 - std::min(run.steps[i].thread, 2u);
         return true;
       });
     }},
    {"a step of a thread that there is not",
     [](const Claim& claim) {
       return at_each_step(claim, [](result::ConcurrentRun& run, uint32_t i) {
         run.steps[i].thread = 77;
         return true;
       });
     },
     true},
    {"a step of another kind",
     [](const Claim& claim) {
       return at_each_step(claim, [](result::ConcurrentRun& run, uint32_t i) {
         run.steps[i].kind = run.steps[i].kind == Kind::read ? Kind::write : Kind::read;
         return true;
       });
     },
     true},
    {"a step in another place",
     [](const Claim& claim) {
       return at_each_step(claim, [](result::ConcurrentRun& run, uint32_t i) {
         auto other = std::ranges::find_if(run.cells, [&](const auto& cell) { return cell != run.steps[i].cell; });
         if (other == run.cells.end()) return false;
         run.steps[i].cell = *other;
         return true;
       });
     },
     true},
    {"a place that is no shared one",
     [](const Claim& claim) {
       return at_each_step(claim, [](result::ConcurrentRun& run, uint32_t i) {
         run.steps[i].cell.at += 4096;
         return true;
       });
     },
     true},
    {"shared places forgotten",
     [](const Claim& claim) {
       Claim one = claim;
       one.concurrent->cells.clear();
       return Forged{one};
     }},
    {"a read from another write",
     [](const Claim& claim) {
       Forged made;
       const auto count = static_cast<uint32_t>(claim.concurrent->steps.size());
       for (uint32_t i = 0; i < count; ++i)
         for (uint32_t source = 0; source <= count + 1; ++source) {
           Claim one = claim;
           RunStep& step = one.concurrent->steps[i];
           if (!reads(step)) continue;
           const uint32_t other = source == count ? RunStep::kInitial : source;
           if (step.source == other) continue;
           step.source = other;
           made.push_back(std::move(one));
         }
       return made;
     }},
    {"a read of what nobody writes",
     [](const Claim& claim) {
       Forged made;
       for (uint32_t i = 0; i < claim.concurrent->steps.size(); ++i)
         for (uint32_t source = i + 1; source < claim.concurrent->steps.size(); ++source) {
           Claim one = claim;
           RunStep& step = one.concurrent->steps[i];
           const RunStep& from = one.concurrent->steps[source];
           if (step.kind != Kind::read || !writes(from) || from.cell != step.cell) continue;
           step.source = source;
           step.promised = 42;
           made.push_back(std::move(one));
         }
       return made;
     },
     true},
    {"two writes in the other coherence order",
     [](const Claim& claim) {
       Forged made;
       for (size_t a = 0; a < claim.concurrent->coherence.size(); ++a)
         for (size_t b = a + 1; b < claim.concurrent->coherence.size(); ++b) {
           Claim one = claim;
           std::vector<uint32_t>& order = one.concurrent->coherence;
           if (one.concurrent->steps[order[a]].cell != one.concurrent->steps[order[b]].cell) continue;
           std::swap(order[a], order[b]);
           made.push_back(std::move(one));
         }
       return made;
     }},
    {"a coherence order that leaves out a write",
     [](const Claim& claim) {
       Forged made;
       for (size_t i = 0; i < claim.concurrent->coherence.size(); ++i) {
         Claim one = claim;
         one.concurrent->coherence.erase(one.concurrent->coherence.begin() + static_cast<std::ptrdiff_t>(i));
         made.push_back(std::move(one));
       }
       return made;
     },
     true},
    {"a coherence order that names a write twice",
     [](const Claim& claim) {
       Forged made;
       for (uint32_t step : claim.concurrent->coherence) {
         Claim one = claim;
         one.concurrent->coherence.push_back(step);
         made.push_back(std::move(one));
       }
       return made;
     },
     true},
    {"another input",
     [](const Claim& claim) {
       Forged made;
       for (size_t thread = 0; thread < claim.concurrent->choices.size(); ++thread)
         for (size_t i = 0; i < claim.concurrent->choices[thread].size(); ++i) {
           Claim one = claim;
           core::Choice& choice = one.concurrent->choices[thread][i];
           if (choice.kind != core::Choice::Kind::value) continue;
           choice.value += 1;
           made.push_back(std::move(one));
         }
       return made;
     },
     true},
    {"inputs forgotten",
     [](const Claim& claim) {
       Claim one = claim;
       bool has_any = false;
       // Without its addresses a run is still one, where they do not matter: then it has others.
       auto is_value = [](const core::Choice& choice) { return choice.kind != core::Choice::Kind::address; };
       for (core::Choices& choices : one.concurrent->choices) {
         has_any = has_any || std::ranges::any_of(choices, is_value);
         choices.clear();
       }
       return has_any ? Forged{one} : Forged{};
     },
     true},
    {"threads that are never started",
     [](const Claim& claim) {
       Claim one = claim;
       for (auto& spawned : one.concurrent->spawned) spawned.clear();
       return Forged{one};
     },
     true},
};

struct Count {
  unsigned tried = 0, confirmed = 0, confirmed_of_correct = 0;
};

bool has_promises(const Claim& claim) {
  return std::ranges::any_of(claim.concurrent->steps, [](const RunStep& step) { return step.promised.has_value(); });
}

// Refused: UNKNOWN, no violation, and a diagnostic, unless the run is one that is known to be too intricate.
void expect_loud(const result::Result& result, const Claim& claim, const std::string& what) {
  EXPECT_EQ(result.verdict, Verdict::unknown) << what;
  EXPECT_TRUE(result.violations.empty()) << what;
  EXPECT_FALSE(result.reason.empty()) << what;
  if (has_promises(claim)) return;
  ASSERT_EQ(result.diagnostics.size(), 1u) << what;
  EXPECT_EQ(result.diagnostics[0].severity, Severity::error) << what;
  EXPECT_NE(result.diagnostics[0].message.find("does not replay"), std::string::npos) << what;
}

TEST(ForgedClaims, NoneIsAVerdict) {
  std::map<std::string, Count> counts;
  for (const Subject& subject : kSubjects) {
    Program failing(text_of(subject, subject.failing)), correct(text_of(subject, subject.correct));
    for (const char* model : subject.models) {
      const std::string where = fmt::format("{}, {}", subject.name, model);
      Claims claims = failing.claims(model);
      ASSERT_FALSE(claims.violations.empty()) << where << ": " << claims.reason;
      ASSERT_EQ(correct.claims(model).verdict, Verdict::safe) << where;
      const Claim& claim = claims.violations.front();
      ASSERT_TRUE(claim.concurrent) << where;
      ASSERT_EQ(failing.confirmed(claim, model).verdict, Verdict::unsafe) << where;
      for (const Fault& fault : kFaults) {
        for (const Claim& forged : fault.forge(claim)) {
          const std::string what = fmt::format("{}: {}", where, fault.name);
          Count& count = counts[fault.name];
          result::Result here = failing.confirmed(forged, model);
          ++count.tried;
          if (here.verdict == Verdict::unsafe) {
            ++count.confirmed;
            EXPECT_FALSE(fault.is_certain) << what;
          } else {
            expect_loud(here, forged, what);
          }
          result::Result there = correct.confirmed(forged, model);
          if (there.verdict == Verdict::unsafe) ++count.confirmed_of_correct;
          expect_loud(there, forged, what + ", on the correct program");
        }
      }
    }
  }
  std::printf("%-45s %8s %8s %9s   %s\n", "fault", "claims", "refused", "confirmed", "on correct programs: refused");
  for (const Fault& fault : kFaults) {
    const Count& count = counts[fault.name];
    EXPECT_GT(count.tried, 0u) << fault.name;
    std::printf("%-45s %8u %8u %9u   %u of %u\n", fault.name, count.tried, count.tried - count.confirmed,
                count.confirmed, count.tried - count.confirmed_of_correct, count.tried);
  }
}

// A run of a weaker model is none of a stronger one, on whichever machine it was found.
TEST(ForgedClaims, RunsOfAWeakerModelAreRefusedUnderAStrongerOne) {
  for (const Subject& subject : kSubjects) {
    Program program(text_of(subject, subject.failing));
    std::vector<const char*> safe;
    std::vector<std::pair<const char*, Claim>> found;
    for (const char* model : {"sc", "tso", "pso", "rc11", "aarch64", "power"}) {
      Claims claims = program.claims(model);
      if (claims.verdict == Verdict::safe) safe.push_back(model);
      for (const Claim& claim : claims.violations) found.emplace_back(model, claim);
    }
    for (const char* model : safe)
      for (const auto& [from, claim] : found)
        expect_loud(program.confirmed(claim, model), claim,
                    fmt::format("{}: a run under {} as one of {}", subject.name, from, model));
  }
}

}  // namespace
}  // namespace fencepost::check
