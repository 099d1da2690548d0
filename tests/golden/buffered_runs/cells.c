// fencepost: verify --model tso --engine cegar --property unreach-call
// fencepost: verify --model pso --engine cegar --property unreach-call
// Stores to computed places wait, and some of them are found in the buffer.
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void) { __builtin_trap(); }
unsigned __VERIFIER_nondet_uint(void);
atomic_int cell[2], y;
int found, seen;
void *other(void *unused) {
  unsigned i = __VERIFIER_nondet_uint() % 2, j = __VERIFIER_nondet_uint() % 2;
  atomic_store_explicit(&cell[i], 5, memory_order_relaxed);
  found = atomic_load_explicit(&cell[j], memory_order_relaxed);
  seen = atomic_load_explicit(&y, memory_order_relaxed) + 10 * (int)i;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  int missed = atomic_load_explicit(&cell[1], memory_order_relaxed) == 0;
  pthread_join(t, 0);
  if (missed && found == 5 && seen == 10) reach_error();
}
