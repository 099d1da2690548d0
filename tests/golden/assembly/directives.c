// Lines that tell the assembler which instructions may be used.
// fencepost: verify --model aarch64
// fencepost: verify --model riscv -DRISCV
#include <assert.h>

int main(void) {
#ifdef RISCV
  unsigned word = 5, old;
  __asm__ volatile(".option push\n.option arch, +zacas\namoadd.w %0, %2, %1\n.option pop"
                   : "=r"(old), "+A"(word)
                   : "r"(3u)
                   : "memory");
#else
  unsigned long word = 5, old;
  __asm__ volatile(".arch armv8-a+lse\nldaddal %2, %0, %1" : "=r"(old), "+Q"(word) : "r"(2ul) : "memory");
  __asm__ volatile(".arch_extension lse\n\tldadd %2, %0, %1" : "=r"(old), "+Q"(word) : "r"(1ul) : "memory");
  assert(old == 7);
  old = 5;
#endif
  assert(old == 5 && word == 8);
  return 0;
}
