// A comparison function does not alter the array (C11 7.22.5p2).
// fencepost: verify -DSORTED
// fencepost: verify -DSEARCHED
// fencepost: verify -DSAME
// fencepost: verify -DPADDING
#include <assert.h>
#include <stdlib.h>

typedef struct {
  char key;
  int value;
} entry;

static int compare(const void *a, const void *b) {
  entry *x = (entry *)a, *y = (entry *)b;
  int order = (x->key > y->key) - (x->key < y->key);
#ifdef SORTED
  x->key = 0, y->key = 0;
#elif defined SEARCHED
  ++y->value;
#elif defined SAME
  y->key = y->key + 0;
#endif
  return order;
}

int main(void) {
  entry a[3], key = {2, 0};
  for (int i = 0; i < 3; ++i) a[i].key = 3 - i;  // values and padding hold nothing
#ifdef SEARCHED
  for (int i = 0; i < 3; ++i) a[i] = (entry){i + 1, i};
  bsearch(&key, a, 3, sizeof *a, compare);
#else
  qsort(a, 3, sizeof *a, compare);
  assert(a[0].key == 1 && a[2].key == 3);
  assert(bsearch(&key, a, 3, sizeof *a, compare) == &a[1]);
#endif
  return 0;
}
