// The list of engines, and what becomes of a task that engines refuse.
#include "engine/registry.h"

#include <gtest/gtest.h>

#include <set>

#include "../core/builder.h"
#include "program/lower.h"

namespace fencepost::engine {
namespace {

// Says how often it was asked to tell of a finished bound, which no other engine of this test does.
class Told : public Engine {
 public:
  explicit Told(Listener listener) : listener_(std::move(listener)) {}
  result::Claims run(const result::Task&, Budget&) override {
    result::Claims claims;
    claims.verdict = result::Verdict::safe;
    claims.reason = "told";
    if (listener_.finished) listener_.finished(claims);
    return claims;
  }

 private:
  Listener listener_;
};

std::unique_ptr<Engine> make_told(const result::EngineOptions&, Listener listener) {
  return std::make_unique<Told>(std::move(listener));
}
std::optional<std::string> accepts(const result::Task&, const result::EngineOptions&) { return std::nullopt; }
std::optional<std::string> wants_less(const result::Task&, const result::EngineOptions&) {
  return "decides programs without loops";
}
std::optional<std::string> wants_threads(const result::Task&, const result::EngineOptions&) { return "needs threads"; }

// Decides nothing, but has a run and a number to tell.
class Undecided : public Engine {
 public:
  result::Claims run(const result::Task&, Budget&) override {
    result::Claims claims;
    claims.verdict = result::Verdict::safe_to_bound;
    claims.bound = 3;
    claims.run.emplace();
    claims.statistics.set("undecided.steps", 7);
    return claims;
  }
};
std::unique_ptr<Engine> make_undecided(const result::EngineOptions&, Listener) { return std::make_unique<Undecided>(); }

constexpr Entry kNarrow{"narrow", {}, wants_less, nullptr};
constexpr Entry kOther{"other", {}, wants_threads, nullptr};
constexpr Entry kWide{"wide", {}, accepts, make_told};
constexpr Entry kBound{"bound", {}, accepts, make_undecided};

class Registry : public ::testing::Test {
 protected:
  Registry() {
    m.body({core::testing::ret(core::testing::num(0))});
    cfa = program::lower(m.program);
  }
  result::Claims decided(std::initializer_list<Entry> entries, const Listener& listener = {},
                         const result::EngineOptions& options = {}) {
    return decide(std::span(entries.begin(), entries.size()), {m.program, cfa, {}, nullptr}, options, listener, budget);
  }
  core::testing::Main m;
  program::Cfa cfa;
  Budget budget;
};

TEST_F(Registry, TheFirstThatDoesNotRefuseDecides) {
  unsigned finished = 0;
  Listener listener;
  listener.finished = [&](const result::Claims&) { ++finished; };
  result::Claims claims = decided({kNarrow, kWide}, listener);
  EXPECT_EQ(claims.verdict, result::Verdict::safe);
  EXPECT_EQ(claims.reason, "told");
  EXPECT_EQ(finished, 1u) << "the engine has the listener";
}

TEST_F(Registry, WhatAllRefuseIsUnknownWithTheirReasons) {
  result::Claims claims = decided({kNarrow, kOther});
  EXPECT_EQ(claims.verdict, result::Verdict::unknown);
  EXPECT_EQ(claims.reason,
            "no engine decides such programs; narrow decides programs without loops; other needs threads");
}

TEST_F(Registry, TheNextDecidesWhatTheFirstDoesNot) {
  result::Claims claims = decided({kBound, kWide});
  EXPECT_EQ(claims.verdict, result::Verdict::safe);
  EXPECT_EQ(claims.decided_by, "wide");
  EXPECT_TRUE(claims.run) << "the run of the one that decides nothing serves the other";
  EXPECT_EQ(claims.statistics.get("undecided.steps"), 7);
}

TEST_F(Registry, WhatNobodyDecidesTheFirstAnswers) {
  result::Claims claims = decided({kBound, kBound});
  EXPECT_EQ(claims.verdict, result::Verdict::safe_to_bound);
  EXPECT_EQ(claims.bound, 3u);
}

TEST_F(Registry, ABoundIsForTheFirstAlone) {
  result::EngineOptions options;
  options.unwind = 2;
  EXPECT_EQ(decided({kBound, kWide}, {}, options).verdict, result::Verdict::safe_to_bound);
}

TEST_F(Registry, TheUserNamesOne) {
  result::EngineOptions options;
  options.engine = "wide";
  EXPECT_EQ(decided({kBound, kWide}, {}, options).decided_by, "wide");
  options.engine = "other";
  EXPECT_EQ(decided({kBound, kOther}, {}, options).reason, "no engine decides such programs; other needs threads");
}

TEST_F(Registry, NamesAreUniqueAndEveryEntryIsWhole) {
  std::set<std::string_view> names;
  for (const Entry& entry : registry()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    ASSERT_NE(entry.make, nullptr) << entry.name;
    ASSERT_NE(entry.refuses, nullptr) << entry.name;
  }
}

TEST_F(Registry, TheFirstEntryDecidesEveryTask) {
  EXPECT_EQ(registry().front().refuses({m.program, cfa, {}, nullptr}, {}), std::nullopt)
      << "or some program would be refused by all";
}

}  // namespace
}  // namespace fencepost::engine
