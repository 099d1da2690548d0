// Parts of the engine for store buffers: predicates that users write, and the rules by which predicates are extrapolated.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "../flat/builder.h"
#include "base/diagnostic.h"
#include "engine/buffers/extrapolation.h"
#include "engine/buffers/predicate_file.h"
#include "engine/buffers/schedule.h"
#include "engine/buffers/unused_entries.h"
#include "memory/model.h"

namespace fencepost::engine::buffers {
namespace {

using flat::TemplateId;
using flat::VarId;
using flat::testing::Builder;

struct Words {
  Builder b;
  TemplateId thread = b.thread("t");
  VarId x = b.shared("x", 8), y = b.shared("y", 8), cell = b.shared("a[1]", 8), own = b.own(thread, "t.1", 16);
  VarId second = b.own(thread, "t.1#1", 16);

  std::string parsed(const std::string& text) {
    std::string all;
    for (Term predicate : parse_predicates("file", text, b.program, b.terms))
      all += (all.empty() ? "" : "; ") + logic::to_string(predicate);
    return all;
  }
  std::string problem(const std::string& text) {
    try {
      parsed(text);
    } catch (const InputError& error) {
      return error.diagnostics().front().message;
    }
    return "";
  }
};

TEST(PredicateFile, SaysWhatCSays) {
  Words words;
  Builder& b = words.b;
  logic::Terms& t = b.terms;
  Term x = b(words.x), y = b(words.y), cell = b(words.cell), own = b(words.own);
  auto is = [&](const std::string& text, Term expected) {
    EXPECT_EQ(words.parsed(text), logic::to_string(expected)) << text;
  };
  is("x == 0", t.eq(x, b.num(0)));
  is("!(x == 3) # and more", t.ne(x, b.num(3)));
  is("x != y && y < 2", t.and_(t.ne(x, y), t.binary(logic::Op::bv_slt, y, b.num(2))));
  is("y < 2u", t.binary(logic::Op::bv_ult, y, b.num(2)));
  is("x <= y + 1", t.binary(logic::Op::bv_sle, x, b.plus(y, 1)));
  is("a[1] == -1", t.eq(cell, b.num(255)));
  is("t.1 == x", t.eq(own, t.sext(x, 16)));
  is("t.1#1 == x # and more", t.eq(b(words.second), t.sext(x, 16)));
  is("(x & 3) == 2 || y", t.or_(t.eq(t.binary(logic::Op::bv_and, x, b.num(3)), b.num(2)), t.ne(y, b.num(0))));
  is("x > 0x10", t.binary(logic::Op::bv_slt, b.num(16), x));
  EXPECT_EQ(words.parsed("\n# nothing\n  \n"), "");
  EXPECT_EQ(words.parsed("x == 0\n\ny == 0"), words.parsed("x == 0") + "; " + words.parsed("y == 0"));
}

TEST(PredicateFile, TellsWhatItDoesNotUnderstand) {
  Words words;
  EXPECT_EQ(words.problem("x == 0"), "");
  EXPECT_EQ(words.problem("z == 0"), "predicate: 'z' is no variable");
  EXPECT_EQ(words.problem("(x == 0"), "predicate: a parenthesis is not closed");
  EXPECT_EQ(words.problem("x == 0 y"), "predicate: 'y' is not understood");
  EXPECT_EQ(words.problem("x =="), "predicate: '' is no variable");
  EXPECT_EQ(words.problem("1 == 2"), "predicate: two numbers are combined");
  EXPECT_EQ(words.problem("x == 12a"), "predicate: '12a' is no number");
  EXPECT_EQ(words.problem("xx == 0"), "predicate: 'xx' is no variable");
  EXPECT_EQ(words.problem("x == 0x"), "predicate: '0x' is no number");
  EXPECT_EQ(words.problem("x == 010"), "predicate: octal numbers are not understood");
  EXPECT_EQ(words.problem("x == 255"), "");
  EXPECT_EQ(words.problem("x == 256"), "predicate: a number does not fit into 8 bits");
  EXPECT_EQ(words.problem("x == 99999999999999999999"), "predicate: 99999999999999999999 is too large");
  EXPECT_EQ(words.problem("x \x1b[2J"), "predicate: '\\x1b[2J' is not understood");
}

// Two threads, of which one stores to x, and the other to y and x: with a load after each, so that they wait.
struct Stores {
  Builder b;
  TemplateId one = b.thread("one"), other = b.thread("other");
  VarId x = b.shared("x"), y = b.shared("y"), r = b.own(one, "r"), s = b.own(other, "s");

  explicit Stores(bool fenced) {
    b.edge(one, 0, 1, flat::Spawn{other, {}});
    b.edge(one, 1, 2, flat::Store{{x, {}}, b.num(1)});
    b.edge(one, 2, 3, flat::Load{r, {y, {}}});
    b.edge(other, 0, 1, flat::Store{{y, {}}, b.num(1)});
    b.edge(other, 1, 2, flat::Load{s, {x, {}}});
    uint32_t at = 2;
    if (fenced) b.edge(other, 2, 3, flat::Fence{}), ++at;
    b.edge(other, at, at + 1, flat::Store{{x, {}}, b(s)});
    b.edge(other, at + 1, at + 2, flat::Load{s, {x, {}}});
    b.edge(other, at + 2, at + 3, flat::Check{core::Undef::assertion, b.terms.ne(b(s), b.num(7)), ""});
    b.done();
  }
  flat::BufferVariables made(const char* model, uint32_t bound) {
    facts = *flat::buffer_facts(*memory::load_model(model));
    Budget budget;
    return std::get<flat::BufferVariables>(
        flat::with_buffer_variables(b.program, facts, bound, flat::Waiting::all, b.terms, budget));
  }
  std::set<std::string> extrapolated(const std::vector<Term>& predicates, const char* model, uint32_t bound) {
    flat::BufferVariables with = made(model, bound);
    std::set<std::string> all;
    for (Term one_of : buffers::extrapolated(predicates, b.program, facts, with, b.terms))
      all.insert(logic::to_string(one_of));
    return all;
  }
  flat::BufferFacts facts;
};

TEST(Extrapolation, AQueueAVariable) {
  Stores test(false);
  Term predicate = test.b.terms.eq(test.b(test.x), test.b.num(1));
  const std::set<std::string> counts = {"(= one.waiting.count.x #b0)",   "(= one.waiting.count.x #b1)",
                                        "(= other.waiting.count.x #b0)", "(= other.waiting.count.x #b1)",
                                        "(= other.waiting.count.y #b0)", "(= other.waiting.count.y #b1)"};
  EXPECT_EQ(test.extrapolated({}, "pso", 1), counts);  // rule 1
  std::set<std::string> all = counts;
  all.insert({"(= x #x01)", "(= one.waiting.1.x #x01)", "(= other.waiting.1.x #x01)"});
  EXPECT_EQ(test.extrapolated({predicate}, "pso", 1), all);  // rules 2, 3 and 5
}

TEST(Extrapolation, OneQueueAThread) {
  Stores test(false);
  Term predicate = test.b.terms.eq(test.b(test.y), test.b.num(1));
  std::set<std::string> all = {"(= one.waiting.count.buffer #b0)", "(= one.waiting.count.buffer #b1)",
                               "(= other.waiting.count.buffer #b0)", "(= other.waiting.count.buffer #b1)"};
  std::set<std::string> found = test.extrapolated({predicate}, "tso", 1);
  for (const std::string& one : all) EXPECT_TRUE(found.contains(one)) << one;  // rule 8
  EXPECT_TRUE(found.contains("(= other.waiting.1.buffer #x01)"));              // rule 10
  EXPECT_FALSE(found.contains("(= one.waiting.1.buffer #x01)"));               // rule 12
  bool tells_object = false;
  for (const std::string& one : found) tells_object = tells_object || one.find("other.waiting.1.to") != one.npos;
  EXPECT_TRUE(tells_object);
}

// Rules 6 and 7: a variable is one value in a predicate; with fences between stores, at most one variable waits.
TEST(Extrapolation, SeveralVariables) {
  for (bool fenced : {false, true}) {
    Stores test(fenced);
    logic::Terms& t = test.b.terms;
    Term x = test.b(test.x), y = test.b(test.y);
    Term predicate = t.and_(t.binary(logic::Op::bv_ult, x, y), t.ne(x, test.b.num(5)));
    flat::BufferVariables made = test.made("pso", 1);
    size_t lifted = 0, of_two = 0;
    for (Term one : extrapolated({predicate}, test.b.program, test.facts, made, t)) {
      if (one == predicate || !is_about_waiting(one, made)) continue;
      ++lifted;
      std::string text = logic::to_string(one);
      of_two += text.find("waiting.1.x") != text.npos && text.find("waiting.1.y") != text.npos;
    }
    EXPECT_EQ(lifted, fenced ? 3u : 5u);
    EXPECT_EQ(of_two, fenced ? 0u : 2u);
  }
}

// In a queue of a thread an entry waits for one variable, not for two.
TEST(Extrapolation, AnEntryIsOneStore) {
  Stores test(false);
  Term predicate = test.b.terms.binary(logic::Op::bv_ult, test.b(test.x), test.b.plus(test.b(test.y), 1));
  flat::BufferVariables made = test.made("tso", 1);
  size_t lifted = 0;
  for (Term one : extrapolated({predicate}, test.b.program, test.facts, made, test.b.terms))
    lifted += is_about_waiting(one, made);
  EXPECT_EQ(lifted, 4u);
}

// By condition, the predicates that say nothing where it holds.
std::map<std::string, std::set<std::string>> unused(Stores& test, const std::vector<Term>& predicates,
                                                    const flat::BufferVariables& made) {
  boolean::BooleanProgram program;
  for (Term one : extrapolated(predicates, test.b.program, test.facts, made, test.b.terms))
    program.variables.push_back({logic::to_string(one), one});
  std::map<std::string, std::set<std::string>> found;
  for (const boolean::Unused& one : unused_entries(program, made, test.b.terms)) {
    std::string where = (one.where.positive ? "" : "not ") + program.variables[index(one.where.variable)].name;
    for (uint32_t i = 0; i < program.variables.size(); ++i)
      if (one.what.contains(boolean::BoolVar{i})) found[where].insert(program.variables[i].name);
  }
  return found;
}

TEST(UnusedEntries, AreThoseBeyondTheCounter) {
  Stores test(false);
  flat::BufferVariables made = test.made("pso", 2);
  Term predicate = test.b.terms.eq(test.b(test.x), test.b.num(1));
  const std::map<std::string, std::set<std::string>> expected = {
      {"(= one.waiting.count.x #b00)", {"(= one.waiting.1.x #x01)", "(= one.waiting.2.x #x01)"}},
      {"(= one.waiting.count.x #b01)", {"(= one.waiting.2.x #x01)"}},
      {"(= other.waiting.count.x #b00)", {"(= other.waiting.1.x #x01)", "(= other.waiting.2.x #x01)"}},
      {"(= other.waiting.count.x #b01)", {"(= other.waiting.2.x #x01)"}}};
  EXPECT_EQ(unused(test, {predicate}, made), expected);
}

// An entry says to which object it is a store, and that too only while it waits.
TEST(UnusedEntries, ForgetToWhichObjectTheyAre) {
  Stores test(false);
  flat::BufferVariables made = test.made("tso", 1);
  Term predicate = test.b.terms.eq(test.b(test.y), test.b.num(1));
  auto found = unused(test, {predicate}, made);
  const std::set<std::string>& forgotten = found["(= other.waiting.count.buffer #b0)"];
  EXPECT_TRUE(forgotten.contains("(= other.waiting.1.buffer #x01)"));
  EXPECT_TRUE(std::ranges::any_of(forgotten, [](const auto& one) { return one.find("waiting.1.to") != one.npos; }));
  for (const auto& [where, what] : found)
    for (const std::string& one : what) {
      EXPECT_EQ(one.find("count"), one.npos) << where;
      EXPECT_NE(one, "(= y #x01)") << where;
    }
}

}  // namespace
}  // namespace fencepost::engine::buffers
