// Positions, diagnostics, statistics and text for terminals.
#include <gtest/gtest.h>

#include "base/check.h"
#include "base/diagnostic.h"
#include "base/escape.h"
#include "base/statistics.h"

namespace fencepost {
namespace {

TEST(SourcePos, NamesAreInterned) {
  std::string name = "a.c";
  SourcePos first = source_pos(name, 1, 2);
  name = "b.c";
  EXPECT_EQ(first, source_pos("a.c", 1, 2));
  EXPECT_NE(first, source_pos("b.c", 1, 2));
  EXPECT_EQ(first.file, source_pos("a.c", 9).file);
}

TEST(SourcePos, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(to_string(source_pos("a.c", 1, 2)), "a.c:1:2");
  EXPECT_EQ(to_string(source_pos("a.c", 1)), "a.c:1");
  EXPECT_EQ(to_string(source_pos("a.c", 0)), "a.c");
  EXPECT_EQ(to_string(SourcePos{}), "<no position>");
  EXPECT_FALSE(SourcePos{}.valid());
}

TEST(Diagnostic, SaysWhereWhatAndTheWayOut) {
  EXPECT_EQ(to_string(Diagnostic{Severity::warning, source_pos("a.c", 3), "odd", "do this"}),
            "a.c:3: warning: odd\n  help: do this");
  EXPECT_EQ(to_string(Diagnostic{Severity::note, {}, "odd", {}}), "note: odd");
  InputError error({{Severity::error, source_pos("a.c", 3), "first", {}}, {Severity::note, {}, "second", {}}});
  EXPECT_STREQ(error.what(), "a.c:3: error: first\nnote: second");
}

TEST(Check, SaysWhere) {
  EXPECT_NO_THROW(FP_CHECK(true));
  try {
    FP_CHECK_MSG(1 + 1 == 3, "numbers");
    FAIL();
  } catch (const InternalError& error) {
    std::string text = error.what();
    EXPECT_NE(text.find("text_test.cpp"), std::string::npos);
    EXPECT_NE(text.find("1 + 1 == 3"), std::string::npos);
    EXPECT_NE(text.find("numbers"), std::string::npos);
  }
}

TEST(Statistics, KeepTheOrderInWhichTheyCame) {
  Statistics statistics;
  statistics.add("z");
  statistics.set("a", 5);
  statistics.add("z", 2);
  statistics.set("a", 4);
  ASSERT_EQ(statistics.entries().size(), 2u);
  EXPECT_EQ(statistics.entries()[0], (std::pair<std::string, double>("z", 3)));
  EXPECT_EQ(statistics.entries()[1], (std::pair<std::string, double>("a", 4)));
  EXPECT_EQ(statistics.get("none"), 0);
  EXPECT_EQ(statistics.entries().size(), 2u) << "asking makes none";
}

TEST(Statistics, TimersAddUp) {
  Statistics statistics;
  {
    Timer timer(statistics, "time.x");
  }
  double once = statistics.get("time.x");
  {
    Timer timer(statistics, "time.x");
  }
  EXPECT_GE(statistics.get("time.x"), once);
  EXPECT_EQ(statistics.entries().size(), 1u);
}

TEST(Escape, ControlCharactersBecomeVisible) {
  EXPECT_EQ(escaped("plain\ttext\n"), "plain\ttext\n");
  // A line that is not what it seems to be; letters from right to left are.
  EXPECT_EQ(escaped("/* \xe2\x80\xae turned \xe2\x81\xa6 */"), "/* \\u202e turned \\u2066 */");
  EXPECT_EQ(escaped("\xd7\x90\xe2\x80\x94\xe2\x80"), "\xd7\x90\xe2\x80\x94\xe2\x80");
  EXPECT_EQ(escaped("bell\a, back\b, delete\x7f"), "bell\\x07, back\\x08, delete\\x7f");
  EXPECT_EQ(escaped("\r"), "\\x0d");
  EXPECT_EQ(escaped("\033[2J"), "\\x1b[2J");
  EXPECT_EQ(escaped("\033]0;title\a"), "\\x1b]0;title\\x07");
  EXPECT_EQ(escaped("\xC2\x9B"
                    "2J"),
            "\\x9b2J");
}

TEST(Escape, ColoursAndLettersPass) {
  EXPECT_EQ(escaped("\033[1;31mred\033[0m"), "\033[1;31mred\033[0m");
  EXPECT_EQ(escaped("größer \xC2\xA7"), "größer \xC2\xA7");
  EXPECT_EQ(escaped("\033[1;"), "\\x1b[1;") << "a colour that is cut off";
  EXPECT_EQ(escaped("\033[8mhidden"), "\\x1b[8mhidden");
  EXPECT_EQ(escaped("\033[30;40m"), "\\x1b[30;40m");
}

TEST(Escape, StreamsAreGivenBack) {
  std::ostringstream out;
  {
    EscapedStream escapes(out);
    out << "a\a" << std::flush;
  }
  out << "b\a" << std::flush;
  EXPECT_EQ(out.str(), "a\\x07b\a");
}

}  // namespace
}  // namespace fencepost
