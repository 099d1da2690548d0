// qsort says nothing about the order of equal elements (C11 7.22.5.2p4) or about which elements it compares.
// fencepost: verify -DSTABLE
// fencepost: verify -DUNSTABLE
// fencepost: verify -DCALLS
// fencepost: verify -DMANY_CALLS
// fencepost: verify -DTOO_MANY
// fencepost: verify -DRIGHT
#include <assert.h>
#include <stdlib.h>

static int calls;
static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
static int counting(const void *a, const void *b) {
  ++calls;
  return by_value(a, b);
}
struct entry {
  int key, value;
};
static int by_key(const void *a, const void *b) {
  return by_value(&((const struct entry *)a)->key, &((const struct entry *)b)->key);
}

int main(void) {
#ifdef STABLE
  struct entry e[2] = {{1, 1}, {1, 2}};
  qsort(e, 2, sizeof *e, by_key);
  assert(e[0].value == 1);
#elif defined UNSTABLE
  struct entry e[2] = {{1, 1}, {1, 2}};
  qsort(e, 2, sizeof *e, by_key);
  assert(e[0].value == 2);
#elif defined CALLS
  int a[3] = {1, 2, 3};
  qsort(a, 3, sizeof *a, counting);
  assert(calls == 2);
#elif defined MANY_CALLS
  int a[3] = {3, 2, 1};
  qsort(a, 3, sizeof *a, counting);
  assert(calls >= 3);
#elif defined TOO_MANY
  int a[2] = {2, 1};
  qsort(a, 3, sizeof *a, by_value);
#elif defined RIGHT
  int a[4] = {3, rand(), 2, 0};
  qsort(a, 4, sizeof *a, counting);
  assert(a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3] && calls >= 3);
  struct entry e[3] = {{1, 1}, {0, 3}, {1, 2}};
  qsort(e, 3, sizeof *e, by_key);
  assert(e[0].value == 3 && e[1].value + e[2].value == 3);
  struct padded {
    int key;
    char value;
  } p[3] = {{3, 'c'}, {1, 'a'}, {2, 'b'}};
  qsort(p, 3, sizeof *p, by_value);
  assert(p[0].value == 'a' && p[1].value == 'b' && p[2].value == 'c');
#endif
  return 0;
}
