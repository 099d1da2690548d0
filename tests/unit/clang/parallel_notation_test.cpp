#include "frontend/clang/parallel_notation.h"

#include <gtest/gtest.h>

namespace fencepost::frontend {
namespace {

struct Case {
  const char* name;
  const char* before;
  const char* after;
  std::set<unsigned> found;
};

class ParallelNotation : public testing::TestWithParam<Case> {};

TEST_P(ParallelNotation, BecomesBlocksOfTheSameLength) {
  std::string source = GetParam().before;
  std::set<unsigned> found = rewrite_parallel(source);
  EXPECT_EQ(source, GetParam().after);
  EXPECT_EQ(source.size(), std::string(GetParam().before).size());
  EXPECT_EQ(found, GetParam().found);
}

const Case kCases[] = {
    {"Dashed", "a {-{ x; ||| {y;} }-} b", "a {{  x; } { {y;} } } b", {2}},
    {"Braces", "{{{x;|||y;|||z;}}}", "{{ x;} {y;} {z;} }", {0}},
    {"OneArm", "{-{ x; }-}", "{{  x; } }", {0}},
    {"Nested", "{-{ {-{a;|||b;}-} ||| c; }-}", "{{  {{ a;} {b;} } } { c; } }", {0, 4}},
    {"BracesInDashes", "{-{ {{{a;|||b;}}} ||| c; }-}", "{{  {{ a;} {b;} } } { c; } }", {0, 4}},
    {"Initialiser", "int a[1][1][1] = {{{1}}}; {{{x;|||y;}}}", "int a[1][1][1] = {{{1}}}; {{ x;} {y;} }", {26}},
    {"Strings",
     "f(\"{-{ ||| }-}\\\"\"); '{'; // {-{\n/* ||| */ ||",
     "f(\"{-{ ||| }-}\\\"\"); '{'; // {-{\n/* ||| */ ||",
     {}},
    {"BarsElsewhere", "a ||| b", "a ||| b", {}},
    {"Unclosed", "{-{ a ||| b", "{-{ a ||| b", {}},
    {"Minus", "int x = {-1}; y = {-{", "int x = {-1}; y = {-{", {}},
};

INSTANTIATE_TEST_SUITE_P(Texts, ParallelNotation, testing::ValuesIn(kCases),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace fencepost::frontend
