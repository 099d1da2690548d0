// GNU's checked arithmetic with operands and results of any integer types; whether a compiler finds a constant is open.
// fencepost: verify --entry right
// fencepost: run --entry right
// fencepost: verify --entry narrow
// fencepost: verify --entry same_as_wide
// fencepost: verify --entry found
// fencepost: verify --entry either
#include <assert.h>
#include <limits.h>
int __VERIFIER_nondet_int(void);

void right(void) {
  unsigned char c;
  signed char s;
  unsigned u;
  unsigned long w;
  long l;
  assert(__builtin_add_overflow(200, 100, &c) && c == 44);
  assert(!__builtin_add_overflow(100u, -100, &s) && s == 0);
  assert(__builtin_sub_overflow(1, 2, &u) && u == UINT_MAX);
  assert(!__builtin_sub_overflow(-1L, -3L, &u) && u == 2);
  assert(__builtin_sub_overflow(1u, 2u, &w) && !__builtin_sub_overflow(1u, 2u, &l) && l == -1);
  assert(__builtin_add_overflow(-5, 3u, &w) && !__builtin_add_overflow(-5, 3u, &l) && l == -2);
  assert(__builtin_mul_overflow(ULONG_MAX, 1, &l) && !__builtin_mul_overflow(ULONG_MAX, 1u, &w));
  assert(__builtin_mul_overflow(ULONG_MAX, ULONG_MAX, &u) && u == 1);
  assert(!__builtin_mul_overflow(LONG_MIN, -1, &w) && w == 1ul << 63);
}

void narrow(int x) {
  short s;
  assert(__builtin_add_overflow(x, 1L, &s) || s != 77);
}

void same_as_wide(int x, unsigned y) {
  int sum;
  long exact = (long)x + (long)y;
  assert(__builtin_add_overflow(x, y, &sum) == (exact < INT_MIN || exact > INT_MAX));
  assert(sum == (int)exact);
}

void found(int x) { assert(__builtin_constant_p(3) && !__builtin_constant_p(x)); }

int either(int x) {
  int n = 0, y = __builtin_constant_p(n++) ? x : x + n;
  assert(y == x && n == 0);
  return y;
}
