// What the built-in models are found to allow, against what is published of them. Letters: t stale reads, l store-load,
// s store-store, r load-load, b load buffering, i independent reads, u torn updates, p passed updates, o overtaken ones, a places hold up.
#include "memory/probe.h"

#include <gtest/gtest.h>

namespace fencepost::memory {
namespace {

std::string letters(const Relaxations& of) {
  std::string found;
  auto note = [&](bool is_so, char letter) {
    if (is_so) found += letter;
  };
  note(of.stale_reads, 't');
  note(of.store_load, 'l');
  note(of.store_store, 's');
  note(of.load_load, 'r');
  note(of.load_store, 'b');
  note(of.not_atomic, 'i');
  note(of.torn_updates, 'u');
  note(of.passed_updates, 'p');
  note(of.overtaken_updates, 'o');
  note(of.places_hold_up, 'a');
  return found;
}

TEST(Probe, FindsWhatModelsAllow) {
  auto found = [](const char* model) { return letters(relaxations(*load_model(model))); };
  EXPECT_EQ(found("sc"), "");
  EXPECT_EQ(found("tso"), "l");
  EXPECT_EQ(found("pso"), "ls");
  EXPECT_EQ(found("aarch64"), "lsrbipoa");
  EXPECT_EQ(found("power"), "lsrbipoa");
  EXPECT_EQ(found("riscv"), "lsrbipoa");
  EXPECT_EQ(found("imm"), "lsrbipoa");
  EXPECT_EQ(found("rc11"), "lsripo");
  EXPECT_EQ(found("ra"), "lsripo");
  EXPECT_EQ(found("c11"), "lsrbipo");
}

// Each answers the probe's questions as a stronger model would, and is weaker: nothing may be concluded.
TEST(Probe, ConcludesNothingOfOtherFiles) {
  auto found = [](const char* text) { return letters(relaxations(*parse_model("own", text))); };
  const std::string everything = "tlsrbiupoa";
  EXPECT_EQ(found("acyclic po-loc | amo | rf | co as coherence empty rmw & (fre ; coe)"),
            everything);  // torn in a thread
  EXPECT_EQ(found("acyclic po-loc | rf | co | fr acyclic po & ((R * M) | (W * W)) | rf | co | fr"), everything);
  EXPECT_EQ(found("acyclic po-loc | rf | co | fr irreflexive po ; rfe ; po ; rfe"), everything);  // three threads
  EXPECT_EQ(found("acyclic po | co | fr | rfe"), everything);  // a thread may read ahead of itself
  EXPECT_EQ(found(std::string(builtin_model_text("tso")).c_str()), everything);
}

TEST(Probe, KnowsInterleavingsByTheirText) {
  auto found = [](const char* text) { return letters(relaxations(*parse_model("own", text))); };
  EXPECT_EQ(found(std::string(builtin_model_text("sc")).c_str()), "");
  EXPECT_EQ(found("empty rmw & (fre ; coe) acyclic section? ; ((po | rf | co | fr) \\ section) ; section?"), "");
  // Of these not every interleaving is a run.
  for (const char* more : {"acyclic po^-1 | co", "acyclic po? | co", "acyclic co | loc", "empty (W * W) & (fr ; co)"})
    EXPECT_NE(
        found((std::string("empty rmw & (fre ; coe) acyclic section? ; ((po | rf | co | fr) \\ section) ; section? ") +
               more)
                  .c_str()),
        "")
        << more;
}

// What x86 and SPARC call a fence, an update that failed, and the making of a thread.
TEST(Probe, FindsWhatFencesKeepInOrder) {
  auto kept = [](const char* model, Between kind, const std::vector<std::string>& tags) {
    Kept found = kept_by(*load_model(model), kind, tags);
    return std::string(found.store_load ? "WR" : "") + (found.store_store ? "WW" : "");
  };
  EXPECT_EQ(kept("tso", Between::fence, {}), "WW");
  EXPECT_EQ(kept("tso", Between::fence, {"MFENCE"}), "WRWW");
  EXPECT_EQ(kept("tso", Between::read, {}), "WW");
  EXPECT_EQ(kept("tso", Between::read, {"X"}), "WRWW");
  EXPECT_EQ(kept("tso", Between::point, {}), "WRWW");
  EXPECT_EQ(kept("pso", Between::fence, {}), "");
  EXPECT_EQ(kept("pso", Between::fence, {"SFENCE"}), "WW");
  EXPECT_EQ(kept("pso", Between::fence, {"MFENCE", "SC"}), "WRWW");
  EXPECT_EQ(kept("pso", Between::read, {"X"}), "WRWW");
  EXPECT_EQ(kept("pso", Between::point, {}), "WRWW");
}

}  // namespace
}  // namespace fencepost::memory
