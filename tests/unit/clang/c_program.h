// A C text through the front end and the concrete interpreter: what it returns, or which check fails at which line.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "core/interpreter.h"
#include "frontend/clang/frontend.h"

namespace fencepost {

class CProgram {
 public:
  explicit CProgram(const std::string& text, frontend::SourceOptions options = {}) {
    static int number = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("fencepost-clang-" + std::to_string(getpid()) + "-" + std::to_string(number++));
    std::filesystem::create_directories(folder_);
    std::string file = folder_ / "test.c";
    std::ofstream(file) << text;
    options.files = {file};
    options_ = options;
  }
  ~CProgram() { std::filesystem::remove_all(folder_); }

  frontend::Elaborated elaborate() {
    Budget budget;
    return frontend::elaborate(options_, budget);
  }

  // "returns 5", "signed-overflow at 3", "assume failed", "unsupported: ...".
  std::string run() {
    Budget budget;
    frontend::Elaborated elaborated = frontend::elaborate(options_, budget);
    core::DefaultChoices choices;
    core::Interpreter interpreter(elaborated.program, options_.checks, choices, budget);
    return text_of(interpreter.run());
  }

  // What so many runs come to, with choices and schedules at random.
  std::set<std::string> runs(uint64_t count) {
    Budget budget;
    frontend::Elaborated elaborated = frontend::elaborate(options_, budget);
    std::set<std::string> outcomes;
    for (uint64_t seed = 1; seed <= count; ++seed) {
      core::RandomChoices choices(seed);
      outcomes.insert(text_of(core::Interpreter(elaborated.program, options_.checks, choices, budget, {}, seed).run()));
    }
    return outcomes;
  }

 private:
  static std::string text_of(const core::Outcome& outcome) {
    switch (outcome.kind) {
      case core::Outcome::Kind::finished:
        return outcome.result ? "returns " + std::to_string(static_cast<int32_t>(outcome.result->bits)) : "finished";
      case core::Outcome::Kind::violated:
        return std::string(core::info(outcome.failures.front().kind).id) + " at " +
               std::to_string(outcome.failures.front().pos.line);
      case core::Outcome::Kind::blocked:
        return "blocked at " + std::to_string(outcome.pos.line);
      default:
        return std::string(core::name(outcome.kind)) + ": " + outcome.reason;
    }
  }

  std::filesystem::path folder_;
  frontend::SourceOptions options_;
};

struct CCase {
  const char* name;
  const char* text;
  const char* expected;
};

}  // namespace fencepost
