// Instructions that look for a bit, and Power's flags as a word.
// fencepost: verify --target x86_64 --model sc
// fencepost: verify --target x86_64 --model sc -DOF_ZERO
// fencepost: verify --target aarch64 --model sc
// fencepost: verify --target ppc64 --model sc
#include <assert.h>
#include <stdint.h>
extern uint64_t __VERIFIER_nondet_ulong(void);
int main(void) {
  const uint64_t x = __VERIFIER_nondet_ulong();
  const uint32_t low = (uint32_t)x;
  uint64_t found;
  uint32_t half;
  if (low == 0) return 0;
#if defined(OF_ZERO)  // then nothing is said of the result
  __asm__("bsf %1, %0" : "=r"(found) : "r"(x & ~x));
  assert(found == 64);
#elif defined(__x86_64__)
  char is_zero;
  __asm__("bsf %1, %0" : "=r"(found) : "r"(x));
  assert(found == (uint64_t)__builtin_ctzl(x));
  __asm__("bsrl %1, %0" : "=r"(half) : "r"(low));
  assert(half == 31u - (uint32_t)__builtin_clz(low));
  __asm__("lzcnt %1, %0" : "=r"(half) : "r"(low));
  assert(half == (uint32_t)__builtin_clz(low));
  __asm__("tzcnt %1, %0" : "=r"(found) : "r"(x & ~x));
  assert(found == 64);
  __asm__("bsf %2, %0; sete %1" : "=r"(found), "=q"(is_zero) : "r"(x - 1));
  assert(is_zero == (x == 1));
#elif defined(__aarch64__)
  uint32_t carries;
  __asm__("clz %0, %1" : "=r"(found) : "r"(x));
  assert(found == (uint64_t)__builtin_clzl(x));
  __asm__("rbit %w0, %w1\n clz %w0, %w0" : "=r"(half) : "r"(low));
  assert(half == (uint32_t)__builtin_ctz(low));
  __asm__("adds %w0, %w2, %w2; cset %w1, cs" : "=&r"(half), "=r"(carries) : "r"(low) : "cc");
  assert(half == 2 * low && carries == low >> 31);
  __asm__("adds %0, %2, #1; cset %w1, cc" : "=&r"(found), "=r"(carries) : "r"(x) : "cc");
  assert(carries == (x != ~(uint64_t)0));
#else
  __asm__("cntlzd %0, %1" : "=r"(found) : "r"(x));
  assert(found == (uint64_t)__builtin_clzl(x));
  __asm__("cntlzw %0, %1" : "=r"(half) : "r"(low));
  assert(half == (uint32_t)__builtin_clz(low));
  __asm__("cmpw %1, %2; mfcr %0" : "=r"(half) : "r"(low), "r"(7) : "cc");
  assert(!(half & 0x80000000) == ((int32_t)low >= 7) && !(half & 0x40000000) == ((int32_t)low <= 7) &&
         !(half & 0x20000000) == (low != 7));
#endif
  return 0;
}
