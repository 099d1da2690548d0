// bsearch may find any of several equal elements; the array must be in order for the key (C11 7.22.5.1p2-4).
// fencepost: verify -DMIDDLE
// fencepost: verify -DFIRST
// fencepost: verify -DCALLS
// fencepost: verify -DUNSORTED
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
#ifdef MIDDLE
  int a[3] = {1, 1, 1}, key = 1;
  assert(bsearch(&key, a, 3, sizeof *a, by_value) == a + 1);
#elif defined FIRST
  int a[3] = {1, 1, 1}, key = 1;
  assert(bsearch(&key, a, 3, sizeof *a, by_value) == a);
#elif defined CALLS
  int a[3] = {1, 2, 3}, key = 1;
  bsearch(&key, a, 3, sizeof *a, counting);
  assert(calls == 2);
#elif defined UNSORTED
  int a[3] = {3, 1, 2}, key = 1;
  return bsearch(&key, a, 3, sizeof *a, by_value) != 0;
#elif defined TOO_MANY
  int a[3] = {1, 2, 3}, key = 1;
  return bsearch(&key, a, 4, sizeof *a, by_value) != 0;
#elif defined RIGHT
  int a[5] = {1, 3, 3, 5, 4}, key = 3;
  int *found = bsearch(&key, a, 5, sizeof *a, by_value);
  assert(found == a + 1 || found == a + 2);
  key = 2;
  assert(bsearch(&key, a, 5, sizeof *a, by_value) == 0);
#endif
  return 0;
}
