#include "random_program.h"

#include <fmt/format.h>

namespace fencepost::engine {

std::string RandomProgram::number() {
  static const char* const kNumbers[] = {"0", "1", "2", "3", "4", "7", "-1", "31", "100", "2147483647", "255u", "1L"};
  return kNumbers[pick(chance(80) ? 5 : 12)];
}

std::string RandomProgram::variable() {
  static const char* const kVariables[] = {"g", "x", "y", "u", "c", "l"};
  return kVariables[pick(6)];
}

std::string RandomProgram::pointer() {
  switch (pick(9)) {
    case 0:
      return "&g";
    case 1:
      return fmt::format("&a[{}]", pick(4));
    case 2:
      return fmt::format("a + ({})", expression(1));
    case 3:
      return "&s.n";
    case 4:
      return "q";
    case 5:
      return fmt::format("({} ? p : &x)", condition(1));
    case 6:
      return "s.p";
    case 7:
      return chance(20) ? "0" : "&t[1].n";
    default:
      return "&x";
  }
}

std::string RandomProgram::byte_lvalue() {
  switch (pick(10)) {
    case 0:
      return fmt::format("b[{}]", pick(16));
    case 1:
      return fmt::format("b[({}) & 15]", expression(1));
    case 2:
      return fmt::format("(*(short *)(b + {}))", 2 * pick(8));
    case 3:
      return fmt::format("(*(short *)(b + 2 * (({}) & 7)))", expression(1));
    case 4:
      return fmt::format("(*(int *)(b + {}))", 4 * pick(4));
    case 5:
      return fmt::format("(*(int *)(b + 4 * (({}) & 3)))", expression(1));
    case 6:
      return fmt::format("(*(long *)(b + 8 * {}))", chance(50) ? "(i & 1)" : "0");
    case 7:
      return fmt::format("z.c[{}]", pick(8));
    case 8:
      return "z.l";
    default:
      return "z.s[j & 3]";
  }
}

std::string RandomProgram::byte_statement() {
  switch (pick(12)) {
    case 0:
      return fmt::format("memmove(b + {}, b + {}, {});\n", chance(50) ? "i" : "4", chance(50) ? "j" : "2",
                         chance(50) ? "3" : "i");
    case 1:
      return fmt::format("memset(b + {}, {}, {});\n", chance(50) ? "j" : "8", chance(50) ? "g" : "0",
                         chance(50) ? "4" : "i");
    case 2:
      return fmt::format("memcpy(&z, b + {}, {});\n", chance(50) ? "8" : "4 * (i & 1)", chance(70) ? "8" : "j");
    case 3:
      return "z.p = &x;\n";
    case 4:
      return "if (z.p == &x) *z.p = i;\n";
    case 5:
      return "memcpy(b, &p, sizeof p);\n";
    case 6:
      return "memcpy(&q, b, sizeof q); if (q == p) *q = 1;\n";
    case 7:
      return "p = (int *)((unsigned long)a + 4 * i);\n";
    case 8:
      return fmt::format("if ((unsigned long)&x {} (unsigned long)&y) {}", chance(50) ? "<" : "!=", block(0));
    case 9:
      return "for (int n = 0; n < 8; n++) ((char *)&q)[n] = ((char *)&p)[n];\n";
    case 10:
      return "{ unsigned char m[4]; if (i) m[1] = 1; if (j) m[i] = 2; memcpy(b, m, 4); }\n";
    default:
      return fmt::format("{} = {};\n", byte_lvalue(), expression(2));
  }
}

std::string RandomProgram::lvalue() {
  if (bytes_ && chance(35)) return byte_lvalue();
  switch (pick(16)) {
    case 0:
      return "(*p)";
    case 1:
      return fmt::format("a[{}]", pick(4));
    case 2:
      return fmt::format("a[({}) & 3]", expression(1));
    case 3:
      return fmt::format("a[{}]", expression(1));
    case 4:
      return "s.n";
    case 5:
      return "s.f";
    case 6:
      return "s.b";
    case 7:
      return fmt::format("t[({}) & 1].n", expression(1));
    case 8:
      return "v.i";
    case 9:
      return fmt::format("v.c[{}]", pick(4));
    case 10:
      return "(*q)";
    case 11:
      return fmt::format("t[({}) & 1].f", expression(1));
    default:
      return variable();
  }
}

std::string RandomProgram::condition(unsigned depth) {
  static const char* const kOperators[] = {"<", ">", "==", "!=", "<=", "&&", "||"};
  if (depth > 0 && chance(10)) return fmt::format("!({})", condition(depth - 1));
  return fmt::format("({} {} {})", expression(depth), kOperators[pick(7)], expression(depth));
}

std::string RandomProgram::side_effect(unsigned depth) {
  switch (pick(5)) {
    case 0:
      return fmt::format("({}++)", lvalue());
    case 1:
      return fmt::format("(--{})", lvalue());
    case 2:
      return fmt::format("({} = {})", lvalue(), expression(depth));
    case 3:
      return fmt::format("({} += {})", lvalue(), expression(depth));
    default:
      return in_main_ ? fmt::format("{}({})", chance(50) ? "f" : chance(50) ? "h" : "(*fp)", expression(depth)) : "g";
  }
}

std::string RandomProgram::expression(unsigned depth) {
  if (depth == 0 || chance(20)) return chance(30) ? number() : chance(50) ? variable() : chance(60) ? "i" : "j";
  --depth;
  switch (pick(14)) {
    case 0:
      return fmt::format("({} / {})", expression(depth), expression(depth));
    case 1:
      return fmt::format("({} % ({} | 1))", expression(depth), expression(depth));
    case 2:
      return fmt::format("({} {} ({} & 7))", expression(depth), chance(50) ? "<<" : ">>", expression(depth));
    case 3:
      return fmt::format("({} ? {} : {})", condition(depth), expression(depth), expression(depth));
    case 4: {
      static const char* const kCasts[] = {"char", "short", "unsigned", "long", "unsigned char", "_Bool"};
      return fmt::format("({})({})", kCasts[pick(6)], expression(depth));
    }
    case 5:
      return condition(depth);
    case 6:
      return side_effect(depth);
    case 7:
      return fmt::format("({}, {})", side_effect(depth), expression(depth));
    case 8:
      return lvalue();
    case 9:
      return chance(50) ? fmt::format("(- {})", expression(depth)) : fmt::format("(~{})", expression(depth));
    case 10:
      return fmt::format("(p == {})", pointer());
    default: {
      static const char* const kOperators[] = {"+", "-", "*", "&", "|", "^"};
      return fmt::format("({} {} {})", expression(depth), kOperators[pick(6)], expression(depth));
    }
  }
}

std::string RandomProgram::loop(unsigned depth) {
  std::string k = fmt::format("k{}", loops_++);
  std::string bound = chance(50) ? fmt::format("{}", 1 + pick(3)) : chance(50) ? "i" : "j";
  std::string body = block(depth);
  switch (pick(4)) {
    case 0:
      return fmt::format("for (int {0} = 0; {0} < {1}; {0}++) {2}\n", k, bound, body);
    case 1:
      return fmt::format("{{ int {0} = 0; while ({0} < {1}) {{ {0}++; if ({2}) continue; {3} }} }}\n", k, bound,
                         condition(1), body);
    case 2:
      return fmt::format("{{ int {0} = 3; do {{ if ({2}) break; {3} }} while (--{0} > {1}); }}\n", k, bound,
                         condition(1), body);
    default:
      return fmt::format("for (int {0} = 0; ; {0}++) {{ if ({0} >= {1} || {2}) break; {3} }}\n", k, bound, condition(1),
                         body);
  }
}

std::string RandomProgram::statement(unsigned depth) {
  if (bytes_ && chance(40)) return byte_statement();
  switch (pick(depth > 0 ? 19 : 11)) {
    case 0:
      return fmt::format("p = {};\n", pointer());
    case 1:
      return fmt::format("q = {};\n", chance(50) ? "p" : chance(50) ? "h0" : "&y");
    case 2:
      return fmt::format("assert({});\n", condition(1));
    case 3:
      return side_effect(1) + ";\n";
    case 4:
      return fmt::format("memcpy(&{}, &{}, sizeof s);\n", chance(50) ? "t[0]" : "s", chance(50) ? "t[1]" : "s");
    case 5:
      return chance(50) ? "s = t[i & 1];\n" : "t[j & 1] = s;\n";
    case 6:
      return fmt::format("{} = {};\n", chance(50) ? "s.p" : "t[1].p", pointer());
    case 7:
      return chance(30) ? "if (h0) { free(h0); h0 = 0; }\n" : "if (!h0) h0 = malloc(sizeof(int));\n";
    case 8:
      return chance(50) ? "memset(a, i, 8);\n" : "fp = j ? f : h;\n";
    case 11:
    case 12:
      return fmt::format("if ({}) {}else {}", condition(1), block(depth - 1), block(depth - 1));
    case 13:
      return fmt::format("if ({}) {}", condition(1), block(depth - 1));
    case 14:
    case 15:
      return loop(depth - 1);
    case 16:
      return fmt::format("switch ({}) {{ case 0: {} break; case 1: {} case 2: {} break; default: {} }}\n",
                         chance(50) ? "i" : "j & 3", statement(0), statement(0), statement(0), statement(0));
    case 17: {
      std::string w = fmt::format("w{}", loops_++);
      std::string inside = statement(0);
      return fmt::format("{{ int {0}; p = &{0}; {1}{2} }}\n", w, inside, statement(0));
    }
    case 18:
      return fmt::format("{{ int w; if ({}) w = {}; {} }}\n", condition(1), expression(1),
                         chance(30) ? "x = w;" : statement(0));
    default:
      return fmt::format("{} = {};\n", lvalue(), expression(2));
  }
}

std::string RandomProgram::block(unsigned depth) {
  std::string text = "{\n";
  for (unsigned n = 1 + pick(2); n > 0; --n) text += statement(depth);
  return text + "}\n";
}

std::string RandomProgram::text() {
  std::string text =
      "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n"
      "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);\n"
      "struct s { int n; unsigned f : 3; int b : 5; int *p; char c; };\n"
      "int g, x, y, a[4]; unsigned u; signed char c; long l; int *p = &x, *q = &g, *h0; struct s s, t[2];\n"
      "union { int i; unsigned char c[4]; } v; int i, j; int (*fp)(int);\n"
      "int h(int n);\n";
  if (bytes_)
    text += "_Alignas(16) unsigned char b[16]; union { unsigned char c[8]; short s[4]; long l; int *p; float f; } z;\n";
  in_main_ = false;
  text += fmt::format("int f(int n) {{ {} return n + g; }}\n", statement(0));
  text += fmt::format("int h(int n) {{ if (n > 0 && n < 5) return h(n - 1) + 1; {} return n; }}\n", statement(0));
  in_main_ = true;
  text +=
      "int main(void) {\n"
      "i = __VERIFIER_nondet_int(); __VERIFIER_assume(i >= 0 && i < 4);\n"
      "j = __VERIFIER_nondet_int(); __VERIFIER_assume(j >= 0 && j < 4);\n"
      "fp = f; s.p = &y;\n";
  // Only in programs that take an address as a number are addresses choices, which a replay can repeat.
  if (bytes_) text += "l = (long)&x & 0;\n";
  if (chance(30)) text += "int x; int g = 2;\n";
  for (unsigned n = 3 + pick(6); n > 0; --n) text += statement(2);
  return text + "return 0;\n}\n";
}

}  // namespace fencepost::engine
