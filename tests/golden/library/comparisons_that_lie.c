// What a comparison function says must be an order (C11 7.22.5p4); of elements that differ it need not say when they are equal.
// fencepost: verify -DLESS
// fencepost: verify -DGREATER
// fencepost: verify -DALWAYS
// fencepost: verify -DABOUT_EQUAL
// fencepost: verify -DROUND
// fencepost: verify -DCHANGING
// fencepost: verify -DNONE_EQUAL
// fencepost: verify -DALL_EQUAL
#include <assert.h>
#include <stdlib.h>

static int calls;
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
#ifdef LESS
  return x < y;
#elif defined GREATER
  return x > y;
#elif defined ALWAYS
  return 1;
#elif defined ABOUT_EQUAL
  return x - y >= -1 && x - y <= 1 ? 0 : x - y;
#elif defined ROUND
  return x == y ? 0 : (x + 1) % 3 == y ? -1 : 1;
#elif defined CHANGING
  return ++calls % 3 - 1;
#elif defined NONE_EQUAL
  return x < y ? -1 : 1;
#else
  return calls;
#endif
}

int main(void) {
#ifdef LESS
  int a[3] = {0, 1, 2};
  qsort(a, 3, sizeof *a, compare);
#elif defined GREATER
  int a[3] = {0, 1, 2};
  qsort(a, 3, sizeof *a, compare);
#elif defined ALWAYS
  int a[3] = {0, 1, 2};
  qsort(a, 3, sizeof *a, compare);
#elif defined ABOUT_EQUAL
  int a[3] = {0, 1, 2};
  qsort(a, 3, sizeof *a, compare);
#elif defined ROUND
  int a[3] = {0, 1, 2};
  qsort(a, 3, sizeof *a, compare);
#elif defined CHANGING
  int a[3] = {0, 1, 2};
  qsort(a, 3, sizeof *a, compare);
#elif defined NONE_EQUAL
  int a[3] = {1, 0, 2};
  qsort(a, 3, sizeof *a, compare);
  assert(a[0] == 0 && a[2] == 2);
#elif defined ALL_EQUAL
  int a[3] = {1, 0, 2};
  qsort(a, 3, sizeof *a, compare);
  assert(a[0] + a[1] + a[2] == 3);
#endif
  return 0;
}
