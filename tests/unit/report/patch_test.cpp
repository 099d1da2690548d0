#include "report/patch.h"

#include <gtest/gtest.h>

namespace fencepost::report {
namespace {

using result::ChosenFence;

ChosenFence fence(uint32_t line, uint32_t column, SourcePos end = {}) {
  core::Place place;
  place.pos = source_pos("f.c", line, column);
  if (end.valid()) place.begin = place.pos;
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

TEST(Patch, AFenceAtTheEndOfABodyWithoutBracesClosesThem) {
  core::Place place;
  place.begin = source_pos("f.c", 2, 3);
  place.pos = place.end = source_pos("f.c", 2, 9);
  const ChosenFence behind{place, core::MemoryOrder::seq_cst, "fence();", 5};
  EXPECT_EQ(patched({behind}, "do\n  x = 1;\nwhile (y);\n"),
            "--- f.c\n+++ f.c\n@@ -1,3 +1,3 @@\n do\n-  x = 1;\n+  { x = 1; fence(); }\n while (y);\n");
  EXPECT_EQ(patched({fence(2, 3, source_pos("f.c", 2, 9)), behind}, "do\n  x = 1;\nwhile (y);\n").substr(36),
            "-  x = 1;\n+  { fence(); x = 1; fence(); }\n while (y);\n");
}

TEST(Patch, ANameWithSpacesEndsWithATab) {
  core::Place place;
  place.pos = source_pos("a b.c", 1, 1);
  EXPECT_EQ(patched({{place, core::MemoryOrder::seq_cst, "fence();", 5}}, "x = 1;\n"),
            "--- a b.c\t\n+++ a b.c\t\n@@ -1,1 +1,2 @@\n+fence();\n x = 1;\n");
}

core::OrderSite::Text text(uint32_t line, uint32_t begin, uint32_t end) {
  return {source_pos("f.c", line, begin), source_pos("f.c", line, end)};
}

ChosenFence order(core::OrderSite site, core::MemoryOrder after) {
  site.pos = source_pos("f.c", 1, 1);
  ChosenFence made;
  made.place.pos = site.pos;
  made.order = after;
  made.failure = site.failure;
  made.site = site;
  return made;
}

TEST(Patch, AnOrderIsReplacedByTheNamesOfTheText) {
  core::OrderSite site;
  site.order_text = text(1, 10, 30);
  EXPECT_EQ(patched({order(site, core::MemoryOrder::acquire)}, "load(&x, memory_order_relaxed);\n").substr(32),
            "-load(&x, memory_order_relaxed);\n+load(&x, memory_order_acquire);\n");
  site.order_text = text(1, 10, 26);
  EXPECT_EQ(patched({order(site, core::MemoryOrder::acq_rel)}, "load(&x, __ATOMIC_RELAXED);\n").substr(32),
            "-load(&x, __ATOMIC_RELAXED);\n+load(&x, __ATOMIC_ACQ_REL);\n");
}

TEST(Patch, AnOrderWithoutANameOfTheHeaderGetsOneThatNeedsNone) {
  core::OrderSite site;
  site.order_text = text(1, 10, 11);
  EXPECT_EQ(patched({order(site, core::MemoryOrder::acquire)}, "load(&x, 0);\n").substr(32),
            "-load(&x, 0);\n+load(&x, __ATOMIC_ACQUIRE);\n");
}

TEST(Patch, ACallWithoutAnOrderGetsOne) {
  core::OrderSite site;
  site.kind = core::OrderSite::Kind::update;
  site.failure = core::MemoryOrder::relaxed;
  site.call = text(1, 1, 12);
  site.name_end = source_pos("f.c", 1, 5);
  EXPECT_EQ(patched({order(site, core::MemoryOrder::acquire)}, "swap(&x, 1);\n").substr(32),
            "-swap(&x, 1);\n+swap_explicit(&x, 1, memory_order_acquire, memory_order_relaxed);\n");
}

TEST(Patch, AFenceThatIsNoneDisappears) {
  core::OrderSite site;
  site.kind = core::OrderSite::Kind::fence;
  site.call = text(1, 3, 13);
  site.is_statement = true;
  EXPECT_EQ(patched({order(site, core::MemoryOrder::relaxed)}, "  fence(all);\nx = 1;\n").substr(16),
            "@@ -1,2 +1,1 @@\n-  fence(all);\n x = 1;\n");
  site.call = text(1, 8, 18);
  EXPECT_EQ(patched({order(site, core::MemoryOrder::relaxed)}, "if (c) fence(all);\n").substr(32),
            "-if (c) fence(all);\n+if (c) (void)0;\n");
}

TEST(Patch, WhatGoesOverSeveralLinesIsReplacedAsAWhole) {
  core::OrderSite site;
  site.kind = core::OrderSite::Kind::fence;
  site.call = {source_pos("f.c", 1, 3), source_pos("f.c", 2, 6)};
  site.is_statement = true;
  EXPECT_EQ(patched({order(site, core::MemoryOrder::relaxed)}, "  fence(\n all);\nx = 1;\n").substr(16),
            "@@ -1,3 +1,1 @@\n-  fence(\n- all);\n x = 1;\n");
  EXPECT_EQ(patched({order(site, core::MemoryOrder::relaxed)}, "  fence(\n all); x = 1;\n").substr(16),
            "@@ -1,2 +1,1 @@\n-  fence(\n- all); x = 1;\n+  (void)0; x = 1;\n");
}

TEST(Patch, AFenceMayComeBeforeOneThatIsReplaced) {
  core::OrderSite site;
  site.kind = core::OrderSite::Kind::fence;
  site.call = text(1, 3, 8);
  ChosenFence replaced = order(site, core::MemoryOrder::full);
  replaced.code = "all();";
  EXPECT_EQ(patched({replaced, fence(1, 3)}, "x;one();\n").substr(32), "-x;one();\n+x;fence(); all();\n");
}

}  // namespace
}  // namespace fencepost::report
