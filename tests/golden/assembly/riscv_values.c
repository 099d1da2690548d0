// What instructions of RISC-V do to registers and memory.
// fencepost: verify --model riscv
// fencepost: verify --target riscv64 --model rc11
#include <assert.h>
#include <stdint.h>

static int cas(int *target, int compare, int set, int *value) {
  int previous, tmp;
  __asm__ __volatile__(
      "1:\n"
      "li %[tmp], 1\n"
      "lr.w %[p], %[t]\n"
      "bne %[p], %[c], 2f\n"
      "sc.w %[tmp], %[s], %[t]\n"
      "bnez %[tmp], 1b\n"
      "2:"
      : [p] "=&r"(previous), [tmp] "=&r"(tmp), [t] "+A"(*target)
      : [s] "r"(set), [c] "r"((long)compare)
      : "memory");
  *value = previous;
  return tmp == 0;
}

int main(void) {
  int i = -5, value;
  assert(cas(&i, -5, 6, &value) && i == 6 && value == -5);
  assert(!cas(&i, -5, 7, &value) && i == 6 && value == 6);
  int old;
  __asm__ __volatile__("amoadd.w %0, %2, %1\n" : "=&r"(old), "+A"(i) : "r"(-8) : "memory");
  assert(old == 6 && i == -2);
  __asm__ __volatile__("amoswap.w.aqrl %0, %2, %1\n" : "=&r"(old), "+A"(i) : "r"(12) : "memory");
  assert(old == -2 && i == 12);
  __asm__ __volatile__("amoand.w zero, %1, %0\n" : "+A"(i) : "r"(10) : "memory");
  assert(i == 8);
  uint64_t wide = 7;
  __asm__ __volatile__("1:\nlr.d t0, %0\nsub t0, zero, t0\nsc.d t1, t0, %0\nbnez t1, 1b\n" : "+A"(wide) : : "t0", "t1", "memory");
  assert(wide == (uint64_t)-7);
  long r;
  __asm__ __volatile__("lw %0, 0(%1)\n" : "=r"(r) : "r"(&i) : "memory");
  int two[2] = {1, 2};
  __asm__ __volatile__("sw %1, 4(%0)\n" : : "r"(two), "r"(9) : "memory");
  assert(r == 8 && two[0] == 1 && two[1] == 9);
  return 0;
}
