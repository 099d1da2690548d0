// The bounded engine against the concrete interpreter on random programs: every check that some enumerated run fails is
// among the engine's violations, and every violation of the engine replays. FENCEPOST_RANDOM_PROGRAMS=N and
// FENCEPOST_RANDOM_SEED=S run more of them than a test should.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "check/replay.h"
#include "core/interpreter.h"
#include "engine/bounded/bounded.h"
#include "frontend/clang/frontend.h"
#include "program/lower.h"
#include "random_program.h"

namespace fencepost::engine {
namespace {

using Place = std::pair<std::string, std::string>;  // kind, position

uint64_t number_from(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text)
      : path_(std::filesystem::temp_directory_path() / fmt::format("fencepost-agreement-{}.c", ::getpid())) {
    std::ofstream(path_) << text;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// What the runs with inputs 0..3 fail, as far as they are enumerated. Races are left to replay: a run has several.
std::set<Place> enumerate(const core::Program& program, const core::UndefSet& checks) {
  std::set<Place> failed;
  core::EnumerateChoices choices({0, 1, 2, 3});
  int runs = 0;
  do {
    Budget budget;
    core::Limits limits;
    limits.steps = 20000;
    core::Interpreter interpreter(program, checks, choices, budget, limits);
    core::Outcome outcome = interpreter.run();
    if (outcome.kind == core::Outcome::Kind::violated && outcome.failures.size() == 1 &&
        outcome.failures[0].kind != core::Undef::unsequenced_race)
      failed.emplace(core::info(outcome.failures[0].kind).id, to_string(outcome.failures[0].pos));
  } while (choices.advance() && ++runs < 3000);
  return failed;
}

struct Tally {
  int decided = 0, failing = 0;
};

void agree(uint64_t seed, bool bytes, const result::EngineOptions& options, Tally& tally) {
  std::string text = RandomProgram(seed, bytes).text();
  SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
  TemporaryFile file(text);
  Budget budget;
  budget.limit_time(20);
  frontend::SourceOptions source;
  source.files = {file.path()};
  frontend::Elaborated elaborated = frontend::elaborate(source, budget);
  program::Cfa cfa = program::lower(elaborated.program);
  result::Property property;
  property.all_violations = true;
  result::Claims result = bounded::BoundedEngine(options).run({elaborated.program, cfa, property, nullptr}, budget);
  std::set<Place> found;
  for (const result::Claim& claim : result.violations) {
    found.emplace(core::info(claim.kind).id, to_string(claim.pos));
    const program::Mapping mapping(*memory::load_model("sc"));
    auto problem =
        check::replay(elaborated.program, claim, property.checks, budget, mapping, check::MachineKind::sc).problem;
    EXPECT_FALSE(problem.has_value()) << core::info(claim.kind).id << " at " << to_string(claim.pos) << ": "
                                      << *problem;
  }
  std::set<Place> expected = enumerate(elaborated.program, property.checks);
  // A note says that the list may not be complete.
  if (result.verdict == result::Verdict::unknown || !result.diagnostics.empty()) return;
  ++tally.decided;
  tally.failing += expected.empty() ? 0 : 1;
  for (const Place& place : expected) EXPECT_TRUE(found.contains(place)) << place.first << " at " << place.second;
}

void agree_on_many(bool bytes, const result::EngineOptions& options, uint64_t count) {
  uint64_t first = number_from("FENCEPOST_RANDOM_SEED", 1);
  count = number_from("FENCEPOST_RANDOM_PROGRAMS", count);
  Tally tally;
  for (uint64_t seed = first; seed < first + count && !testing::Test::HasFailure(); ++seed)
    agree(seed, bytes, options, tally);
  // Otherwise the test would show nothing.
  EXPECT_GE(tally.decided * 10, static_cast<int>(count) * 8);
  EXPECT_GE(tally.failing * 4, static_cast<int>(count));
}

TEST(Agreement, RandomPrograms) { agree_on_many(false, {}, 40); }

TEST(Agreement, RandomProgramsOnBytes) { agree_on_many(true, {}, 20); }

TEST(Agreement, RandomProgramsWithAFixedBound) {
  result::EngineOptions options;
  options.unwind = 4;
  agree_on_many(false, options, 20);
}

TEST(Agreement, RandomProgramsOverMathematicalIntegers) {
  result::EngineOptions options;
  options.integers = result::Integers::mathematical;
  agree_on_many(false, options, 10);
}

}  // namespace
}  // namespace fencepost::engine
