#include "frontend/clang/assembly_text.h"

#include <gtest/gtest.h>

#include "frontend/clang/assembly_steps.h"

namespace fencepost::frontend {
namespace {

std::vector<AsmLine> lines_of(const std::string& text, Target target = Target::x86_64) {
  std::optional<std::vector<AsmLine>> lines = parse_assembly(text, target);
  EXPECT_TRUE(lines.has_value());
  return lines.value_or(std::vector<AsmLine>(1));
}

TEST(AssemblyText, PrefixesStandAloneOrBefore) {
  for (const char* text :
       {"lock; incl (%rax)", "lock incl (%rax)", "\n\tlock\n\tincl (%rax)\n", "LOCK ; INCL (%rax) # why"}) {
    std::vector<AsmLine> lines = lines_of(text);
    ASSERT_EQ(lines.size(), 2u) << text;
    EXPECT_EQ(lines[0].prefix, "lock") << text;
    EXPECT_EQ(lines[0].mnemonic, "incl") << text;
    ASSERT_EQ(lines[0].operands.size(), 1u) << text;
    EXPECT_EQ(lines[0].operands[0].base_name, "rax") << text;
  }
  EXPECT_FALSE(parse_assembly("lock;", Target::x86_64));
}

TEST(AssemblyText, LabelsBelongToTheNextInstruction) {
  std::vector<AsmLine> lines = lines_of("1: 2:\n nop; 3:");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].labels, (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(lines[1].labels, (std::vector<std::string>{"3"}));
  EXPECT_TRUE(lines[1].mnemonic.empty());
}

TEST(AssemblyText, SectionsOfDataAreNoInstructions) {
  std::vector<AsmLine> lines =
      lines_of(".pushsection .x,\"a\"\n.long 671f - .\n.popsection\n671:\n\tlock; decl (%rax)");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].mnemonic, "decl");
  EXPECT_FALSE(parse_assembly(".pushsection .x\nnop", Target::x86_64));
}

TEST(AssemblyText, OperandsOfAllMachines) {
  AsmLine arm = lines_of("stxr " + placeholder(1, 'w') + ", w3, [" + placeholder(2, 0) + ", #-8]", Target::aarch64)[0];
  ASSERT_EQ(arm.operands.size(), 3u);
  EXPECT_EQ(arm.operands[0].operand, 1u);
  EXPECT_EQ(arm.operands[0].modifier, 'w');
  EXPECT_EQ(arm.operands[2].kind, AsmPlace::Kind::memory);
  EXPECT_EQ(arm.operands[2].base, 2u);
  EXPECT_EQ(arm.operands[2].number, -8);
  AsmLine power =
      lines_of("ld" + placeholder(1, 'U') + placeholder(1, 'X') + " " + placeholder(0, 0) + "," + placeholder(1, 0),
               Target::ppc64)[0];
  EXPECT_EQ(power.mnemonic, "ld");
  EXPECT_EQ(power.operands.size(), 2u);
  AsmLine x86 = lines_of("movq 0x10(" + placeholder(4, 0) + "), %rax")[0];
  EXPECT_EQ(x86.operands[0].number, 16);
  EXPECT_EQ(x86.operands[1].name, "rax");
}

// Each has to be in its table, and none that looks like it.
TEST(AssemblySteps, WhatIsInTheTables) {
  const auto knows = [](const char* text, Target target) {
    AsmShape shape;
    shape.target = target;
    const std::vector<AsmLine> lines = lines_of(text, target);
    return step_of(lines[0], shape).has_value();
  };
  for (const char* text :
       {"mfence", "pause", "rep; nop", "lock; addl $0,-4(%rsp)", "lock xaddq %rbx, (%rax)", "xadd %ebx, (%rax)",
        "xchg %al, (%rbx)", "lock; btrq $3, 8(%rdi)", "setnz %al", "jle 1f", "movzbl (%rax), %ecx"})
    EXPECT_TRUE(knows(text, Target::x86_64)) << text;
  for (const char* text : {"lock mfence", "cmpxchg %ebx, (%rax)", "lock; movl $1, (%rax)", "lock; addl $1, %eax",
                           "rdtsc", "rep stosb", "lock; cmpl $1, (%rax)", "xbegin 1f", "incl"})
    EXPECT_FALSE(knows(text, Target::x86_64)) << text;
  for (const char* text : {"dmb ish", "ldaddal w1, w2, [x0]", "casb w1, w2, [x0]", "stlrh w1, [x0]", "stsmax x1, [x0]"})
    EXPECT_TRUE(knows(text, Target::aarch64)) << text;
  for (const char* text : {"dmb", "dmb nsh", "ldaddla w1, w2, [x0]", "staddl w1, [x0]", "ldadda w1, wzr, [x0]",
                           "ldclrp x0, x1, [x4]", "add x0, x1, x2, lsl #2", "mfence"})
    EXPECT_FALSE(knows(text, Target::aarch64)) << text;
  for (const char* text : {"lwsync", "sync 0", "stwcx. r3,0,r4", "or 1,1,1", "bne- 0, 1f"})
    EXPECT_TRUE(knows(text, Target::ppc64)) << text;
  for (const char* text : {"sync 1", "bne- cr1, 1f", "stwcx r3,0,r4", "eieio"})
    EXPECT_FALSE(knows(text, Target::ppc64)) << text;
  for (const char* text : {"fence", "fence iorw,iorw", "lr.w.aq a0, (a1)", "amoadd.d.aqrl zero, a0, (a1)"})
    EXPECT_TRUE(knows(text, Target::riscv64)) << text;
  for (const char* text : {"fence.i", "fence w,r", "lr.w.x a0, (a1)", "amoadd.h a0, a1, (a2)"})
    EXPECT_FALSE(knows(text, Target::riscv64)) << text;
}

}  // namespace
}  // namespace fencepost::frontend
