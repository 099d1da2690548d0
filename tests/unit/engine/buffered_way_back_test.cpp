// Failing runs of programs with store buffers, as both reductions make them, become claims that check/ confirms under the model.
#include "engine/buffered_way_back.h"

#include <gtest/gtest.h>

#include "../clang/c_program.h"
#include "../flat/random_text.h"
#include "check/checker.h"
#include "flat/buffer_variables.h"
#include "flat/flatten.h"
#include "flat/store_buffers.h"
#include "program/lower.h"

namespace fencepost::engine {
namespace {

class Subject {
 public:
  Subject(const std::string& text, const char* model) {
    frontend::SourceOptions options;
    options.checks = {};
    options.checks.set(core::Undef::assertion);
    options.orders_as_threads_see = false;
    source_.emplace("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n" + text, options);
    elaborated_ = source_->elaborate();
    cfa_ = program::lower(elaborated_.program);
    task_.emplace(result::Task{elaborated_.program, cfa_, {options.checks, false}, memory::load_model(model)});
    program_ = std::get<flat::FlatProgram>(flat::flatten(cfa_, nullptr, terms_, budget_));
  }

  // By locations; null: there is no such form.
  std::optional<flat::FlatProgram> in_locations() {
    auto made = flat::with_store_buffers(program_, facts(), terms_, budget_);
    if (std::holds_alternative<flat::NotFlat>(made)) return std::nullopt;
    return std::get<flat::FlatProgram>(std::move(made));
  }
  flat::FlatProgram in_variables(uint32_t bound, flat::Waiting waiting) {
    auto made = flat::with_buffer_variables(program_, facts(), bound, waiting, terms_, budget_);
    return std::get<flat::BufferVariables>(std::move(made)).program;
  }

  struct Seen {
    size_t confirmed = 0, weak = 0;
    std::string problems;
    bool complete = true;
  };
  // Every check of a kind that fails in some run.
  Seen failures(const flat::FlatProgram& buffered, uint64_t most_states = 60000) {
    flat::ExploreOptions limits;
    limits.most_states = most_states;
    Seen seen;
    const flat::Explored explored = flat::explore(buffered, limits);
    seen.complete = explored.complete;
    for (const flat::Failure& failure : explored.failures) {
      const flat::Edge& edge = buffered[failure.check().of].edges[failure.check().edge];
      if (!std::get<flat::Check>(edge.label).kind) continue;
      WayBack back = buffered_way_back(*task_, program_, buffered, failure.schedule, budget_);
      if (!back.claim) {
        seen.problems += "no way back: " + back.problem + "\n";
        continue;
      }
      const check::Checker checker(*task_);
      check::Checker::Judgement judgement = checker.confirm(*back.claim, budget_);
      if (!judgement.violation) {
        seen.problems += judgement.problem + "\n";
        continue;
      }
      ++seen.confirmed;
      checker.find_weakness(*judgement.violation);
      seen.weak += judgement.violation->weakness ? 1 : 0;
    }
    return seen;
  }

 private:
  flat::BufferFacts facts() const { return *flat::buffer_facts(*task_->model); }

  std::optional<CProgram> source_;
  frontend::Elaborated elaborated_;
  program::Cfa cfa_;
  std::optional<result::Task> task_;
  flat::FlatProgram program_;
  logic::Terms terms_;
  Budget budget_;
};

struct Case {
  const char* name;
  const char* models;  // under which it fails
  const char* text;
};

const Case kCases[] = {
    {"store buffering", "tso pso", R"(
atomic_int x, y; int r;
void* f(void* u) { atomic_store_explicit(&y, 1, memory_order_relaxed); r = !atomic_load_explicit(&x, memory_order_relaxed); return u; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, f, 0);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  int s = !atomic_load_explicit(&y, memory_order_relaxed);
  pthread_join(t, 0); assert(!(r && s)); }
)"},
    {"stores pass each other", "pso", R"(
atomic_int x, y;
void* f(void* u) { atomic_store_explicit(&x, 1, memory_order_relaxed); atomic_store_explicit(&y, 1, memory_order_relaxed); return u; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, f, 0);
  if (atomic_load_explicit(&y, memory_order_relaxed)) assert(atomic_load_explicit(&x, memory_order_relaxed)); }
)"},
    {"a release keeps some behind it", "pso", R"(
atomic_int x, y, z;
void* f(void* u) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_release);
  atomic_store_explicit(&z, 1, memory_order_relaxed); return u; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, f, 0);
  int c = atomic_load_explicit(&z, memory_order_relaxed), b = atomic_load_explicit(&y, memory_order_relaxed);
  int a = atomic_load_explicit(&x, memory_order_relaxed);
  assert(!(c && !b)); assert(!(b && !a)); }
)"},
    {"the youngest of several", "tso pso", R"(
atomic_int x, y; int r, s;
void* f(void* u) {
  atomic_store_explicit(&x, 1, memory_order_relaxed); atomic_store_explicit(&x, 2, memory_order_relaxed);
  r = atomic_load_explicit(&x, memory_order_relaxed); s = atomic_load_explicit(&y, memory_order_relaxed); return u; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, f, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  int o = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(t, 0); assert(!(r == 2 && s == 0 && o == 0)); }
)"},
    {"a choice and a cell", "tso pso", R"(
_Bool __VERIFIER_nondet_bool(void);
atomic_int a[2], y; int r, s;
void* f(void* u) {
  int i = __VERIFIER_nondet_bool(), j = __VERIFIER_nondet_bool();
  atomic_store_explicit(&a[i], 3, memory_order_relaxed);
  atomic_store_explicit(&a[j], 4, memory_order_relaxed);
  r = atomic_load_explicit(&a[0], memory_order_relaxed); s = atomic_load_explicit(&y, memory_order_relaxed); return u; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, f, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  int o = atomic_load_explicit(&a[1], memory_order_relaxed), p = atomic_load_explicit(&a[0], memory_order_relaxed);
  pthread_join(t, 0); assert(!(r == 3 && s == 0 && o == 0 && p == 0 && a[1] == 4)); }
)"},
    {"two write what nobody reads", "tso pso", R"(
atomic_int x, y, noted; int r;
void* f(void* u) { atomic_store_explicit(&y, 1, memory_order_relaxed); atomic_store_explicit(&noted, 1, memory_order_relaxed);
  r = !atomic_load_explicit(&x, memory_order_relaxed); return u; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, f, 0);
  atomic_store_explicit(&x, 1, memory_order_relaxed); atomic_store_explicit(&noted, 2, memory_order_relaxed);
  int s = !atomic_load_explicit(&y, memory_order_relaxed);
  pthread_join(t, 0); assert(!(r && s)); }
)"},
};

TEST(BufferedWayBack, RunsOfBothReductionsReplay) {
  for (const Case& each : kCases)
    for (const char* model : {"tso", "pso"}) {
      SCOPED_TRACE(std::string(each.name) + " " + model);
      const bool fails = std::string(each.models).find(model) != std::string::npos;
      Subject subject(each.text, model);
      std::vector<flat::FlatProgram> all;
      if (auto made = subject.in_locations()) all.push_back(std::move(*made));
      EXPECT_EQ(all.size(), 1u);
      all.push_back(subject.in_variables(4, flat::Waiting::needed));
      all.push_back(subject.in_variables(4, flat::Waiting::all));
      for (const flat::FlatProgram& buffered : all) {
        Subject::Seen seen = subject.failures(buffered);
        EXPECT_EQ(seen.problems, "");
        if (!seen.complete && seen.confirmed == 0) continue;
        EXPECT_EQ(seen.confirmed > 0, fails);
        EXPECT_EQ(seen.weak > 0, fails);
      }
    }
}

TEST(BufferedWayBack, RunsOfRandomProgramsReplay) {
  size_t confirmed = 0;
  for (uint64_t seed = 1; seed <= 80; ++seed) {
    const std::string text = flat::testing::RandomText(seed)();
    Subject subject(text, seed % 2 == 0 ? "tso" : "pso");
    std::vector<flat::FlatProgram> all{subject.in_variables(1, flat::Waiting::needed),
                                       subject.in_variables(2, flat::Waiting::all)};
    if (auto made = subject.in_locations()) all.push_back(std::move(*made));
    for (const flat::FlatProgram& buffered : all) {
      Subject::Seen seen = subject.failures(buffered, 8000);
      EXPECT_EQ(seen.problems, "") << "seed " << seed << "\n" << text;
      confirmed += seen.confirmed;
    }
  }
  EXPECT_GT(confirmed, 40u);
}

}  // namespace
}  // namespace fencepost::engine
