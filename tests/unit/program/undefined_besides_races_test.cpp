#include "program/undefined_besides_races.h"

#include <gtest/gtest.h>

namespace fencepost::program {
namespace {

// Of a model that names C's orders, with this relation undefined.
bool is_race(const std::string& relation) {
  const std::string text =
      "acyclic po | rf | co | fr as sc\n"
      "let hb = (po | [W & REL] ; rf ; [R & ACQ])+\n"
      "irreflexive hb as ordered\n"
      "let conflict = loc & ((W * _) | (_ * W))\n"
      "undefined_unless empty ";
  return !undefined_besides_races(*memory::parse_model("m.cat", text + relation + " as race\n"));
}

TEST(UndefinedBesidesRaces, RacesOfC) {
  EXPECT_TRUE(is_race("conflict & ext \\ (hb | hb^-1 | (A * A))"));
  EXPECT_TRUE(is_race("((((conflict & ext) \\ hb) \\ hb^-1) \\ (A * A))"));
  EXPECT_TRUE(is_race("(conflict & ext & ((NA * _) | (_ * NA))) \\ (hb | hb^-1)"));
  EXPECT_TRUE(is_race("(loc & ext & ((W * R) | (R * W)) & ((M \\ A) * M)) \\ hb"));
  EXPECT_TRUE(is_race("conflict & ext \\ ((RLX | ACQ | REL | ACQ_REL | SC) * A)"));
  EXPECT_TRUE(is_race("(int & conflict) \\ (id | po | po^-1 | (A * A))")) << "unsequenced";
  EXPECT_TRUE(is_race("ext & conflict & ~hb & ~(hb^-1) & ~(A * A)"));
  EXPECT_TRUE(is_race("0"));
}

TEST(UndefinedBesidesRaces, AnythingElse) {
  EXPECT_FALSE(is_race("conflict & ext \\ (hb | hb^-1)")) << "both may be atomic";
  EXPECT_FALSE(is_race("conflict & ext \\ (hb | (RLX * RLX))")) << "or both sequentially consistent";
  EXPECT_FALSE(is_race("conflict & ext & (RLX * RLX)"));
  EXPECT_FALSE(is_race("loc & ext \\ (hb | (A * A))")) << "both may read";
  EXPECT_FALSE(is_race("(ext & ((W * _) | (_ * W))) \\ (A * A)")) << "at different places";
  EXPECT_FALSE(is_race("conflict \\ (A * A)")) << "of one thread";
  EXPECT_FALSE(is_race("(int & conflict) \\ (po | (A * A))"));
  EXPECT_FALSE(is_race("~po"));
  EXPECT_FALSE(is_race("(conflict & ext \\ (A * A)) | rf"));
}

TEST(UndefinedBesidesRaces, WhatIsBuiltInIsKnown) {
  for (const memory::ModelSummary& model : memory::builtin_models()) {
    EXPECT_FALSE(undefined_besides_races(*memory::load_model(model.name))) << model.name;
    // The same text as a file of the user's.
    EXPECT_FALSE(undefined_besides_races(*memory::parse_model("my.cat", memory::builtin_model_text(model.name))))
        << model.name;
  }
}

}  // namespace
}  // namespace fencepost::program
