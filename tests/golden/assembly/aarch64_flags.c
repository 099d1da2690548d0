// Conditions, computations, widths and the rarer updates of AArch64.
// fencepost: verify --model aarch64
// fencepost: verify --target aarch64 --model rc11
#include <assert.h>
#include <limits.h>
#include <stdint.h>

#define HOLDS(condition, a, b)                                                                       \
  ({                                                                                                 \
    int c_;                                                                                          \
    __asm__("cmp %w1, %w2\n cset %w0, " condition : "=r"(c_) : "r"((int)(a)), "r"((int)(b)) : "cc"); \
    c_;                                                                                              \
  })
static void compare(int a, int b) {
  const unsigned u = (unsigned)a, v = (unsigned)b;
  assert(HOLDS("eq", a, b) == (a == b) && HOLDS("ne", a, b) == (a != b));
  assert(HOLDS("lo", a, b) == (u < v) && HOLDS("cc", a, b) == (u < v));
  assert(HOLDS("hs", a, b) == (u >= v) && HOLDS("cs", a, b) == (u >= v));
  assert(HOLDS("ls", a, b) == (u <= v) && HOLDS("hi", a, b) == (u > v));
  assert(HOLDS("lt", a, b) == (a < b) && HOLDS("ge", a, b) == (a >= b));
  assert(HOLDS("le", a, b) == (a <= b) && HOLDS("gt", a, b) == (a > b));
  assert(HOLDS("mi", a, b) == ((int)(u - v) < 0) && HOLDS("pl", a, b) == ((int)(u - v) >= 0));
}

#define COMPUTED(mnemonic, a, b)                                                              \
  ({                                                                                          \
    int64_t c_;                                                                               \
    __asm__(mnemonic " %0, %1, %2" : "=r"(c_) : "r"((int64_t)(a)), "r"((int64_t)(b)) : "cc"); \
    c_;                                                                                       \
  })
#define UPDATED(mnemonic, object, value, letter)                    \
  ({                                                                \
    __typeof__(object) c_;                                          \
    __asm__ __volatile__(mnemonic " %" letter "2, %" letter "0, %1" \
                         : "=&r"(c_), "+Q"(object)                  \
                         : "r"(value)                               \
                         : "memory");                               \
    c_;                                                             \
  })

int main(void) {
  compare(0, 0);
  compare(1, 2);
  compare(2, 1);
  compare(-1, 1);
  compare(1, -1);
  compare(INT_MIN, 1);
  compare(1, INT_MIN);
  compare(INT_MAX, -1);
  assert(COMPUTED("sub", 3, 5) == -2 && COMPUTED("bic", 15, 5) == 10 && COMPUTED("orn", 1, 7) == -7);
  int64_t wide;
  int zero;
  __asm__("mvn %0, %1" : "=r"(wide) : "r"(5L));
  assert(wide == -6);
  __asm__("lsl %0, %1, #4; lsr %0, %0, #2" : "=r"(wide) : "r"(3L));
  assert(wide == 12);
  __asm__("subs %0, %2, #12; cset %w1, eq" : "=&r"(wide), "=r"(zero) : "r"(wide) : "cc");
  assert(wide == 0 && zero);
  __asm__("adds %w0, %w2, #1; cset %w1, eq" : "=&r"(wide), "=r"(zero) : "r"(-1) : "cc");
  assert(wide == 0 && zero);
  __asm__("ands %0, %2, #8; cset %w1, ne" : "=&r"(wide), "=r"(zero) : "r"(12L) : "cc");
  assert(wide == 8 && zero);
  __asm__("tst %1, #4; cset %w0, ne" : "=r"(zero) : "r"(8L) : "cc");
  assert(!zero);
  int8_t byte = -2;
  int16_t half = -3;
  assert(UPDATED("ldsmaxab", byte, 1, "w") == -2 && byte == 1);
  assert(UPDATED("ldsminh", half, 2, "w") == -3 && half == -3);
  uint8_t large = 254;
  assert(UPDATED("lduminb", large, 3, "w") == 254 && large == 3);
  assert(UPDATED("ldumaxalb", large, 200, "w") == 3 && large == 200);
  assert(UPDATED("ldaddb", large, 100, "w") == 200 && large == 44);
  wide = 1l << 40;
  assert(UPDATED("ldset", wide, 6l, "x") == 1l << 40 && wide == (1l << 40 | 6));
  assert(UPDATED("swpl", wide, 5l, "x") == (1l << 40 | 6) && wide == 5);
  __asm__ __volatile__("stset %1, %0; stclr %2, %0; steor %2, %0" : "+Q"(wide) : "r"(8l), "r"(4l) : "memory");
  assert(wide == 13);
  __asm__ __volatile__("stsmin %1, %0" : "+Q"(wide) : "r"(-9l) : "memory");
  assert(wide == -9);
  __asm__ __volatile__("stumin %1, %0; stsmax %2, %0; stumax %3, %0"
                       : "+Q"(wide)
                       : "r"(-10l), "r"(3l), "r"(2l)
                       : "memory");
  assert(wide == 3);
  int loaded;
  __asm__ __volatile__("strb %w2, %0; ldrb %w1, %0" : "+Q"(byte), "=&r"(loaded) : "r"(0x1fe) : "memory");
  assert(byte == -2 && loaded == 254);
  __asm__ __volatile__("stlrh %w2, %0; ldarh %w1, %0" : "+Q"(half), "=&r"(loaded) : "r"(0x1fffe) : "memory");
  assert(half == -2 && loaded == 65534);
  __asm__ __volatile__("dmb osh; dmb oshld; dmb st; clrex; csdb" : : : "memory");
  __asm__ __volatile__("str wzr, %1; ldr %w0, %1" : "=&r"(loaded), "+Q"(zero) : : "memory");
  assert(loaded == 0 && zero == 0);
  return 0;
}
