// A compare-exchange compares addresses: it may succeed with a pointer to a dead object, whose value is indeterminate
// (C11 6.2.4p2, 7.17.7.4p2). What it reads is what was there.
// fencepost: verify
// fencepost: verify -DFAILS
// fencepost: verify --strict
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic top;

int main(void) {
  int *a = malloc(sizeof *a);
  if (!a) return 0;
  free(a);
  int *b = malloc(sizeof *b);
  if (!b) return 0;
  *b = 3;
  top = b;
  int *expected = a;
  _Bool done = atomic_compare_exchange_strong(&top, &expected, b);
#ifdef FAILS
  assert(!done);
#else
  int *now = top;
  assert(*now == 3);
  if (!done) assert(*expected == 3);
#endif
  return 0;
}
