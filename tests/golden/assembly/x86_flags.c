// Conditions, shifts and the rarer locked instructions of x86: the same file runs on such a machine.
// fencepost: verify --model tso
// fencepost: verify --model rc11
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

// Which conditions hold after a comparison of a with b: a bit for each.
#define HOLDS(condition, a, b)                                                                    \
  ({                                                                                              \
    unsigned char c_;                                                                             \
    __asm__("cmpl %2, %1; set" condition " %0" : "=q"(c_) : "r"((int)(a)), "r"((int)(b)) : "cc"); \
    c_;                                                                                           \
  })
static void compare(int a, int b) {
  const unsigned u = (unsigned)a, v = (unsigned)b;
  assert(HOLDS("e", a, b) == (a == b) && HOLDS("z", a, b) == (a == b));
  assert(HOLDS("ne", a, b) == (a != b) && HOLDS("nz", a, b) == (a != b));
  assert(HOLDS("b", a, b) == (u < v) && HOLDS("c", a, b) == (u < v) && HOLDS("nae", a, b) == (u < v));
  assert(HOLDS("ae", a, b) == (u >= v) && HOLDS("nc", a, b) == (u >= v) && HOLDS("nb", a, b) == (u >= v));
  assert(HOLDS("be", a, b) == (u <= v) && HOLDS("na", a, b) == (u <= v));
  assert(HOLDS("a", a, b) == (u > v) && HOLDS("nbe", a, b) == (u > v));
  assert(HOLDS("l", a, b) == (a < b) && HOLDS("nge", a, b) == (a < b));
  assert(HOLDS("ge", a, b) == (a >= b) && HOLDS("nl", a, b) == (a >= b));
  assert(HOLDS("le", a, b) == (a <= b) && HOLDS("ng", a, b) == (a <= b));
  assert(HOLDS("g", a, b) == (a > b) && HOLDS("nle", a, b) == (a > b));
  assert(HOLDS("s", a, b) == ((int)(u - v) < 0) && HOLDS("ns", a, b) == ((int)(u - v) >= 0));
}

int main(void) {
  compare(0, 0);
  compare(1, 2);
  compare(2, 1);
  compare(-1, 1);
  compare(1, -1);
  compare(INT_MIN, 1);
  compare(1, INT_MIN);
  compare(INT_MAX, -1);
  int x = 0x70;
  __asm__ __volatile__("shll $4, %0" : "+r"(x) : : "cc");
  assert(x == 0x700);
  __asm__ __volatile__("subl $0x701, %0; shrl $28, %0" : "+r"(x) : : "cc");
  assert(x == 15);
  bool taken = false;
  __asm__ __volatile__("lock; subl %2, %0; sete %1" : "+m"(x), "=q"(taken) : "r"(15) : "memory", "cc");
  assert(taken && x == 0);
  __asm__ __volatile__("lock; decl %0; setge %1" : "+m"(x), "=q"(taken) : : "memory", "cc");
  assert(!taken && x == -1);
  __asm__ __volatile__("lock; addl $1, %0; setc %1" : "+m"(x), "=q"(taken) : : "memory", "cc");
  assert(taken && x == 0);
  __asm__ __volatile__("lock; btsl $4, %0; setc %1" : "+m"(x), "=q"(taken) : : "memory", "cc");
  assert(!taken && x == 16);
  __asm__ __volatile__("lock; btrl $4, %0; setc %1" : "+m"(x), "=q"(taken) : : "memory", "cc");
  assert(taken && x == 0);
  uint64_t wide = 0x100000002ull;
  uint32_t low = 2, high = 1;
  __asm__ __volatile__("lock; cmpxchg8b %0; setz %3"
                       : "+m"(wide), "+a"(low), "+d"(high), "=q"(taken)
                       : "b"(4), "c"(3)
                       : "memory", "cc");
  assert(taken && wide == 0x300000004ull);
  __asm__ __volatile__("lock; cmpxchg8b %0; setz %3"
                       : "+m"(wide), "+a"(low), "+d"(high), "=q"(taken)
                       : "b"(6), "c"(5)
                       : "memory", "cc");
  assert(!taken && low == 4 && high == 3 && wide == 0x300000004ull);
  const int8_t byte = -2;
  int widened;
  __asm__ __volatile__("movsbl %1, %0" : "=r"(widened) : "m"(byte));
  assert(widened == -2);
  __asm__ __volatile__("movzbl %1, %0" : "=r"(widened) : "m"(byte));
  assert(widened == 254);
  __asm__ __volatile__("movabsq $0x123456789, %0" : "=r"(wide));
  assert(wide == 0x123456789ull);
  x = 1;
  __asm__ __volatile__("lfence; sfence; prefetcht0 %0; prefetchnta %0; prefetchw %0" : : "m"(x) : "memory");
  // An increment keeps the carry that was there.
  __asm__ __volatile__("cmpl $2, %1; lock; incl %1; setc %0" : "=q"(taken), "+m"(x) : : "memory", "cc");
  assert(taken && x == 2);
  return 0;
}
