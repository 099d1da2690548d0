// What instructions of AArch64 do to registers and memory: loops of exclusives, and those of Armv8.1.
// fencepost: verify --model aarch64
// fencepost: verify --target aarch64 --model rc11
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

static bool cas(int *p, int compare, int set, int *value) {
  int previous, tmp;
  __asm__ __volatile__(
      "1:\n"
      "ldxr %w0, [%2]\n"
      "cmp %w0, %w4\n"
      "b.ne 2f\n"
      "stxr %w1, %w3, [%2]\n"
      "cbnz %w1, 1b\n"
      "2:"
      : "=&r"(previous), "=&r"(tmp)
      : "r"(p), "r"(set), "r"(compare)
      : "memory", "cc");
  *value = previous;
  return previous == compare;
}
static void *cas_pointer(void **p, void *compare, void *set) {
  void *previous;
  int tmp;
  __asm__ __volatile__(
      "1: ldaxr %0, [%2]; cmp %0, %4; b.ne 2f; stlxr %w1, %3, [%2]; cbnz %w1, 1b; 2:"
      : "=&r"(previous), "=&r"(tmp) : "r"(p), "r"(set), "r"(compare) : "memory", "cc");
  return previous;
}
// As in Linux, with another operand for each result.
static int add_return(int i, int *counter) {
  unsigned long tmp;
  int result;
  __asm__ __volatile__(
      "// atomic_add_return\n"
      "	prfm	pstl1strm, %2\n"
      "1:	ldxr	%w0, %2\n"
      "	add	%w0, %w0, %w3\n"
      "	stlxr	%w1, %w0, %2\n"
      "	cbnz	%w1, 1b\n"
      "	dmb	ish"
      : "=&r"(result), "=&r"(tmp), "+Q"(*counter) : "Ir"(i) : "memory");
  return result;
}
static bool try_lock(unsigned *lock) {
  unsigned tmp;
  __asm__ __volatile__("ldaxr %w0, %1\n cbnz %w0, 1f\n stxr %w0, %w2, %1\n1:" : "=&r"(tmp), "+Q"(*lock) : "r"(1) : "memory");
  return tmp == 0;
}
static void negate_byte(int8_t *p) {
  int previous, tmp;
  __asm__ __volatile__("1:\nldxrb %w0, [%2]\nneg %w0, %w0\nstxrb %w1, %w0, [%2]\ncbnz %w1, 1b\n"
                       : "=&r"(previous), "=&r"(tmp) : "r"(p) : "memory", "cc");
}

int main(void) {
  int i = 5, value;
  assert(cas(&i, 5, 6, &value) && i == 6 && value == 5);
  assert(!cas(&i, 5, 7, &value) && i == 6 && value == 6);
  void *p = &i;
  assert(cas_pointer(&p, &i, &value) == &i && p == &value);
  assert(cas_pointer(&p, &i, &i) == &value && p == &value);
  assert(add_return(4, &i) == 10 && i == 10);
  assert(add_return(-11, &i) == -1 && i == -1);
  unsigned lock = 1;
  assert(!try_lock(&lock) && lock == 1);
  lock = 0;
  assert(!try_lock(&lock) || lock == 1);
  int8_t bytes[2] = {3, 4};
  negate_byte(bytes);
  assert(bytes[0] == -3 && bytes[1] == 4);
  i = 0xf0;
  int old, given = 0x11;
  __asm__ __volatile__("ldadd %w2, %w0, [%1]" : "=r"(old) : "r"(&i), "r"(given) : "memory");
  assert(old == 0xf0 && i == 0x101);
  __asm__ __volatile__("ldclral %w2, %w0, [%1]" : "=r"(old) : "r"(&i), "r"(1) : "memory");
  assert(old == 0x101 && i == 0x100);
  __asm__ __volatile__("ldseta %w2, %w0, [%1]" : "=r"(old) : "r"(&i), "r"(3) : "memory");
  __asm__ __volatile__("ldeorl %w2, %w0, [%1]" : "=r"(old) : "r"(&i), "r"(1) : "memory");
  assert(old == 0x103 && i == 0x102);
  __asm__ __volatile__("stadd %w1, [%0]" : : "r"(&i), "r"(-2) : "memory");
  assert(i == 0x100);
  __asm__ __volatile__("swpal %w2, %w0, [%1]" : "=r"(old) : "r"(&i), "r"(7) : "memory");
  assert(old == 0x100 && i == 7);
  int expected = 6;
  __asm__ __volatile__("casal %w0, %w2, %1" : "+r"(expected), "+Q"(i) : "r"(9) : "memory");
  assert(expected == 7 && i == 7);
  __asm__ __volatile__("cas %w0, %w2, [%1]" : "+&r"(expected) : "r"(&i), "r"(9) : "memory");
  assert(expected == 7 && i == 9);
  __asm__ __volatile__("ldsmax %w2, %w0, [%1]" : "=r"(old) : "r"(&i), "r"(-1) : "memory");
  assert(i == 9);
  __asm__ __volatile__("ldumax %w2, %w0, [%1]" : "=r"(old) : "r"(&i), "r"(-1) : "memory");
  assert(i == -1);
  long wide = 0;
  __asm__ __volatile__("ldr %w0, [%1]\n" : "=r"(wide) : "r"(&i) : "memory");
  assert(wide == 0xffffffff);
  __asm__ __volatile__("str %w2, [%1]" : "=m"(i) : "r"(&i), "r"(3) : "memory");
  __asm__ __volatile__("mov x0, #-1\nsteor x0, [%0]" : : "r"(&p) : "x0", "memory");
  __asm__ __volatile__("mov x0, #-1\nsteor x0, [%0]" : : "r"(&p) : "x0", "memory");
  assert(i == 3);
  __asm__ __volatile__("yield; wfe; sev; sevl; isb; dsb sy; dmb ishld" : : : "memory");
  return 0;
}
