// The second example of the seed's section 2: whether `s == l` holds is another question for each thread. An abstraction that keeps one answer
// for all of them finds nothing wrong here.
//
// It is wrong for two threads and more: the first decides to look, the second does not and sets `t`, and then the first finds its own 0 in `s`. One
// thread alone looks before it sets `t`.
#include <assert.h>
#include <stdatomic.h>

#include "many.h"

atomic_int s;
atomic_bool t;

void *worker(void *unused) {
  int l = 0;
  if (__VERIFIER_nondet_bool() && t) assert(s != l);
  l = s + 1;
  t = 1;
  return 0;
}

int main(void) { RUN_BY_MANY(worker); }
