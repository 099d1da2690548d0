// The first example of the seed's section 2: that `s != l` holds is no matter of one thread alone, though `l` is a variable of it. An abstraction
// that keeps it for each thread and does not tell the others when `s` changes finds nothing wrong here.
//
// It is wrong for two threads and more: the first counts to 1, and the second finds its own 1 there. One thread alone finds 0.
#include <assert.h>
#include <stdatomic.h>

#include "many.h"

atomic_uint s;

void *worker(void *unused) {
  unsigned l = 1;
  assert(s != l);
  s = s + 1;
  return 0;
}

int main(void) { RUN_BY_MANY(worker); }
