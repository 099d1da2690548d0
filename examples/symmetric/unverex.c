// 13/UNVEREX: what no predicates can prove that are either about shared variables or about those of one thread (after the technical report of
// the seed's authors, arXiv 1102.2330): the first to come counts with a shared counter and with its own, which never differ. For each number
// the shared one takes there would have to be a predicate of both kinds; `shared == own`, a mixed one, does it alone.
//
// Those who come are counted, up to the last number: beyond it there would be another first.
//
// -DBUG: to come and to be counted are two steps. Two threads are needed, since one alone counts right, and they suffice: both are first.
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

#include "many.h"

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

atomic_uint come, shared;

static unsigned enter(void) {
#ifndef BUG
  __VERIFIER_atomic_begin();
#endif
  unsigned before = come;
  __VERIFIER_assume(before != UINT_MAX);
  come = before + 1;
#ifndef BUG
  __VERIFIER_atomic_end();
#endif
  return before;
}

void *worker(void *unused) {
  if (enter() != 0) return 0;
  unsigned own = 0;
  for (;;) {
    shared = shared + 1;
    own = own + 1;
    assert(shared == own);
  }
}

int main(void) { RUN_BY_MANY(worker); }
