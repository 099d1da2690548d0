// fencepost: verify --entry thrown_away
// fencepost: verify --entry copied
// fencepost: verify --entry used
// fencepost: verify --entry by_pointer
// fencepost: verify --entry legacy
// fencepost: verify --entry of_allocated
// fencepost: verify --entry of_atomic
// fencepost: verify --entry added
// fencepost: verify --entry compared
// fencepost: verify --entry thrown_away --uninit strict
// fencepost: verify --entry copied --uninit unspecified
// An exchange of an object that is not _Atomic stores, and copies what was there: only using that copy is a use (C11 6.3.2.1p2, its
// address is taken). Adding and comparing are uses, and an _Atomic object that is not initialised is none yet (7.17.2.1p2).
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
void thrown_away(void) {
  volatile unsigned long x;
  (void)__atomic_exchange_n(&x, 3, __ATOMIC_RELAXED);
  assert(x == 3);
}
void copied(void) {
  int x, copy[1];
  copy[0] = __atomic_exchange_n(&x, 1, __ATOMIC_SEQ_CST);
  assert(x == 1);
}
int used(void) {
  int x;
  return __atomic_exchange_n(&x, 1, __ATOMIC_SEQ_CST) + 1;
}
void by_pointer(void) {
  int x, one = 1, before;
  __atomic_exchange(&x, &one, &before, __ATOMIC_SEQ_CST);
  assert(x == 1);
  if (before) x = 2;
}
void legacy(void) {
  int x;
  __sync_lock_test_and_set(&x, 1);
  assert(x == 1);
}
void of_allocated(void) {
  int *x = malloc(sizeof *x);
  if (!x) return;
  __atomic_exchange_n(x, 1, __ATOMIC_SEQ_CST);
  assert(*x == 1);
  free(x);
}
void of_atomic(void) {
  atomic_int x;
  (void)atomic_exchange(&x, 1);
}
void added(void) {
  int x;
  (void)__atomic_fetch_add(&x, 1, __ATOMIC_SEQ_CST);
}
void compared(void) {
  int x, zero = 0;
  (void)__atomic_compare_exchange_n(&x, &zero, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
