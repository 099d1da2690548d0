// Computations, widths, jumps and the rarer updates of RISC-V.
// fencepost: verify --model riscv
// fencepost: verify --target riscv64 --model rc11
#include <assert.h>
#include <stdint.h>

#define COMPUTED(mnemonic, a, b)                                                 \
  ({                                                                             \
    long c_;                                                                     \
    __asm__(mnemonic " %0, %1, %2" : "=r"(c_) : "r"((long)(a)), "r"((long)(b))); \
    c_;                                                                          \
  })
#define HOLDS(jump, ...)                                                       \
  ({                                                                           \
    long c_;                                                                   \
    __asm__("li %0, 1; " jump ", 1f; li %0, 0; 1:" : "=&r"(c_) : __VA_ARGS__); \
    c_;                                                                        \
  })
#define UPDATED(mnemonic, object, value)                                                            \
  ({                                                                                                \
    __typeof__(object) c_;                                                                          \
    __asm__ __volatile__(mnemonic " %0, %2, %1" : "=&r"(c_), "+A"(object) : "r"(value) : "memory"); \
    c_;                                                                                             \
  })

int main(void) {
  assert(COMPUTED("sub", 3, 5) == -2 && COMPUTED("addw", 0x7fffffff, 1) == -0x80000000l);
  assert(COMPUTED("subw", -0x80000000l, 1) == 0x7fffffff);
  long r;
  __asm__("addiw %0, %1, -1; andi %0, %0, 6; ori %0, %0, 1; xori %0, %0, 3" : "=r"(r) : "r"(8l));
  assert(r == 4);
  __asm__("mv %0, %1; seqz %0, %0" : "=&r"(r) : "r"(0l));
  assert(r == 1);
  __asm__("snez %0, %1" : "=r"(r) : "r"(0x100000000l));
  assert(r == 1);
  assert(HOLDS("beq %1, %2", "r"(1l), "r"(1l)) && !HOLDS("bne %1, %2", "r"(1l), "r"(1l)));
  assert(HOLDS("beqz %1", "r"(0l)) && !HOLDS("bnez %1", "r"(0l)));
  int word = -5;
  assert(UPDATED("amomax.w", word, 3l) == -5 && word == 3);
  assert(UPDATED("amomin.w.aq", word, -4l) == 3 && word == -4);
  assert(UPDATED("amomaxu.w.rl", word, 3l) == -4 && word == -4);
  assert(UPDATED("amominu.w", word, 3l) == -4 && word == 3);
  long wide = 12;
  assert(UPDATED("amoor.d.aqrl", wide, 3l) == 12 && wide == 15);
  assert(UPDATED("amoxor.d", wide, 5l) == 15 && wide == 10);
  signed char byte = -2;
  short half = -3;
  long a, b;
  __asm__ __volatile__("lb %0, 0(%2); lbu %1, 0(%2)" : "=&r"(a), "=&r"(b) : "r"(&byte) : "memory");
  assert(a == -2 && b == 254);
  __asm__ __volatile__("lh %0, 0(%2); lhu %1, 0(%2)" : "=&r"(a), "=&r"(b) : "r"(&half) : "memory");
  assert(a == -3 && b == 65533);
  word = -1;
  __asm__ __volatile__("lw %0, 0(%2); lwu %1, 0(%2)" : "=&r"(a), "=&r"(b) : "r"(&word) : "memory");
  assert(a == -1 && b == 0xffffffffl);
  __asm__ __volatile__("sb %0, 0(%1); sd %0, 0(%2); sh %0, 0(%3)"
                       :
                       : "r"(0x123456l), "r"(&byte), "r"(&wide), "r"(&half)
                       : "memory");
  assert(byte == 0x56 && wide == 0x123456 && half == 0x3456);
  __asm__ __volatile__("fence.tso; fence; fence iorw, iorw; fence r, rw; fence rw, w" : : : "memory");
  return 0;
}
