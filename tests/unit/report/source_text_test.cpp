#include "report/source_text.h"

#include <gtest/gtest.h>

namespace fencepost::report {
namespace {

TEST(SourceText, ColumnsAreCodePoints) {
  SourceText text([](const std::string&) { return std::string("a\n\xc3\xa4 \xf0\x9f\x98\x80x\n\xff\xffy"); });
  EXPECT_EQ(text.column(source_pos("f.c", 2, 1)), 1U);
  EXPECT_EQ(text.column(source_pos("f.c", 2, 3)), 2U);  // behind the umlaut, which takes two bytes
  EXPECT_EQ(text.column(source_pos("f.c", 2, 8)), 4U);  // behind a character of four
  EXPECT_EQ(text.column(source_pos("f.c", 3, 3)), 3U);  // what is no UTF-8 counts by bytes
  EXPECT_EQ(text.column(source_pos("f.c", 9, 1)), 0U);
}

TEST(SourceText, Offsets) {
  SourceText text([](const std::string&) { return std::string("ab\ncd\n"); });
  EXPECT_EQ(text.offset(source_pos("f.c", 2, 2)), 4U);
  EXPECT_EQ(text.offset(source_pos("f.c", 1, 9)), std::nullopt);
}

}  // namespace
}  // namespace fencepost::report
