// What C programs mean: one small program a feature, with its result by ISO C11 (LP64, signed char).
#include <gtest/gtest.h>

#include "c_program.h"

namespace fencepost {
namespace {

class Language : public testing::TestWithParam<CCase> {};

TEST_P(Language, Means) { EXPECT_EQ(CProgram(GetParam().text).run(), GetParam().expected); }

constexpr CCase kCases[] = {
    {"Promotion", "int main(void) { unsigned char a = 200, b = 100; return a + b; }", "returns 300"},
    {"NarrowingWraps", "int main(void) { signed char c = (signed char)200; return c; }", "returns -56"},
    {"UsualConversions", "int main(void) { return -1 < 1u; }", "returns 0"},
    {"LongLong", "int main(void) { long long x = 1LL << 40; return (int)(x >> 38); }", "returns 4"},
    {"BoolConversion", "int main(void) { _Bool b = 256; _Bool c = 0.5; return b + c; }", "returns 2"},
    {"Enum", "enum e { A, B = 7, C }; int main(void) { enum e x = C; return x; }", "returns 8"},
    {"FloatArithmetic", "int main(void) { float f = 0.1f; double d = f * 10; return (int)(d * 100); }", "returns 100"},
    {"DoubleCompare", "int main(void) { double nan = 0.0 / 0.0; return nan == nan; }", "returns 0"},
    {"Struct",
     "struct s { int a; char b; long c; }; int main(void) { struct s x = {1, 2, 3}, y = x; y.a = 9; return x.a + y.a + "
     "(int)y.c; }",
     "returns 13"},
    {"StructByValue",
     "struct s { int a[3]; }; int f(struct s x) { x.a[1] = 50; return x.a[1]; } int main(void) { struct s v = {{1, 2, "
     "3}}; return f(v) + v.a[1]; }",
     "returns 52"},
    {"StructResult",
     "struct s { int a, b; }; struct s f(int n) { struct s r = {n, n + 1}; return r; } int main(void) { return f(3).b "
     "+ f(4).a; }",
     "returns 8"},
    {"Union",
     "union u { unsigned i; unsigned char c[4]; }; int main(void) { union u x; x.i = 0x01020304; return x.c[0]; }",
     "returns 4"},
    {"BitField",
     "struct b { unsigned a : 3; int s : 4; unsigned : 0; unsigned c : 5; }; int main(void) { struct b x = {5, -3, "
     "17}; x.a += 4; return x.a * 100 + x.s + x.c; }",
     "returns 114"},
    {"BitFieldAssignValue", "struct b { int s : 3; }; int main(void) { struct b x; return x.s = 7; }", "returns -1"},
    {"Designated",
     "int main(void) { int a[5] = {[3] = 7, 8, [0] = 1}; struct { int x, y; } s = {.y = 2}; return a[0] + a[1] + a[3] "
     "+ a[4] + s.x + s.y; }",
     "returns 18"},
    {"CompoundLiteral", "int sum(const int *p) { return p[0] + p[1]; } int main(void) { return sum((int[]){3, 4}); }",
     "returns 7"},
    {"TwoDimensional",
     "int a[2][3] = {{1, 2, 3}, {4, 5, 6}}; int main(void) { int s = 0; for (int i = 0; i < 2; i++) for (int j = 0; j "
     "< 3; j++) s += a[i][j]; return s; }",
     "returns 21"},
    {"PointerArithmetic", "int main(void) { int a[4] = {1, 2, 3, 4}; int *p = a + 3; return *(p - 1) + (int)(p - a); }",
     "returns 6"},
    {"FunctionPointer",
     "int inc(int x) { return x + 1; } int twice(int (*f)(int), int x) { return f(f(x)); } int main(void) { return "
     "twice(&inc, 5); }",
     "returns 7"},
    {"Recursion", "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } int main(void) { return fib(10); }",
     "returns 55"},
    {"SwitchFallThrough",
     "int main(void) { int r = 0; switch (2) { case 1: r += 1; case 2: r += 10; case 3: r += 100; break; default: r += "
     "1000; } return r; }",
     "returns 110"},
    {"DuffsDevice",
     "int main(void) { int n = 7, c = 0, i = (n + 3) / 4; switch (n % 4) { case 0: do { c++; case 3: c++; case 2: c++; "
     "case 1: c++; } while (--i > 0); } return c; }",
     "returns 7"},
    {"CaseRange", "int main(void) { switch (15) { case 10 ... 20: return 1; default: return 0; } }", "returns 1"},
    {"GotoOverDeclaration",
     "int main(void) { int n = 0; again: { int x = n; n = x + 1; } if (n < 3) goto again; return n; }", "returns 3"},
    {"GotoIntoBlock", "int main(void) { int r = 0; goto in; { int x; in: x = 4; r = x; } return r; }", "returns 4"},
    {"BreakContinue",
     "int main(void) { int s = 0; for (int i = 0; ; i++) { if (i == 3) continue; if (i == 6) break; s += i; } return "
     "s; }",
     "returns 12"},
    {"StaticLocal",
     "int next(void) { static int n = 5; return n++; } int main(void) { next(); next(); return next(); }", "returns 7"},
    {"Comma", "int main(void) { int x = (1, 2, 3); return x; }", "returns 3"},
    {"ShortCircuit", "int n; int f(void) { n++; return 0; } int main(void) { f() && f(); f() || f(); return n; }",
     "returns 3"},
    {"ElvisAndStatementExpression", "int main(void) { int a = 0; return (a ?: 5) + ({ int t = 3; t * 2; }); }",
     "returns 11"},
    {"SizeofAlignof",
     "struct s { char c; long l; }; int main(void) { return sizeof(struct s) + _Alignof(int) + sizeof(int[3]); }",
     "returns 32"},
    {"Vla",
     "int main(void) { int n = 4; int a[n]; n = 9; for (int i = 0; i < 4; i++) a[i] = i; return sizeof a + a[3]; }",
     "returns 19"},
    {"Strings",
     "#include <string.h>\nint main(void) { char s[8] = \"abc\"; strcat(s, \"de\"); return strlen(s) * 10 + (strcmp(s, "
     "\"abcde\") == 0); }",
     "returns 51"},
    {"MemoryFunctions",
     "#include <string.h>\nint main(void) { int a[3] = {1, 2, 3}, b[3]; memcpy(b, a, sizeof a); memset(a, 0, 4); "
     "return b[2] * 10 + a[0] + a[1]; }",
     "returns 32"},
    {"PointersSurviveMemcpy",
     "#include <string.h>\nint main(void) { int x = 6; int *p = &x, *q; memcpy(&q, &p, sizeof p); return *q; }",
     "returns 6"},
    {"Heap",
     "#include <stdlib.h>\nint main(void) { int *p = malloc(8); p[0] = 3; p[1] = 4; p = realloc(p, 16); int r = p[0] + "
     "p[1]; free(p); return r; }",
     "returns 7"},
    {"CallocIsZero", "#include <stdlib.h>\nint main(void) { int *p = calloc(4, 4); int r = p[3]; free(p); return r; }",
     "returns 0"},
    {"IntPointerRoundTrip",
     "#include <stdint.h>\nint main(void) { int x = 8; uintptr_t u = (uintptr_t)&x; return *(int *)u; }", "returns 8"},
    {"KnRDefinition", "int f(a, b) int a; char b; { return a + b; } int main(void) { return f(1, 2); }", "returns 3"},
    {"ImplicitDeclaration", "int main(void) { return g(4); } int g(int x) { return x; }", "returns 4"},
    {"Atomics",
     "#include <stdatomic.h>\nint main(void) { atomic_int x = 1; x += 4; int e = 5; int ok = "
     "atomic_compare_exchange_strong(&x, &e, 9); int y = atomic_fetch_add(&x, 1); return x + ok + y; }",
     "returns 20"},
    {"Builtins", "int main(void) { return __builtin_popcount(0xf0) * 100 + __builtin_clz(1) + __builtin_ctz(8); }",
     "returns 434"},
    {"CheckedArithmetic", "int main(void) { int r; return __builtin_add_overflow(2147483647, 1, &r) ? 1 : 0; }",
     "returns 1"},
    {"Int128", "int main(void) { __int128 x = (__int128)1 << 100; return (int)(x >> 98); }", "returns 4"},
    {"Exit", "#include <stdlib.h>\nint main(void) { exit(0); return 5; }", "finished"},
    {"MainEndsWithZero", "int main(void) { }", "returns 0"},
    {"Volatile", "volatile int v = 3; int main(void) { return v + v; }", "returns 6"},
    {"FlexibleArray",
     "#include <stdlib.h>\nstruct f { int n; int a[]; }; int main(void) { struct f *p = malloc(sizeof *p + 8); p->a[1] "
     "= 5; int r = p->a[1]; free(p); return r; }",
     "returns 5"},
    {"Generic", "int main(void) { return _Generic(1.0, int: 1, double: 2, default: 3); }", "returns 2"},
    {"OffsetOf", "#include <stddef.h>\nstruct s { char c; int i; }; int main(void) { return offsetof(struct s, i); }",
     "returns 4"},
    {"UnsupportedSaysWhat", "int main(void) { __asm__(\"cpuid\"); return 0; }", "unsupported: inline assembly `cpuid`"},
};

INSTANTIATE_TEST_SUITE_P(C, Language, testing::ValuesIn(kCases), [](const auto& test) { return test.param.name; });

TEST(DataModel, Ilp32) {
  frontend::SourceOptions options;
  options.data_model = frontend::DataModel::ILP32;
  EXPECT_EQ(CProgram("int main(void) { return sizeof(long) * 10 + sizeof(void *); }", options).run(), "returns 44");
}

TEST(DataModel, UnsignedChar) {
  frontend::SourceOptions options;
  options.char_is_signed = false;
  EXPECT_EQ(CProgram("int main(void) { char c = (char)-1; return c; }", options).run(), "returns 255");
}

TEST(Entry, GivenArguments) {
  frontend::SourceOptions options;
  options.entry = "f(5, -3)";
  EXPECT_EQ(CProgram("int f(int a, int b) { return a * b; }", options).run(), "returns -15");
}

TEST(Entry, UnknownFunctionNamesTheOthers) {
  frontend::SourceOptions options;
  options.entry = "h";
  try {
    CProgram("int f(int a) { return a; }", options).elaborate();
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("choose one with --entry: f"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace fencepost
