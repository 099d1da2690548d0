// Pointers that are subtracted point to elements of one array (C11 6.5.6p9), not of two in one object, with --strict alone.
// fencepost: verify --strict --entry members
// fencepost: verify --entry members
// fencepost: verify --strict --entry arrays
// fencepost: verify --strict --entry rows
// fencepost: verify --strict --entry right
#include <assert.h>
#include <stddef.h>

struct pair {
  int a, b;
  int c[2], d[2];
};

ptrdiff_t members(void) {
  struct pair x;
  return &x.b - &x.a;
}

ptrdiff_t arrays(void) {
  struct pair x;
  return x.d - x.c;
}

ptrdiff_t rows(void) {
  int table[2][3];
  return &table[1][0] - &table[0][0];
}

void right(void) {
  struct pair x;
  int table[2][3];
  assert((char *)&x.b - (char *)&x == offsetof(struct pair, b));
  assert(&x.c[2] - x.c == 2 && &x.b + 1 - &x.b == 1);
  assert(table[1] + 3 - table[1] == 3 && &table[1] - table == 1);
  assert((int *)(table + 2) - (int *)table == 6);
}
