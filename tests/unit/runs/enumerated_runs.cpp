#include "enumerated_runs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "../clang/c_program.h"
#include "logic/evaluate.h"
#include "runs/preparation.h"

namespace fencepost::runs::testing {

using logic::Term;
using unroll::Event;

namespace {

constexpr size_t kMany = 4000;  // proposals

Term same_value(const unroll::Value& a, const unroll::Value& b, logic::Terms& terms) {
  Term same = terms.eq(a.term, b.term);
  if (a.offset) same = terms.and_(same, terms.eq(a.offset, b.offset));
  Term none = terms.boolean(false);
  return terms.and_(same, terms.eq(a.unspecified ? a.unspecified : none, b.unspecified ? b.unspecified : none));
}

}  // namespace

Program::Program(const std::string& text, const std::string& name, core::Undef wanted)
    : model(memory::load_model(name)) {
  frontend::SourceOptions reading;
  reading.checks.set(wanted);
  CProgram file(text, reading);
  auto elaborated = std::make_shared<frontend::Elaborated>(file.elaborate());
  source = elaborated;
  cfa = std::make_shared<program::Cfa>(program::lower(elaborated->program));
  unroll::Options options;
  options.wanted.checks = reading.checks;
  options.bounds.visible_factor = 1;
  options.model = facts_of(*model);
  if (wanted == core::Undef::data_race) options.model.unread_writes = true;
  if (wanted == core::Undef::deadlock || wanted == core::Undef::liveness)
    options.model.locks_guard = options.model.sections_guard = false;
  unrolled = unroll::unroll(*cfa, options, terms, budget);
  for (const unroll::Obligation& obligation : unrolled.obligations)
    EXPECT_NE(obligation.kind, unroll::Obligation::Kind::unsupported) << unrolled.sites[obligation.site].detail;
}

std::vector<EnumeratedRun> enumerate(Program& program, const unroll::Unrolled& unrolled) {
  logic::Terms& terms = program.terms;
  std::unique_ptr<logic::Solver> solver =
      logic::make_solver(logic::SolverKind::cadical, terms, program.budget, program.statistics);
  for (Term constraint : unrolled.constraints) solver->assert_term(constraint);
  std::map<std::pair<uint32_t, uint32_t>, Term> taken;  // write, read
  for (uint32_t read = 0; read < unrolled.events.size(); ++read) {
    const Event& to = unrolled.events[read];
    if (to.kind != Event::Kind::read || to.implied) continue;
    Term any = terms.boolean(false), several = terms.boolean(false);
    for (uint32_t write = 0; write < unrolled.events.size(); ++write) {
      const Event& from = unrolled.events[write];
      if (from.kind != Event::Kind::write && from.kind != Event::Kind::initial) continue;
      Term same = same_cell(from, to, terms);
      if (same.is_false() || from.value.term.sort() != to.value.term.sort()) continue;
      Term literal = terms.fresh("takes", logic::bool_sort());
      taken.emplace(std::pair(write, read), literal);
      Term needs =
          terms.and_(terms.and_(from.guard, to.guard), terms.and_(same, same_value(from.value, to.value, terms)));
      // A section is one step: nobody sees one that its thread did not leave.
      if (from.section != 0 && from.section != to.section) needs = terms.and_(needs, unrolled.left[from.section]);
      solver->assert_term(terms.implies(literal, needs));
      several = terms.or_(several, terms.and_(any, literal));
      any = terms.or_(any, literal);
    }
    solver->assert_term(terms.implies(to.guard, any));
    solver->assert_term(terms.not_(several));
  }
  program::Mapping mapping(*program.model);
  memory::Consistency definition(*program.model);
  std::vector<EnumeratedRun> runs;
  for (size_t proposed = 0; solver->check() == logic::Answer::sat; ++proposed) {
    if (proposed == kMany) {
      ADD_FAILURE() << "too many runs to enumerate";
      break;
    }
    EnumeratedRun run{solver->model(), {}, {memory::ExecutionGraph({}), {}, {}}};
    logic::Evaluator evaluate(run.values);
    Term others = terms.boolean(false);
    for (const auto& [pair, literal] : taken) {
      bool holds = evaluate.holds(literal);
      if (holds) run.sources[pair.second] = pair.first;
      others = terms.or_(others, holds ? terms.not_(literal) : literal);
    }
    solver->assert_term(others);
    run.graph = candidate_execution(
        unrolled, mapping,
        {[&](Term term) { return evaluate.holds(term); }, [&](uint32_t read) { return run.sources.at(read); }},
        ImpliedReads::left_out);
    if (!definition.violations_of_rf(run.graph.graph, 1).empty()) continue;
    run.graph.graph.relation("co") = definition.coherence();
    runs.push_back(std::move(run));
  }
  return runs;
}

std::vector<Term> literals_of(const EnumeratedRun& run, const unroll::Unrolled& unrolled, const ReadsFrom& reads_from,
                              logic::Terms& terms) {
  std::vector<Term> all;
  for (const auto& [read, write] : run.sources) {
    Term literal = terms.boolean(false);
    for (const runs::Source& source : reads_from.sources(read))
      if (source.write == write) literal = source.taken;
    all.push_back(literal);
  }
  logic::Evaluator evaluate(run.values);
  for (const Event& event : unrolled.events)
    all.push_back(evaluate.holds(event.guard) ? event.guard : terms.not_(event.guard));
  return all;
}

Found found_by(const unroll::Unrolled& unrolled, const logic::Assignment& values) {
  logic::Evaluator evaluate(values);
  Found found;
  for (uint32_t i = 0; i < unrolled.events.size(); ++i)
    if (unrolled.events[i].kind == Event::Kind::read && evaluate.holds(unrolled.events[i].guard))
      found.emplace_back(i, static_cast<uint64_t>(evaluate(unrolled.events[i].value.term)));
  return found;
}

std::string threads(const std::vector<std::string>& bodies, const std::string& after) {
  std::string text = R"(#include <pthread.h>
#include <stdatomic.h>
#define LOAD(v) atomic_load_explicit(&v, memory_order_relaxed)
#define ACQUIRE(v) atomic_load_explicit(&v, memory_order_acquire)
#define STORE(v, n) atomic_store_explicit(&v, n, memory_order_relaxed)
#define RELEASE(v, n) atomic_store_explicit(&v, n, memory_order_release)
#define ADD(v, n) atomic_fetch_add_explicit(&v, n, memory_order_acq_rel)
#define SWAP(v, n) atomic_exchange_explicit(&v, n, memory_order_acq_rel)
#define FENCE() atomic_thread_fence(memory_order_seq_cst)
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int cas(atomic_int* at, int old, int new) {
  return atomic_compare_exchange_strong_explicit(at, &old, new, memory_order_acq_rel, memory_order_relaxed);
}
#define CAS(v, old, new) cas(&v, old, new)
#define LOCK(m) pthread_mutex_lock(&m)
#define UNLOCK(m) pthread_mutex_unlock(&m)
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, y, z;
int p, q;
)";
  std::string make, join;
  for (size_t i = 0; i < bodies.size(); ++i) {
    text += fmt::format("static void* t{}(void* unused) {{ {} return unused; }}\n", i, bodies[i]);
    make += fmt::format("  pthread_t id{0}; pthread_create(&id{0}, 0, t{0}, 0);\n", i);
    join += fmt::format("  pthread_join(id{}, 0);\n", i);
  }
  return text + "int main(void) {\n" + make + join + after + "\n  return 0;\n}\n";
}

std::vector<std::string> random_bodies(unsigned seed) {
  std::mt19937 random(seed);
  auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  unsigned value = 1;
  auto access = [&] {
    char at = "xy"[below(2)], other = "xy"[below(2)];
    switch (below(10)) {
      case 0:
      case 1:
        return fmt::format("STORE({}, {}); ", at, value++);
      case 2:
        return fmt::format("RELEASE({}, {}); ", at, value++);
      case 3:
        return fmt::format("SWAP({}, {}); ", at, value++);
      case 4:
        return fmt::format("ADD({}, 16); ", at);
      case 5:
        return fmt::format("CAS({}, {}, {}); ", at, below(2), ++value);
      case 6:
        return fmt::format("STORE({}, LOAD({}) + 32); ", at, other);
      case 7:
        return std::string("FENCE(); ");
      default:
        return fmt::format("ACQUIRE({}); ", at);
    }
  };
  std::vector<std::string> bodies(2 + below(2));
  for (std::string& body : bodies) {
    const bool branches = below(3) == 0;
    if (branches) {
      const unsigned found = below(3);  // one call a statement: compilers evaluate arguments in different orders
      body = fmt::format("if (ACQUIRE({}) == {}) {{ ", "xy"[below(2)], found);
    } else {
      body = access();
    }
    for (unsigned i = 0; i < (bodies.size() == 2 ? 2u : 1u); ++i) body += access();
    if (branches) body += "}";
  }
  return bodies;
}

}  // namespace fencepost::runs::testing
