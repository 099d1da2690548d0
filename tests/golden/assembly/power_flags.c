// Conditions, computations and widths of Power.
// fencepost: verify --model power
// fencepost: verify --target ppc64 --model rc11
#include <assert.h>
#include <limits.h>
#include <stdint.h>

#define HOLDS(comparison, jump, a, b)                                                                          \
  ({                                                                                                           \
    long c_;                                                                                                   \
    __asm__("li %0, 1; " comparison " %1, %2; " jump " 1f; li %0, 0; 1:" : "=&r"(c_) : "r"(a), "r"(b) : "cc"); \
    c_;                                                                                                        \
  })
static void compare(int a, int b) {
  const long c = (long)a * 0x40000000, d = (long)b * 0x40000000;
  assert(HOLDS("cmpw", "beq", a, b) == (a == b) && HOLDS("cmpw 0,", "bne+", a, b) == (a != b));
  assert(HOLDS("cmpw", "blt", a, b) == (a < b) && HOLDS("cmpw cr0,", "bge-", a, b) == (a >= b));
  assert(HOLDS("cmpd", "beq", c, d) == (c == d) && HOLDS("cmpd", "blt", c, d) == (c < d));
}

#define COMPUTED(mnemonic, a, b)                                                        \
  ({                                                                                    \
    long c_;                                                                            \
    __asm__(mnemonic " %0, %1, %2" : "=r"(c_) : "r"((long)(a)), "r"((long)(b)) : "cc"); \
    c_;                                                                                 \
  })
#define RECORDED(mnemonic, a, b)                                      \
  ({                                                                  \
    long c_, d_;                                                      \
    __asm__("li %1, 0; " mnemonic " %0, %2, %3; bne 1f; li %1, 1; 1:" \
            : "=&r"(c_), "=&r"(d_)                                    \
            : "r"((long)(a)), "r"((long)(b))                          \
            : "cc");                                                  \
    d_ == (c_ == 0) ? c_ : 77;                                        \
  })

static int try_byte(uint8_t* p) {
  long old, set;
  __asm__ __volatile__("1: lbarx %0,0,%2; addi %1,%0,1; stbcx. %1,0,%2; bne- 1b"
                       : "=&r"(old), "=&r"(set)
                       : "r"(p)
                       : "memory", "cc");
  return (int)old;
}
static int try_half(uint16_t* p) {
  long old, set;
  __asm__ __volatile__("1: lharx %0,0,%2; ori %1,%0,1; sthcx. %1,0,%2; bne- 1b"
                       : "=&r"(old), "=&r"(set)
                       : "r"(p)
                       : "memory", "cc");
  return (int)old;
}

int main(void) {
  compare(0, 0);
  compare(1, 2);
  compare(2, 1);
  compare(-1, 1);
  compare(INT_MIN, 1);
  compare(1, INT_MIN);
  assert(COMPUTED("sub", 3, 5) == -2 && COMPUTED("subf", 3, 5) == 2 && COMPUTED("andc", 15, 5) == 10);
  assert(RECORDED("add.", 3, -3) == 0 && RECORDED("subf.", 3, 5) == 2 && RECORDED("and.", 3, 4) == 0);
  long r, s;
  __asm__("li %1, 0; addic. %0, %2, -1; bne 1f; li %1, 5; 1: subi %0, %0, 3"
          : "=&r"(r), "=&r"(s)
          : "r"(1l)
          : "cc", "xer");
  assert(r == -3 && s == 5);
  __asm__("mr %0, %1; ori %0, %0, 4" : "=r"(r) : "r"(3l));
  assert(r == 7);
  __asm__("li %0, 1; cmpwi %1, -1; beq 1f; li %0, 0; 1: cmpdi %1, -1; bne 2f; li %0, 0; 2:"
          : "=&r"(r)
          : "r"(0xffffffffl)
          : "cc");
  assert(r == 1);
  uint8_t byte = 255;
  uint16_t half = 0x8000;
  assert(try_byte(&byte) == 255 && byte == 0 && try_half(&half) == 0x8000 && half == 0x8001);
  __asm__ __volatile__("stb %1, 0(%2); lbz %0, 0(%2)" : "=&r"(r) : "r"(0x1feL), "b"(&byte) : "memory");
  assert(r == 254 && byte == 254);
  __asm__ __volatile__("sth %1, 0(%2); lhz %0, 0(%2)" : "=&r"(r) : "r"(0x1fffeL), "b"(&half) : "memory");
  assert(r == 65534 && half == 65534);
  int word = 3;
  __asm__ __volatile__("stw %1, 0(%2); lwa %0, 0(%2)" : "=&r"(r) : "r"(-5l), "b"(&word) : "memory");
  assert(r == -5 && word == -5);
  __asm__ __volatile__("dcbt 0,%0; dcbtst 0,%0; hwsync; sync; sync 0; nop" : : "r"(&word) : "memory");
  return 0;
}
