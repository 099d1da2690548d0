// Attempts that are counted differ from each other: the jump that tries again stays.
// fencepost: verify --model aarch64 --unwind 3
// fencepost: verify --model aarch64 --unwind 3 -DFIRST
#include <assert.h>
static int counts_attempts(int *p, int attempts) {
  int old, tmp;
  __asm__ __volatile__(
      "1: add %w3, %w3, #1\n ldxr %w0, [%2]\n stxr %w1, %w3, [%2]\n cbnz %w1, 1b"
      : "=&r"(old), "=&r"(tmp), "+&r"(p), "+&r"(attempts) : : "memory");
  return attempts;
}
int main(void) {
  int i = 7;
  int attempts = counts_attempts(&i, 0);
#ifdef FIRST
  assert(attempts == 1);
#else
  assert(attempts >= 1 && i == attempts);
#endif
  return 0;
}
