// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --graph-solver sat
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model tso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model rc11
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model aarch64
// fencepost: verify --engine cegar --semantics declarative-eager --check data-race
// Store buffering: under sc somebody sees the other's store. Elsewhere a run that is no interleaving shows that
// nobody need. Races are refused.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, a, b;
void *f(void *u) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return u;
}
void *g(void *u) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, f, 0);
  pthread_create(&t, 0, g, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a == 1 || b == 1);
}
