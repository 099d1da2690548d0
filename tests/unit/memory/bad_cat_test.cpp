// Broken and hostile cat files: each ends in an InputError with a position (or a missing file), never in a crash.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/diagnostic.h"
#include "memory/model.h"

namespace fencepost::memory {
namespace {

struct Bad {
  const char* name;
  std::string text;
  const char* message;
};

std::string repeated(const std::string& s, size_t n) {
  std::string r;
  for (size_t i = 0; i < n; ++i) r += s;
  return r;
}

const std::vector<Bad>& bad_files() {
  static const std::vector<Bad> files = {
      {"unknown_name", "acyclic po | rff", "nothing is called 'rff'"},
      {"suggestion", "acyclic po | rff", "did you mean 'rf'"},
      {"set_as_relation", "acyclic W | po", "expected"},
      {"relation_as_set", "let r = [po]\nempty r", "expected a set of events"},
      {"sequence_of_sets", "empty W ; R", "expected a relation"},
      {"acyclic_set", "acyclic W", "expected a relation"},
      {"apply_non_function", "empty po(rf)", "expected a function"},
      {"wrong_arity", "let f(a, b) = a | b\nempty f(po)", "takes 2 arguments"},
      {"unclosed_parenthesis", "acyclic (po | rf", "expected ')'"},
      {"unclosed_bracket", "acyclic [W ; po", "expected ']'"},
      {"unclosed_comment", "(* a (* b *)\nacyclic po", "comment is not closed"},
      {"unclosed_string", "include \"cos.cat", "string is not closed"},
      {"missing_include", "include \"no-such-file.cat\"", "cannot find the included file"},
      {"stray_character", "acyclic po @ rf", "not part of the cat language"},
      {"binary", std::string("acyclic po \x01\x02\xff", 14), "not part of the cat language"},
      {"missing_expression", "let r =\nacyclic po", "expected an expression"},
      {"missing_equals", "let r po", "expected"},
      {"keyword_as_name", "let acyclic = po", "expected a name to define"},
      {"statement_garbage", "po | rf", "expected a statement"},
      {"no_convergence", "let rec r = po \\ r\nempty r", "does not converge"},
      {"local_no_convergence", "let q = let rec r = ~r in r\nempty q", "does not converge"},
      {"endless_function", "let rec f x = f x\nempty f po", "recurses too deeply"},
      {"deep_parentheses", "acyclic " + repeated("(", 10000) + "po" + repeated(")", 10000), "nests deeper"},
      {"deep_complement", "acyclic " + repeated("~", 100000) + "po", "nests deeper"},
      {"long_minus_chain", "acyclic po" + repeated(" \\ po", 100000), "operators in a row"},
      {"long_condition", "acyclic if \"a\"" + repeated(" && \"a\"", 100000) + " then po else rf", "operators in a row"},
      {"many_postfix", "acyclic po" + repeated("^-1", 100000), "operators in a row"},
      {"unknown_procedure", "call nothing(po)", "no procedure is called 'nothing'"},
      {"procedure_loop", "procedure p(a) = call p(a) end call p(po)", "calls itself"},
      {"match_without_clause", "let r = match W with || 'a -> po end\nempty r", "no clause matches"},
      {"match_no_end", "let r = match W with || {} -> po", "expected 'end'"},
      {"with_not_orders", "with co from po\nempty co", "expected a set of relations"},
      {"if_without_else", "let r = if \"x\" then po", "expected 'else'"},
      {"insert_mixed", "let r = W ++ po\nempty r", "expected"},
      {"product_of_relations", "empty po * rf", "expected a set of events"},
      {"linearisations_one_argument", "let l = linearisations(W)\nempty l", "takes a pair"},
      {"bad_condition", "let r = if po then 0 else 0\nempty r", "expected '=' or 'subset'"},
  };
  return files;
}

class BadCat : public testing::TestWithParam<size_t> {};

TEST_P(BadCat, GivesAPositionAndAMessage) {
  const Bad& bad = bad_files()[GetParam()];
  try {
    parse_model("bad.cat", bad.text);
    FAIL() << bad.name << " was accepted";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find(bad.message), std::string::npos)
        << bad.name << ": " << std::string(e.what()).substr(0, 300);
    ASSERT_FALSE(e.diagnostics().empty());
    EXPECT_TRUE(e.diagnostics()[0].pos.valid()) << bad.name;
    EXPECT_GT(e.diagnostics()[0].pos.line, 0u) << bad.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadCat, testing::Range<size_t>(0, bad_files().size()),
                         [](const auto& test) { return std::string(bad_files()[test.param].name); });

TEST(BadCatFiles, AreAtLeastThirty) { EXPECT_GE(bad_files().size(), 30u); }

TEST(BadCatFiles, CycleOfIncludesIsNamed) {
  const auto dir = std::filesystem::temp_directory_path() / "fencepost-include-cycle";
  std::filesystem::create_directories(dir);
  std::ofstream(dir / "a.cat") << "include \"b.cat\"\n";
  std::ofstream(dir / "b.cat") << "include \"a.cat\"\n";
  try {
    load_model((dir / "a.cat").string());
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("includes itself"), std::string::npos);
  }
  std::filesystem::remove_all(dir);
}

TEST(BadCatFiles, MissingModelSuggests) {
  try {
    load_model("aarch65");
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("did you mean 'aarch64'"), std::string::npos);
  }
  EXPECT_THROW(load_model("/no/such/model.cat"), MissingFile);
}

}  // namespace
}  // namespace fencepost::memory
