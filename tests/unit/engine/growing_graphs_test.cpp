// What graphs forget as they grow (engine/cegar/graphs/growing_graphs.h), and what the checker says to a proof that forgets more.
#include "engine/cegar/graphs/growing_graphs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

#include "../clang/c_program.h"
#include "check/execution_proof.h"
#include "engine/cegar/cegar.h"
#include "program/lower.h"

namespace fencepost::engine {
namespace {

using cegar::graphs::needed_by_future;
using cegar::graphs::place_in_buffer;
using cegar::graphs::place_of_write;
using cegar::graphs::seen_by_future;
using cegar::graphs::with_only;
using result::EventRef;
using result::GraphEvent;
using result::GraphState;
using Kept = std::vector<std::vector<uint32_t>>;

const std::vector<std::string> kPoint, kFence{"F"}, kPlain;
const flat::Edge kEdge{};

class Graph {
 public:
  explicit Graph(uint32_t threads) { state.threads.resize(threads); }
  EventRef write(uint32_t thread, uint32_t variable, bool pending = false) {
    EventRef made = put(thread, {GraphEvent::Kind::write, &kPlain, &kEdge, variable, 0, {}});
    state.threads[thread].events.back().pending = pending;
    return made;
  }
  EventRef read(uint32_t thread, uint32_t variable, EventRef from) {
    return put(thread, {GraphEvent::Kind::read, &kPlain, &kEdge, variable, 0, from});
  }
  EventRef fence(uint32_t thread) { return put(thread, {GraphEvent::Kind::fence, &kFence, &kEdge, ~0u, 0, {}}); }
  EventRef end(uint32_t thread) { return put(thread, {GraphEvent::Kind::fence, &kPoint, nullptr, ~0u, 0, {}}); }
  Kept seen_from(const GraphState& before, bool is_over = false) const {
    return seen_by_future(before, state, [](const GraphEvent&) { return true; }, [&](uint32_t) { return is_over; });
  }

  GraphState state;

 private:
  EventRef put(uint32_t thread, const GraphEvent& event) {
    state.threads[thread].events.push_back(event);
    return {thread, static_cast<uint32_t>(state.threads[thread].events.size() - 1)};
  }
};

constexpr uint32_t x = 0, y = 1;

TEST(GrowingGraphs, KeepTheLastWriteToEachLocation) {
  Graph graph(2);
  graph.write(0, x);
  graph.write(0, y);
  const GraphState before = graph.state;
  graph.write(1, x);
  EXPECT_EQ(graph.seen_from(before), (Kept{{1}, {0}}));
}

TEST(GrowingGraphs, DropReadsAndFencesOnceTheyHaveHappened) {
  Graph graph(2);
  EventRef first = graph.write(0, x);
  const GraphState before = graph.state;
  graph.read(1, x, first);
  graph.fence(1);
  EXPECT_EQ(graph.seen_from(before), (Kept{{0}, {}}));
}

// Neither is overwritten by the other until it reaches memory.
TEST(GrowingGraphs, KeepWritesThatWait) {
  Graph graph(2);
  graph.write(0, x);
  GraphState before = graph.state;
  EventRef first = graph.write(1, x, true), second = graph.write(1, x, true);
  EXPECT_EQ(graph.seen_from(before), (Kept{{0}, {0, 1}}));
  EXPECT_EQ(place_in_buffer(graph.state, first), 0u);
  EXPECT_EQ(place_in_buffer(graph.state, second), 1u);
  before = graph.state;
  graph.state.threads[1].events[0].pending = false;
  EXPECT_EQ(graph.seen_from(before), (Kept{{}, {0, 1}}));
  EXPECT_EQ(place_in_buffer(graph.state, second), 0u);
}

TEST(GrowingGraphs, KeepBarriersBehindWritesThatWait) {
  Graph graph(1);
  const GraphState before = graph.state;
  graph.fence(0);
  graph.write(0, x, true);
  graph.fence(0);
  graph.write(0, y, true);
  EXPECT_EQ(graph.seen_from(before), (Kept{{1, 2, 3}}));
}

TEST(GrowingGraphs, KeepTheEndsOfThreadsForWhoJoinsThem) {
  Graph graph(1);
  const GraphState before = graph.state;
  graph.end(0);
  EXPECT_EQ(graph.seen_from(before, true), (Kept{{0}}));
  EXPECT_EQ(graph.seen_from(before, false), (Kept{{}}));
}

TEST(GrowingGraphs, WithoutAMemoryDropWhatNobodyCanObserveAndWhatHasReadIt) {
  Graph graph(2);
  EventRef old = graph.write(0, x), last = graph.write(0, x);
  graph.fence(1);  // nothing is before it
  graph.read(1, x, old);
  graph.read(1, x, last);
  graph.read(1, x, last);
  graph.fence(1);
  graph.fence(1);
  graph.read(1, x, last);
  Kept kept = needed_by_future(graph.state, kPoint, [&](const EventRef& write, uint32_t) { return write == last; });
  EXPECT_EQ(kept, (Kept{{1}, {2, 4, 6}}));
  GraphState left = with_only(graph.state, kept);
  EXPECT_EQ(left.threads[1].events[0].source, (EventRef{0, 0}));
  EXPECT_EQ(place_of_write(graph.state, last), 1u);
  EXPECT_EQ(place_of_write(left, {0, 0}), 0u);
}

TEST(GrowingGraphs, AnUpdateWhoseReadIsGoneIsAWrite) {
  Graph graph(1);
  graph.read(0, x, {EventRef::kInitial, x});
  graph.write(0, x);
  graph.state.threads[0].events[1].updates = true;
  EXPECT_TRUE(with_only(graph.state, {{0, 1}}).threads[0].events[1].updates);
  EXPECT_FALSE(with_only(graph.state, {{1}}).threads[0].events[0].updates);
}

const char* const kHandedOver =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
    "atomic_int turn, ball;\n"
    "void *ping(void *u) { for (;;) {\n"
    "  while (atomic_load_explicit(&turn, memory_order_acquire) != 0) ;\n"
    "  assert(atomic_load_explicit(&ball, memory_order_relaxed) == 0);\n"
    "  atomic_store_explicit(&ball, 1, memory_order_relaxed);\n"
    "  atomic_store_explicit(&turn, 1, memory_order_release); } }\n"
    "void *pong(void *u) { for (;;) {\n"
    "  while (atomic_load_explicit(&turn, memory_order_acquire) != 1) ;\n"
    "  assert(atomic_load_explicit(&ball, memory_order_relaxed) == 1);\n"
    "  atomic_store_explicit(&ball, 0, memory_order_relaxed);\n"
    "  atomic_store_explicit(&turn, 0, memory_order_release); } }\n"
    "int main(void) { pthread_t s, t; pthread_create(&s, 0, ping, 0); pthread_create(&t, 0, pong, 0); return 0; }\n";

class Proved {
 public:
  explicit Proved(const std::string& text) : source_(text, options()), elaborated_(source_.elaborate()) {
    cfa_ = program::lower(elaborated_.program);
  }
  result::ExecutionProof proof(const std::string& model) const {
    Budget budget;
    budget.limit_time(20);
    result::CegarOptions options;
    options.semantics = result::CegarOptions::Semantics::declarative_eager;
    result::Claims claims = cegar::CegarEngine(options, {}).run(task(model), budget);
    EXPECT_EQ(claims.verdict, result::Verdict::safe) << claims.reason;
    return std::get<result::ExecutionProof>(claims.proof.value());
  }
  std::string problem_of(const result::ExecutionProof& proof, const std::string& model) const {
    Budget budget;
    budget.limit_time(60);
    Statistics statistics;
    result::ProofSummary summary;
    return check::problem_of(proof, task(model), budget, statistics, summary).value_or("");
  }

 private:
  static core::UndefSet assertions() {
    core::UndefSet checks = {};
    checks.set(core::Undef::assertion);
    return checks;
  }
  static frontend::SourceOptions options() {
    frontend::SourceOptions options;
    options.checks = assertions();
    options.orders_as_threads_see = false;
    return options;
  }
  result::Task task(const std::string& model) const {
    return {elaborated_.program, cfa_, {assertions()}, memory::load_model(model)};
  }

  CProgram source_;
  frontend::Elaborated elaborated_;
  program::Cfa cfa_;
};

// Of a state's key (result::key_of): the same without its n-th write.
std::optional<std::string> without_write(const std::string& key, size_t n, size_t threads) {
  std::vector<uint32_t> numbers(key.size() / sizeof(uint32_t));
  std::memcpy(numbers.data(), key.data(), key.size());
  constexpr size_t kThread = 8, kEvent = 6;
  for (size_t at = 0, thread = 0; thread < threads; ++thread) {
    uint32_t& count = numbers[at + kThread - 1];
    for (size_t i = 0; i < count; ++i) {
      auto event = numbers.begin() + static_cast<std::ptrdiff_t>(at + kThread + i * kEvent);
      if ((event[1] & 3) != static_cast<uint32_t>(GraphEvent::Kind::write) || n-- > 0) continue;
      --count;
      numbers.erase(event, event + kEvent);
      return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(uint32_t));
    }
    at += kThread + count * kEvent;
  }
  return std::nullopt;
}

class ForgettingProof : public testing::TestWithParam<const char*> {};

TEST_P(ForgettingProof, IsRejectedWhenItForgetsOneWriteMore) {
  Proved proved(kHandedOver);
  const result::ExecutionProof proof = proved.proof(GetParam());
  ASSERT_NE(proof.growth, result::Growth::by_threads);
  EXPECT_EQ(proved.problem_of(proof, GetParam()), "");
  size_t tried = 0;
  for (size_t i = 0; i < proof.states.size(); i += proof.states.size() / 40 + 1)
    for (size_t n = 0;; ++n) {
      result::ExecutionProof broken = proof;
      std::optional<std::string> key = without_write(proof.states[i].state, n, 3);
      if (!key) break;
      broken.states[i].state = *key;
      ++tried;
      EXPECT_NE(proved.problem_of(broken, GetParam()), "") << "state " << i << ", write " << n;
    }
  EXPECT_GT(tried, 10u);
}

INSTANTIATE_TEST_SUITE_P(Models, ForgettingProof, testing::Values("sc", "tso", "ra", "rc11"),
                         [](const auto& of) { return std::string(of.param); });

// Each forgets what the other model's executions may still see.
TEST(ForgettingProofs, ProveNothingUnderAnotherModel) {
  Proved proved(kHandedOver);
  EXPECT_NE(proved.problem_of(proved.proof("sc"), "tso"), "");
  EXPECT_NE(proved.problem_of(proved.proof("sc"), "ra"), "");
  EXPECT_NE(proved.problem_of(proved.proof("tso"), "pso"), "");
  result::ExecutionProof by_threads = proved.proof("sc");
  by_threads.growth = result::Growth::by_threads;
  EXPECT_NE(proved.problem_of(by_threads, "sc"), "");
}

}  // namespace
}  // namespace fencepost::engine
