#include "report/patch.h"

#include <gtest/gtest.h>

namespace fencepost::report {
namespace {

using result::ChosenFence;

ChosenFence fence(uint32_t line, uint32_t column, SourcePos end = {}) {
  core::Place place;
  place.pos = source_pos("f.c", line, column);
  place.end = end;
  return {place, core::MemoryOrder::seq_cst, "fence();", 5};
}

std::string patched(const result::FenceChoice& fences, const std::string& text) {
  return patch_of(fences, [&](const std::string&) { return text; });
}

TEST(Patch, AStatementAloneOnItsLineGetsALineBefore) {
  EXPECT_EQ(patched({fence(2, 3)}, "{\n  x = 1;\n}\n"),
            "--- f.c\n+++ f.c\n@@ -1,3 +1,4 @@\n {\n+  fence();\n   x = 1;\n }\n");
}

TEST(Patch, OthersStayOnTheirLine) {
  EXPECT_EQ(patched({fence(1, 10)}, "{ x = 1; y = 1; }"),
            "--- f.c\n+++ f.c\n@@ -1,1 +1,1 @@\n-{ x = 1; y = 1; }\n\\ No newline at end of file\n"
            "+{ x = 1; fence(); y = 1; }\n\\ No newline at end of file\n");
}

TEST(Patch, BracesGoAroundTheOnlyStatementOfABody) {
  EXPECT_EQ(patched({fence(2, 3, source_pos("f.c", 2, 9))}, "if (c)\n  x = 1; // why\n"),
            "--- f.c\n+++ f.c\n@@ -1,2 +1,2 @@\n if (c)\n-  x = 1; // why\n+  { fence(); x = 1; } // why\n");
}

TEST(Patch, HunksFarApartCountWhatWasAddedBefore) {
  std::string text;
  for (int i = 1; i <= 20; ++i) text += "s" + std::to_string(i) + ";\n";
  std::string patch = patched({fence(2, 1), fence(19, 1)}, text);
  EXPECT_NE(patch.find("@@ -1,5 +1,6 @@"), std::string::npos) << patch;
  EXPECT_NE(patch.find("@@ -16,5 +17,6 @@"), std::string::npos) << patch;
}

TEST(Patch, TheHeaderIsIncludedWhereItIsMissing) {
  ChosenFence atomic = fence(2, 1);
  atomic.code = "atomic_thread_fence(memory_order_seq_cst);";
  EXPECT_NE(patched({atomic}, "#include <assert.h>\nx = 1;\n").find("+#include <stdatomic.h>\n"), std::string::npos);
  EXPECT_EQ(patched({atomic}, "#include <stdatomic.h>\nx = 1;\n").find("+#include"), std::string::npos);
}

}  // namespace
}  // namespace fencepost::report
