// Any number of threads that put up a flag for all of their kind, against one that looks for it: the flag of the others is a counter, which an update
// changes, so that they need no fence; the one stores and needs a fence before it looks. -DNO_FENCE fails under tso with one thread
// of each kind.
#include <assert.h>
#include <limits.h>

#include "../many.h"
#include "fence.h"

volatile unsigned readers;
volatile int writing;
volatile int data = 1;

static _Bool enter(void) {
  unsigned old;
  do {
    old = readers;
    if (old == UINT_MAX) return 0;
  } while (!__sync_bool_compare_and_swap(&readers, old, old + 1));
  return 1;
}

void *reader(void *unused) {
  if (!enter()) return 0;
  if (!writing) assert(data == 1);
  __sync_fetch_and_sub(&readers, 1);
  return 0;
}

int main(void) {
  RUN_BY_MANY(reader);
  writing = 1;
  FENCE();
  if (readers == 0) {
    data = 0;
    data = 1;
  }
  writing = 0;
}
