// Which check fails, and at which line: one small program a kind of undefined behaviour, beside its defined twin where
// the border is worth pinning.
#include <gtest/gtest.h>

#include "c_program.h"

namespace fencepost {
namespace {

class Undefined : public testing::TestWithParam<CCase> {};

TEST_P(Undefined, IsFound) { EXPECT_EQ(CProgram(GetParam().text).run(), GetParam().expected); }

constexpr CCase kCases[] = {
    {"Overflow", "int main(void) {\n int x = 2147483647;\n return x + 1;\n}", "signed-overflow at 3"},
    {"UnsignedWraps", "int main(void) { unsigned x = 4294967295u; return x + 1; }", "returns 0"},
    {"Negation", "int main(void) {\n int x = -2147483647 - 1;\n return -x;\n}", "signed-overflow at 3"},
    {"IncrementOfShortIsFine", "int main(void) { short s = 32767; s++; return s; }", "returns -32768"},
    {"DivZero", "int main(void) {\n int z = 0;\n return 1 / z;\n}", "div-zero at 3"},
    {"RemOverflow", "int main(void) {\n int m = -2147483647 - 1, n = -1;\n return m % n;\n}", "signed-overflow at 3"},
    {"ShiftTooFar", "int main(void) {\n int n = 32;\n return 1u << n;\n}", "shift at 3"},
    {"ShiftNegativeCount", "int main(void) {\n int n = -1;\n return 1 >> n;\n}", "shift at 3"},
    {"ShiftIntoSign", "int main(void) {\n int x = 1;\n return x << 31;\n}", "shift at 3"},
    {"ShiftUnsignedIsFine", "int main(void) { unsigned x = 1; return (x << 31) != 0; }", "returns 1"},
    {"FloatToInt", "int main(void) {\n double d = 1e10;\n return (int)d;\n}", "float-to-int at 3"},
    {"NullDeref", "int main(void) {\n int *p = 0;\n return *p;\n}", "null-deref at 3"},
    {"NullMember", "struct s { int a, b; };\nint main(void) {\n struct s *p = 0;\n return p->b;\n}", "null-deref at 4"},
    {"WildPointer", "int main(void) {\n int *p = (int *)12;\n return *p;\n}", "invalid-deref at 3"},
    {"OobRead", "int main(void) {\n int a[3] = {0}, i = 3;\n return a[i];\n}", "oob-read at 3"},
    {"OobWrite", "int main(void) {\n int a[3], *p = a + 3;\n *p = 1;\n return 0;\n}", "oob-write at 3"},
    {"OnePastIsFine", "int main(void) { int a[3]; int *p = &a[3]; return p == a + 3; }", "returns 1"},
    {"RowOverrun", "int main(void) {\n int a[2][3] = {{0}}, j = 3;\n return a[0][j];\n}", "oob-read at 3"},
    {"UseAfterFree", "#include <stdlib.h>\nint main(void) {\n int *p = malloc(4);\n *p = 1;\n free(p);\n return *p;\n}",
     "use-after-free at 6"},
    {"DoubleFree", "#include <stdlib.h>\nint main(void) {\n int *p = malloc(4);\n free(p);\n free(p);\n return 0;\n}",
     "double-free at 5"},
    {"InvalidFree", "#include <stdlib.h>\nint main(void) {\n int x;\n free(&x);\n return 0;\n}", "invalid-free at 4"},
    {"FreeInside", "#include <stdlib.h>\nint main(void) {\n char *p = malloc(4);\n free(p + 1);\n return 0;\n}",
     "invalid-free at 4"},
    {"FreeNullIsFine", "#include <stdlib.h>\nint main(void) { free(0); return 0; }", "returns 0"},
    {"StaleRealloc",
     "#include <stdlib.h>\nint main(void) {\n int *p = malloc(4), *q = realloc(p, 8);\n *p = 1;\n return !q;\n}",
     "use-after-free at 4"},
    {"DeadLocal", "int *f(void) { int x = 1; return &x; }\nint main(void) {\n return *f();\n}", "use-after-scope at 3"},
    {"DeadBlock", "int main(void) {\n int *p;\n { int x = 1; p = &x; }\n return *p;\n}", "use-after-scope at 4"},
    {"UninitRead", "int main(void) {\n int x;\n return x;\n}", "uninit at 3"},
    {"UninitBranch", "int main(void) {\n int a[2];\n if (a[0]) return 1;\n return 0;\n}", "uninit at 3"},
    {"UninitCopyIsFine", "int main(void) { int a[2], b[2]; b[0] = a[0]; return 0; }", "returns 0"},
    {"UninitBitFieldNeighbour",
     "struct b { unsigned x : 3, y : 5; }; int main(void) { struct b s; struct b *p = &s; p->x = 5; return p->x; }",
     "returns 5"},
    {"MissingReturn", "int f(void) { }\nint main(void) {\n int x = f();\n return 0;\n}", "missing-return at 3"},
    {"MissingReturnUnused", "int f(void) { }\nint main(void) { f(); return 0; }", "returns 0"},
    {"RaceAssignIncrement", "int main(void) {\n int i = 0;\n i = i++;\n return i;\n}", "unsequenced-race at 3"},
    {"RaceIndex", "int main(void) {\n int i = 0, a[2] = {0};\n a[i] = i++;\n return 0;\n}", "unsequenced-race at 3"},
    {"RaceArguments", "int f(int a, int b) { return a + b; }\nint main(void) {\n int i = 0;\n return f(i++, i);\n}",
     "unsequenced-race at 4"},
    {"CommaIsSequenced", "int main(void) { int i = 0; return (i++, i) + 1; }", "returns 2"},
    {"CallsDoNotRace", "int x; int f(void) { return x++; } int main(void) { return f() + f() > 5; }", "returns 0"},
    {"LibraryCallsDoNotRace",
     "#include <stdatomic.h>\nint main(void) { atomic_int x = 1; return x + atomic_fetch_add(&x, 1); }", "returns 2"},
    {"AtomicOperatorsRace", "int main(void) {\n _Atomic int x = 1;\n return x + x++;\n}", "unsequenced-race at 3"},
    {"PointerCompare", "int a, b;\nint main(void) {\n return &a < &b;\n}", "ptr-compare at 3"},
    {"PointerSubtract", "int a, b;\nint main(void) {\n return &a - &b;\n}", "ptr-subtract at 3"},
    {"WriteLiteral", "int main(void) {\n char *s = \"abc\";\n s[0] = 'x';\n return 0;\n}", "write-literal at 3"},
    {"WriteConst", "const int c = 1;\nint main(void) {\n *(int *)&c = 2;\n return 0;\n}", "write-const at 3"},
    {"Overlap", "#include <string.h>\nint main(void) {\n char a[8] = {0};\n memcpy(a + 1, a, 4);\n return 0;\n}",
     "overlap at 4"},
    {"MemmoveIsFine", "#include <string.h>\nint main(void) { char a[8] = {0}; memmove(a + 1, a, 4); return 0; }",
     "returns 0"},
    {"Misaligned", "int main(void) {\n char a[8] = {0};\n return *(int *)(a + 1);\n}", "misaligned at 3"},
    {"BadCall",
     "int f(int x) { return x; }\nint main(void) {\n void (*p)(double) = (void (*)(double))f;\n p(1.0);\n return 0;\n}",
     "bad-call at 4"},
    {"CallNull", "int main(void) {\n int (*p)(void) = 0;\n return p();\n}", "null-deref at 3"},
    {"VlaSize", "int main(void) {\n int n = 0;\n int a[n];\n return sizeof a;\n}", "vla-size at 3"},
    {"LibraryErrorsAtTheCaller",
     "#include <string.h>\nint main(void) {\n char a[2] = \"a\";\n strcpy(a, \"longer\");\n return 0;\n}",
     "oob-write at 4"},
    {"StringWithoutEnd",
     "#include <stdio.h>\nint main(void) {\n char a[2] = {'a', 'b'};\n printf(\"%s\", a);\n return 0;\n}",
     "oob-read at 4"},
    {"HugeIndex", "int main(void) {\n char a[4] = {0};\n long n = 1L << 48;\n return a[0] + *(a + n);\n}",
     "ptr-overflow at 4"},
    {"Assertion", "#include <assert.h>\nint main(void) {\n int x = 3;\n assert(x == 4);\n return 0;\n}",
     "assertion at 4"},
    {"ReachError", "void reach_error(void) { }\nint main(void) {\n reach_error();\n return 0;\n}", "reach-error at 3"},
    {"Linkage", "int f(int);\nstatic int f(int);\n", "linkage at 2"},
    {"Unreachable", "int main(void) {\n __builtin_unreachable();\n}", "unreachable at 2"},
};

INSTANTIATE_TEST_SUITE_P(C, Undefined, testing::ValuesIn(kCases), [](const auto& test) { return test.param.name; });

TEST(Strict, KindsAreOptional) {
  const char* before_array = "int main(void) {\n int a[2], *p = a;\n p = p - 1;\n return 0;\n}";
  EXPECT_EQ(CProgram(before_array).run(), "returns 0");
  frontend::SourceOptions options;
  options.checks = core::UndefSet::strict();
  EXPECT_EQ(CProgram(before_array, options).run(), "ptr-arith at 3");
}

TEST(Uninit, CanBeUnspecified) {
  frontend::SourceOptions options;
  options.checks.set(core::Undef::uninit, false);
  EXPECT_EQ(CProgram("int main(void) { int x; return x ? 10 : 20; }", options).run(), "returns 20");
}

TEST(ErrorLabel, IsAnOption) {
  const char* text = "int main(void) {\n goto ERROR;\n ERROR: return 1;\n}";
  EXPECT_EQ(CProgram(text).run(), "returns 1");
  frontend::SourceOptions options;
  options.error_labels = true;
  EXPECT_EQ(CProgram(text, options).run(), "reach-error at 3");
}

}  // namespace
}  // namespace fencepost
