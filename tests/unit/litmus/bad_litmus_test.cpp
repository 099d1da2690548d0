// Broken and hostile litmus files: each ends in an InputError that says where and what, never in a crash.
#include <gtest/gtest.h>

#include "base/diagnostic.h"
#include "engine/litmus/simulate.h"
#include "frontend/litmus/parser.h"

namespace fencepost::litmus {
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

std::string x86(const std::string& instruction) { return "X86 t\n{}\nP0 ;\n" + instruction + " ;\nexists (0:EAX=0)\n"; }
std::string a64(const std::string& instruction) {
  return "AArch64 t\n{0:X1=x;}\nP0 ;\n" + instruction + " ;\nexists (0:X0=0)\n";
}
std::string c(const std::string& body) { return "C t\n{}\nP0(int *x) { " + body + " }\nexists (x=0)\n"; }

const std::vector<Bad>& bad_files() {
  static const std::vector<Bad> files = {
      {"empty", "", "the file is empty"},
      {"blank", "  \n\n", "the file is empty"},
      {"unknown_dialect", "MIPS t\n{}\nP0 ;\n", "is not a litmus dialect"},
      {"binary", std::string("X86\0t\n{}", 8), "binary file"},
      {"open_initial_state", "X86 t\n{x=1;\nP0 ;\n", "not closed"},
      {"bad_initial_value", "X86 t\n{x=;}\nP0 ;\nMFENCE ;\n", "expected a value"},
      {"bad_initial_register", "X86 t\n{0:QQQ=1;}\nP0 ;\nMFENCE ;\n", "register of this architecture"},
      {"huge_thread", "X86 t\n{9999:EAX=1;}\nP0 ;\nMFENCE ;\n", "thread numbers end at 63"},
      {"huge_array", "AArch64 t\n{int x[100000000];}\nP0 ;\nNOP ;\n", "array sizes"},
      {"no_threads", "X86 t\n{}\nexists (x=0)\n", "no threads"},
      {"wrong_thread_name", "X86 t\n{}\nQ0 ;\nMFENCE ;\n", "expected thread P0"},
      {"row_without_end", "X86 t\n{}\nP0 ;\nMFENCE\n", "must end with ';'"},
      {"too_many_columns", "X86 t\n{}\nP0 ;\nMFENCE | MFENCE ;\n", "columns"},
      {"unknown_x86", x86("FROB EAX,EBX"), "unknown x86 instruction"},
      {"unknown_aarch64", a64("FROB X0,X1"), "unknown AArch64 instruction"},
      {"unknown_power", "PPC t\n{}\nP0 ;\nfrob r1,r2 ;\n", "unknown Power instruction"},
      {"unknown_riscv", "RISCV t\n{}\nP0 ;\nfrob x1,x2 ;\n", "unknown RISC-V instruction"},
      {"unknown_amo", "RISCV t\n{}\nP0 ;\namofrob.w x1,x2,(x3) ;\n", "unknown RISC-V instruction"},
      {"bad_operand", x86("MOV EAX,[,]"), "expected"},
      {"two_memory_operands", x86("MOV [x],[y]"), "two memory operands"},
      {"trailing_operand", x86("MFENCE EAX"), "end of the instruction"},
      {"missing_label", a64("B nowhere"), "is not defined"},
      {"label_twice", "AArch64 t\n{}\nP0 ;\nL: NOP ;\nL: NOP ;\n", "defined twice"},
      {"branch_out", a64("B .+4000"), "leaves the code"},
      {"bad_barrier", a64("DMB ALL"), "unknown barrier option"},
      {"bad_shift", a64("ADD X0,X1,X1,FOO #1"), "unknown extension or shift"},
      {"bad_condition_code", a64("B.XX L"), "unknown condition"},
      {"unknown_function", c("frob(x);"), "unknown function"},
      {"wrong_argument_count", c("WRITE_ONCE(*x);"), "takes 2 arguments"},
      {"not_an_lvalue", c("WRITE_ONCE(x, 1);"), "must be an lvalue"},
      {"missing_order", c("atomic_store_explicit(x, 1);"), "needs a memory order"},
      {"unknown_order", c("atomic_store_explicit(x, 1, memory_order_strong);"), "expected a memory order"},
      {"open_block", "C t\n{}\nP0(int *x) { if (1) { ", "expected"},
      {"deep_blocks", "C t\n{}\nP0(int *x) " + repeated("{", 10000) + repeated("}", 10000) + "\n", "nests too deeply"},
      {"deep_parentheses", c("int r = " + repeated("(", 10000) + "1" + repeated(")", 10000) + ";"), "nests too deeply"},
      {"deep_condition", "X86 t\n{}\nP0 ;\nMFENCE ;\nexists " + repeated("(", 10000) + "x=0" + repeated(")", 10000),
       "nests too deeply"},
      {"condition_no_thread", "X86 t\n{}\nP0 ;\nMFENCE ;\nexists (7:EAX=0)\n", "there is no thread 7"},
      {"register_equals_array", "X86 t\n{}\nP0 ;\nMFENCE ;\nexists (0:EAX={1,2})\n", "only a location equals an array"},
      {"deep_initial_value", "C t\n{x=" + repeated("ATOMIC_INIT(", 300000) + "1;}\nP0(int *x) { }\n", "expected ')'"},
      {"condition_no_operator", "X86 t\n{}\nP0 ;\nMFENCE ;\nexists (x)\n", "expected = or <>"},
      {"number_overflow", "X86 t\n{x=99999999999999999999999;}\nP0 ;\nMFENCE ;\n", "is not a number"},
      {"open_comment", "X86 t\n{}\n(* never closed\nP0 ;\n", "comment is not closed"},
      {"no_such_label", "AArch64 t\n{0:X1=P1:L9;}\nP0 ;\nNOP ;\n", "there is no label"},
  };
  return files;
}

class BadLitmus : public testing::TestWithParam<size_t> {};

TEST_P(BadLitmus, GivesAMessage) {
  const Bad& bad = bad_files()[GetParam()];
  try {
    parse_test(bad.text, "bad.litmus");
    FAIL() << bad.name << " was accepted";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find(bad.message), std::string::npos)
        << bad.name << ": " << std::string(e.what()).substr(0, 300);
    EXPECT_NE(std::string(e.what()).find("bad.litmus"), std::string::npos) << bad.name << " names no file";
  }
}

INSTANTIATE_TEST_SUITE_P(All, BadLitmus, testing::Range<size_t>(0, bad_files().size()),
                         [](const auto& test) { return std::string(bad_files()[test.param].name); });

TEST(BadLitmusFiles, AreAtLeastThirty) { EXPECT_GE(bad_files().size(), 30u); }

TEST(BadLitmusFiles, MissingFile) { EXPECT_THROW(read_test("/no/such/test.litmus"), MissingFile); }

}  // namespace
}  // namespace fencepost::litmus
