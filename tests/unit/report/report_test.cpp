#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/checks_table.h"
#include "report/json.h"
#include "report/text.h"
#include "report/thread_table.h"

// What is printed needs no program here: this stands for the one who confirms claims, which report does not know.
class fencepost::check::Checker {
 public:
  static result::Violation confirmed(result::Claim claim, std::vector<result::Step> trace) {
    return {std::move(claim), std::move(trace), std::nullopt, {}, {}};
  }
};

namespace fencepost::report {
namespace {

using result::Result;
using result::Step;
using result::Verdict;
using result::Violation;

const RunInfo kInfo{{"a.c", "b.c"}, "", "sc", "LP64"};

Violation overflow() {
  result::Claim violation;
  violation.kind = core::Undef::signed_overflow;
  violation.pos = source_pos("no_such_file.c", 7, 14);
  violation.function = "average";
  violation.detail = "2147483647 + 1 does not fit int";
  violation.choices = {{core::Choice::Kind::value, 12, true}, {core::Choice::Kind::address, 0, false}};
  return check::Checker::confirmed(std::move(violation),
                                   {{0, source_pos("no_such_file.c", 12, 3), "main", 0, "call average(2147483647, 1)"},
                                    {0, source_pos("no_such_file.c", 7, 3), "average", 1, "a reads 2147483647"}});
}

Result unsafe() {
  Result result;
  result.verdict = Verdict::unsafe;
  result.violations = {overflow()};
  result.diagnostics = {{Severity::warning, source_pos("no_such_file.c", 1, 1), "odd", "mend it"}};
  result.statistics.set("events", 12);
  result.statistics.set("time.total", 0.25);
  return result;
}

TEST(Text, TellsTheStory) {
  EXPECT_EQ(to_text(unsafe(), kInfo, {}),
            "UNSAFE  a.c, b.c\n"
            "\n"
            "signed-overflow  C11 6.5p5\n"
            "  A signed operation's exact result does not fit its type: 2147483647 + 1 does\n"
            "  not fit int\n"
            "\n"
            "  no_such_file.c:7:14, in average\n"
            "\n"
            "  How the run gets there:\n"
            "    main (no_such_file.c)\n"
            "       12  call average(2147483647, 1)\n"
            "      average\n"
            "          7  a reads 2147483647\n");
}

TEST(Text, SafeToBoundNamesTheBoundAndTheWayOut) {
  Result result;
  result.verdict = Verdict::safe_to_bound;
  result.bound = 8;
  result.reason = "the loop at a.c:3 may go on; raise --unwind";
  EXPECT_EQ(to_text(result, kInfo, {}),
            "SAFE-TO-BOUND 8  a.c, b.c\n"
            "  No execution with at most 8 visits of each loop's head fails a check.\n"
            "  The loop at a.c:3 may go on; raise --unwind\n");
}

TEST(Text, UnknownGivesReasonAndPlace) {
  Result result;
  result.reason = "inline assembly is not supported";
  result.reason_pos = source_pos("no_such_file.c", 3, 5);
  EXPECT_EQ(to_text(result, kInfo, {}),
            "UNKNOWN  a.c, b.c\n"
            "  Inline assembly is not supported\n"
            "\n"
            "  no_such_file.c:3:5\n"
            "\n"
            "  To try next: Write in C what it does where __FENCEPOST__ is defined (#ifdef).\n");
}

TEST(Text, ColorsOnlyWhenAsked) {
  EXPECT_EQ(to_text(unsafe(), kInfo, {}).find('\033'), std::string::npos);
  EXPECT_NE(to_text(unsafe(), kInfo, {.colors = true}).find("\033[1;31mUNSAFE"), std::string::npos);
}

TEST(Text, ALongTraceLosesItsMiddleAndSaysSo) {
  std::vector<Step> trace;
  for (int i = 0; i < 100; ++i) trace.push_back({0, source_pos("x.c", 1), "main", 0, "step" + std::to_string(i)});
  std::string text = to_text(trace, TextStyle{.trace_steps = 40});
  EXPECT_NE(text.find("step0\n"), std::string::npos);
  EXPECT_NE(text.find("step9\n"), std::string::npos);
  EXPECT_EQ(text.find("step10\n"), std::string::npos);
  EXPECT_NE(text.find("60 steps left out"), std::string::npos);
  EXPECT_NE(text.find("step70\n"), std::string::npos);
  EXPECT_NE(text.find("step99\n"), std::string::npos);
}

TEST(Text, DiagnosticsAreLimited) {
  std::vector<Diagnostic> many(13, {Severity::warning, source_pos("x.c", 1, 2), "odd", ""});
  std::string text = to_text(many, false);
  EXPECT_NE(text.find("x.c:1:2: warning: odd\n"), std::string::npos);
  EXPECT_NE(text.find("... and 3 more\n"), std::string::npos);
}

TEST(Text, StatisticsOnRequest) {
  EXPECT_EQ(to_text(unsafe(), kInfo, {}).find("events"), std::string::npos);
  std::string text = to_text(unsafe(), kInfo, {.statistics = true});
  EXPECT_NE(text.find("events"), std::string::npos);
  EXPECT_NE(text.find("0.250"), std::string::npos);
}

std::vector<Step> store_buffering() {
  auto at = [](uint32_t line) { return source_pos("sb.c", line); };
  return {{0, at(30), "main", 1, "starts thread 1: left()", true},
          {0, at(31), "main", 1, "starts thread 2: right()", true},
          {1, at(9), "left", 0, "i = 3", false},
          {1, at(10), "left", 0, "x = 1 (to its buffer)", true},
          {2, at(20), "right", 0, "y = 1 (to its buffer)", true},
          {1, at(11), "left", 0, "y reads 0 (initial value; line 20 is still in thread 2's buffer)", true},
          {2, at(21), "right", 0, "x reads 0 (initial value; line 10 is still in thread 1's buffer)", true},
          {2, at(22), "right", 0, "r2 = 0", false},
          {2, at(23), "right", 0, "assertion fails: r1 || r2", true}};
}

TEST(ThreadTable, AColumnForEachThread) {
  EXPECT_EQ(thread_table(store_buffering(), {}),
            R"(         thread 0: main              | thread 1: left                          | thread 2: right
      1  30 starts thread 1: left()  |                                         |
      2  31 starts thread 2: right() |                                         |
      3                              | 10 x = 1 (to its buffer)                |
      4                              |                                         | 20 y = 1 (to its buffer)
      5                              | 11 y reads 0 (initial value; line 20 is |
                                     |   still in thread 2's buffer)           |
      6                              |                                         | 21 x reads 0 (initial value; line 10 is
                                     |                                         |   still in thread 1's buffer)
      7                              |                                         | 22 r2 = 0
      8                              |                                         | 23 assertion fails: r1 || r2
)");
}

TEST(ThreadTable, NoLineIsTooWide) {
  std::vector<Step> trace = store_buffering();
  trace[3].text = std::string(200, 'w');
  for (uint32_t threads : {2u, 3u, 4u, 7u}) {
    std::vector<Step> many = trace;
    for (uint32_t i = 0; i < threads; ++i)
      many.insert(many.begin(), {i, source_pos("sb.c", 1), "f", 0, "x = some_long_name_of_a_thing + 1", true});
    std::istringstream lines(thread_table(many, {}));
    size_t most = 0;
    for (std::string line; std::getline(lines, line);)
      if (threads < 7 || line.find("www") == std::string::npos) most = std::max(most, line.size());
    EXPECT_LE(most, threads < 7 ? 120u : 80u) << threads;
  }
}

TEST(ThreadTable, ManyThreadsBecomeAList) {
  std::vector<Step> trace = store_buffering();
  for (uint32_t i = 3; i < 9; ++i) trace.insert(trace.begin(), {i, source_pos("sb.c", 5), "f", 0, "z = 1", true});
  std::string text = thread_table(trace, {});
  EXPECT_NE(text.find("    1 thread 8: f: 5 z = 1\n"), std::string::npos) << text;
}

TEST(ThreadTable, PrivateStepsAreThoseOfTheThreadThatFails) {
  std::string text = thread_table(store_buffering(), {});
  EXPECT_EQ(text.find("i = 3"), std::string::npos);
  std::vector<Step> longer = store_buffering();
  longer.insert(longer.begin() + 4, {2, source_pos("sb.c", 19), "right", 0, "j = 4", false});
  EXPECT_EQ(thread_table(longer, {}), text) << "what it did before others saw it last is old news";
  EXPECT_NE(text.find("r2 = 0"), std::string::npos);
}

TEST(Text, AViolationOfThreadsIsATable) {
  Result result = unsafe();
  result.violations[0].trace = store_buffering();
  EXPECT_NE(to_text(result, kInfo, {}).find("thread 1: left  "), std::string::npos);
}

TEST(Text, AStoryOfThreadsNamesThem) {
  EXPECT_NE(to_text(store_buffering(), TextStyle{}).find("thread 2: right\n"), std::string::npos);
}

TEST(Json, StepsNameTheirThread) {
  Result result = unsafe();
  result.violations[0].trace = store_buffering();
  result.violations[0].concurrent.emplace();
  result.violations[0].concurrent->choices = {{}, {{core::Choice::Kind::value, 7, true}}};
  auto violation = nlohmann::json::parse(to_json(result, kInfo))["violations"].at(0);
  EXPECT_EQ(violation["trace"].at(3)["thread"], 1);
  EXPECT_EQ(violation["trace"].at(3)["shared"], true);
  EXPECT_EQ(violation["thread_choices"].at(1).at(0)["value"], "7");
}

TEST(Json, FollowsTheSchema) {
  auto json = nlohmann::json::parse(to_json(unsafe(), kInfo));
  EXPECT_EQ(json["schema"], "fencepost/1");
  EXPECT_EQ(json["verdict"], "unsafe");
  EXPECT_TRUE(json["bound"].is_null());
  EXPECT_EQ(json["entry"], "main");
  EXPECT_EQ(json["files"], nlohmann::json({"a.c", "b.c"}));
  const auto& violation = json["violations"].at(0);
  EXPECT_EQ(violation["kind"], "signed-overflow");
  EXPECT_EQ(violation["clause"], "6.5p5");
  EXPECT_EQ(violation["file"], "no_such_file.c");
  EXPECT_EQ(violation["line"], 7);
  EXPECT_EQ(violation["column"], 14);
  EXPECT_EQ(violation["replayed"], true);
  EXPECT_EQ(violation["trace"].at(1)["text"], "a reads 2147483647");
  EXPECT_EQ(violation["trace"].at(1)["depth"], 1);
  EXPECT_EQ(violation["choices"].at(0)["value"], "12");
  EXPECT_TRUE(violation["choices"].at(1)["value"].is_null());
  EXPECT_EQ(json["statistics"]["events"], 12);
  EXPECT_EQ(json["diagnostics"].at(0)["hint"], "mend it");
}

TEST(Json, SafeToBoundHasItsBound) {
  Result result;
  result.verdict = Verdict::safe_to_bound;
  result.bound = 3;
  auto json = nlohmann::json::parse(to_json(result, kInfo));
  EXPECT_EQ(json["verdict"], "safe-to-bound");
  EXPECT_EQ(json["bound"], 3);
  EXPECT_TRUE(json["reason_at"].is_null());
}

TEST(Json, SaysWhoDecidedAndByWhatProof) {
  Result result;
  result.verdict = Verdict::safe;
  result.decided_by = "cegar";
  auto json = nlohmann::json::parse(to_json(result, kInfo));
  EXPECT_EQ(json["engine"], "cegar");
  EXPECT_TRUE(json["proof"].is_null());
  result.proof = result::ProofSummary{"invariants", 12, 345};
  json = nlohmann::json::parse(to_json(result, kInfo));
  EXPECT_EQ(json["proof"],
            (nlohmann::json{{"kind", "invariants"}, {"checked", true}, {"configurations", 12}, {"terms", 345}}));
  result.proof->buffer_bound = 2;
  EXPECT_EQ(nlohmann::json::parse(to_json(result, kInfo))["proof"]["buffer_bound"], 2);
  result.take_back("why", {});
  EXPECT_TRUE(nlohmann::json::parse(to_json(result, kInfo))["engine"].is_null());
}

TEST(Text, TellsOfAProof) {
  Result result;
  result.verdict = Verdict::safe;
  EXPECT_NE(to_text(result, kInfo, {}).find("every loop was unrolled to its end."), std::string::npos);
  result.proof = result::ProofSummary{"invariants", 12, 345};
  std::string text = to_text(result, kInfo, {});
  EXPECT_NE(text.find("No execution fails a check, however long it is."), std::string::npos);
  EXPECT_NE(text.find("Proof: invariants at 12 configurations, checked."), std::string::npos);
  result.proof = result::ProofSummary{"buffered invariants", 12, 345, 1};
  text = to_text(result, kInfo, {});
  EXPECT_NE(text.find("Proof: invariants over store buffers of at most 1 entry at 12 configurations,"),
            std::string::npos);
}

TEST(Json, TakesTextThatIsNotUtf8) {
  Result result = unsafe();
  result.violations[0].detail = "a \xff b";
  auto json = nlohmann::json::parse(to_json(result, kInfo));
  EXPECT_EQ(json["violations"][0]["detail"], "a \xEF\xBF\xBD b");
}

TEST(Json, OfAFailureHasNoVerdict) {
  auto json =
      nlohmann::json::parse(to_json_error(65, {{Severity::error, source_pos("a.c", 2, 1), "expected ';'", ""}}, kInfo));
  EXPECT_TRUE(json["verdict"].is_null());
  EXPECT_EQ(json["exit_code"], 65);
  EXPECT_EQ(json["diagnostics"][0]["line"], 2);
}

TEST(ExitCodes, BelongToVerdicts) {
  EXPECT_EQ(result::exit_code(Verdict::safe), 0);
  EXPECT_EQ(result::exit_code(Verdict::unsafe), 10);
  EXPECT_EQ(result::exit_code(Verdict::unknown), 20);
  EXPECT_EQ(result::exit_code(Verdict::safe_to_bound), 21);
}

TEST(ChecksTable, HasEveryKindWithinEightyColumns) {
  std::string table = checks_table();
  for (const core::UndefInfo& row : core::undef_table()) EXPECT_NE(table.find(row.id), std::string::npos) << row.id;
  for (size_t at = 0; at < table.size();) {
    size_t end = table.find('\n', at);
    EXPECT_LE(end - at, 80u) << table.substr(at, end - at);
    at = end + 1;
  }
}

}  // namespace
}  // namespace fencepost::report
