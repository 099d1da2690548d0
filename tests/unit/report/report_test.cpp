#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/checks_table.h"
#include "report/json.h"
#include "report/text.h"

namespace fencepost::report {
namespace {

using result::Result;
using result::Step;
using result::Verdict;
using result::Violation;

const RunInfo kInfo{{"a.c", "b.c"}, "", "sc", "LP64"};

Violation overflow() {
  Violation violation;
  violation.kind = core::Undef::signed_overflow;
  violation.pos = source_pos("no_such_file.c", 7, 14);
  violation.function = "average";
  violation.detail = "2147483647 + 1 does not fit int";
  violation.choices = {{core::Choice::Kind::value, 12, true}, {core::Choice::Kind::address, 0, false}};
  violation.trace = {{0, source_pos("no_such_file.c", 12, 3), "main", 0, "call average(2147483647, 1)"},
                     {0, source_pos("no_such_file.c", 7, 3), "average", 1, "a reads 2147483647"}};
  violation.replayed = true;
  return violation;
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
            "  No execution that goes through each loop at most 8 times fails a check.\n"
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
            "  no_such_file.c:3:5\n");
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
