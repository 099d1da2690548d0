// The cat language feature by feature: each feature that published model files use has a test here.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/diagnostic.h"
#include "memory/cat/evaluator.h"
#include "memory/model.h"

namespace fencepost::memory {
namespace {

// Thread 0: W x, R y; thread 1: W y, R x; initial writes first. R y reads the initial y, R x reads thread 0.
ExecutionGraph store_buffering() {
  std::vector<Event> events = {{kInitThread, 0, 0, "ix"},
                               {kInitThread, 0, 1, "iy"},
                               {0, 1, 0, "a"},
                               {0, 2, 1, "b"},
                               {1, 1, 1, "c"},
                               {1, 2, 0, "d"}};
  ExecutionGraph g(events);
  for (EventId w : {0, 1, 2, 4}) g.set("W").set(w);
  for (EventId r : {3, 5}) g.set("R").set(r);
  g.set("Once").set(2);
  g.derive_static();
  g.relation("rf").set(1, 3);
  g.relation("rf").set(2, 5);
  g.relation("co").set(0, 2);
  g.relation("co").set(1, 4);
  g.derive_communication();
  return g;
}

// Does the model allow the graph?
bool allows(const std::string& text, const std::set<std::string>& variants = {}) {
  const auto model = parse_model("test.cat", text, variants);
  cat::Evaluator evaluator(model->program);
  const ExecutionGraph g = store_buffering();
  return evaluator.failing_checks(g).empty();
}

// All claims are checks that must hold on the graph.
void expect_holds(const std::string& claims) { EXPECT_TRUE(allows(claims)) << claims; }

TEST(Cat, OperatorsAndPrecedence) {
  expect_holds("empty (po | rf) \\ (rf | po)");
  expect_holds("empty (rf ; po) \\ ((rf ; po) | 0)");
  expect_holds("empty ([W] ; po ; [R]) \\ (po & (W * R))");
  expect_holds("empty po \\ po+ empty po+ \\ po* empty id \\ po* empty id \\ po?");
  expect_holds("empty (rf^-1)^-1 \\ rf empty rf \\ (rf^-1)^-1");
  expect_holds("empty ~(~po) \\ po empty W & R empty _ \\ (W | R)");
  // & binds tighter than \, which binds tighter than ;, which binds tighter than |.
  expect_holds("let a = po | rf ; co \\ id & loc let b = po | (rf ; (co \\ (id & loc))) empty a \\ b empty b \\ a");
}

TEST(Cat, ChecksAndNegations) {
  expect_holds("acyclic po irreflexive po empty 0 ~empty po ~irreflexive id ~acyclic po | po^-1");
  EXPECT_FALSE(allows("empty po"));
  EXPECT_FALSE(allows("~acyclic po"));
}

TEST(Cat, ShadowingLet) { expect_holds("let r = po let r = r & 0 empty r"); }

TEST(Cat, NestedAndLineComments) { expect_holds("(* a (* nested *) comment *) // line\n# hash\nempty 0"); }

TEST(Cat, NamesWithDashAndDot) { expect_holds("let a-b.c = po let a = 0 empty a-b.c \\ po"); }

TEST(Cat, TryWith) { expect_holds("let f = try NO_SUCH_SET with {} empty f let p = try po with 0 ~empty p"); }

TEST(Cat, FunctionsTuplesCurried) {
  expect_holds("let f(a, b) = a ; b empty f(rf, po) \\ (rf ; po)");
  expect_holds("let f a b = a | b empty (f rf po) \\ (rf | po)");
  expect_holds("let id2 = fun x -> x empty id2 po \\ po");
  expect_holds("let and1 = po and and2 = rf empty and1 & and2");
}

TEST(Cat, LetIn) { expect_holds("let r = let a = po and b = rf in a | b empty r \\ (po | rf)"); }

TEST(Cat, RecursiveRelations) {
  expect_holds("let rec c = (po | rf) | c ; c empty c \\ (po | rf)+ empty (po | rf)+ \\ c");
  expect_holds("let rec a = po | b ; po and b = rf | a ; rf empty po \\ a");
}

TEST(Cat, NonMonotoneRecursionFollowsTextualOrder) {
  // As in the kernel's bell file: the second binding sees the first one's new value within the same round.
  expect_holds(
      "let r = let rec left = W \\ domain(m) and m = m | ([left] ; po ; [R]) in m empty r \\ (po & (W * R)) ~empty r");
}

TEST(Cat, RecursiveFunctionsAndMatch) {
  expect_holds(
      "let rec copy S = match S with || {} -> {} || e ++ rest -> e ++ copy rest end empty copy W \\ W empty W \\ copy "
      "W");
  expect_holds("let f e = e ++ {} let all = map f W ~empty all");
}

TEST(Cat, SetsOfRelationsAndCross) {
  expect_holds("let one p = p ++ 0 let s = map one rf ~empty s");
  expect_holds("include \"cross.cat\" with co from generate_cos(co0) empty co \\ loc");
}

TEST(Cat, Linearisations) {
  expect_holds("let l = linearisations(W, 0) ~empty l empty linearisations(W, po | po^-1 | id)");
}

TEST(Cat, ClassesLoc) { expect_holds("let c = classes-loc(W) ~empty c"); }

TEST(Cat, DomainRangeFencerel) {
  expect_holds("empty domain(rf) \\ W empty range(rf) \\ R ~empty domain rf");
  expect_holds("empty fencerel(MFENCE)");
}

TEST(Cat, VariantsInExpressionsAndStatements) {
  const std::string text = "let r = if \"weak\" && not \"strong\" || \"other\" then 0 else po empty r";
  EXPECT_TRUE(allows(text, {"weak"}));
  EXPECT_TRUE(allows(text, {"other", "strong"}));
  EXPECT_FALSE(allows(text));
  const std::string statement = "if \"weak\" let r = 0 else let r = po end empty r";
  EXPECT_TRUE(allows(statement, {"weak"}));
  EXPECT_FALSE(allows(statement));
}

// As the kernel's lock file does for failed trylocks: every element of a set of relations is one choice.
TEST(Cat, WithFromEnumeratesEveryAlternative) {
  const auto model = parse_model("t.cat", "let one p = p ++ 0 with chosen from map one ([W] ; po) acyclic po | chosen");
  cat::Evaluator evaluator(model->program);
  const ExecutionGraph g = store_buffering();
  ASSERT_TRUE(evaluator.bind(g));
  ASSERT_TRUE(evaluator.complete_rf(*g.find_relation("rf")));
  std::set<std::pair<size_t, size_t>> seen;
  evaluator.for_each_completion({}, [&] {
    evaluator.named("chosen")->as_relation().for_each([&](size_t a, size_t b) { seen.emplace(a, b); });
    return true;
  });
  EXPECT_EQ(seen, (std::set<std::pair<size_t, size_t>>{{2, 3}, {4, 5}}));
}

// As the kernel's model does: base names are names like any other.
TEST(Cat, BaseRelationsAndSetsCanBeRedefined) {
  expect_holds("let rf = rf & 0 empty rf ~empty fr let fr = rf^-1 ; co empty fr");
  expect_holds("let W = W \\ IW let M = R | W let co = co & (W * W) empty W & IW empty [IW] ; co empty M \\ (R | W)");
  expect_holds("let rmw = po let addr = rmw and data = rf let ctrl = addr | data empty ctrl \\ (po | rf) ~empty rmw");
}

TEST(Cat, ConditionalInclude) {
  const std::string text = "if \"filters\" include \"filters.cat\" else let WW(r) = 0 & r end ~empty WW(co)";
  EXPECT_TRUE(allows(text, {"filters"}));
  EXPECT_FALSE(allows(text));
}

TEST(Cat, ProcedureAndCall) {
  expect_holds("procedure sub(a, b) = empty a \\ b end call sub(rfe, rf)");
  EXPECT_FALSE(allows("procedure sub(a, b) = empty a \\ b end call sub(po, rf)"));
}

TEST(Cat, ForallIn) {
  expect_holds("forall e in W do empty {e} & R end");
  EXPECT_FALSE(allows("forall e in W do empty {e} \\ IW end"));
}

TEST(Cat, EnumTagsAndInstructions) {
  expect_holds("enum Accesses = 'once || 'release instructions R[{'once}] ~empty Once empty Release");
  expect_holds(
      "enum T = 'a || 'b let f t = match t with || 'a -> 0 || _ -> po end empty f 'a ~empty f 'b empty tag2events('a)");
}

TEST(Cat, FlagsUndefinedUnlessAssert) {
  const auto model = parse_model(
      "t.cat",
      "flag ~empty po as has-po undefined_unless empty po as no-po assert empty po as none flag ~empty 0 as never");
  cat::Evaluator evaluator(model->program);
  const ExecutionGraph g = store_buffering();
  EXPECT_TRUE(evaluator.failing_checks(g).empty());
  EXPECT_EQ(evaluator.raised_flags(), (std::vector<std::string>{"has-po", "*undef*", "assert:none"}));
}

TEST(Cat, ShowUnshowAndWhen) { expect_holds("let r = po show r, rf as reads unshow r let rec a = po when acyclic a"); }

TEST(Cat, HeaderOptions) {
  EXPECT_FALSE(parse_model("t.cat", "X86 \"a title\" withoutco\nempty 0")->program.options.with_co);
  EXPECT_TRUE(parse_model("t.cat", "\"a title\" catdep\nempty 0")->program.options.catdep);
  EXPECT_EQ(parse_model("t.cat", "\"a title\"\nempty 0")->program.title, "a title");
}

TEST(Cat, IncludeFromDiskAndLibrary) {
  const auto dir = std::filesystem::temp_directory_path() / "fencepost-cat-test";
  std::filesystem::create_directories(dir);
  std::ofstream(dir / "part.cat") << "let mine = po & 0\n";
  std::ofstream(dir / "main.cat")
      << "\"main\"\ninclude \"part.cat\"\ninclude \"filters.cat\"\nempty mine\nempty WW(po) \\ po\n";
  EXPECT_NO_THROW(load_model((dir / "main.cat").string()));
  std::filesystem::remove_all(dir);
}

TEST(Cat, LevelsFollowTheChoices) {
  const auto model =
      parse_model("t.cat", "acyclic po as a acyclic po | rf as b acyclic po | rf | co as c empty rf \\ co as d");
  std::map<std::string, std::pair<uint32_t, bool>> seen;
  for (const cat::Op& op : model->program.ops)
    if (op.kind == cat::Op::Kind::check) seen[op.check.name] = {op.level, op.partial};
  EXPECT_EQ(seen["a"], std::pair(0u, false));
  EXPECT_EQ(seen["b"], std::pair(1u, true));
  EXPECT_EQ(seen["c"], std::pair(3u, true));
  EXPECT_EQ(seen["d"], std::pair(3u, false));  // shrinks as co grows: cannot prune
}

TEST(Cat, EveryBuiltinModelLoads) {
  const auto all = builtin_models();
  EXPECT_EQ(all.size(), 13u);
  for (const ModelSummary& m : all) {
    EXPECT_NO_THROW(load_model(m.name)) << m.name;
    EXPECT_FALSE(m.line.empty());
    EXPECT_NE(builtin_model_text(m.name).find("Source:"), std::string_view::npos) << m.name << " cites no source";
  }
}

}  // namespace
}  // namespace fencepost::memory
