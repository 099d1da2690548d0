// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model sc
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model pso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model rc11
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model aarch64
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model noassert
// One place, and two reads of it: whoever has seen the newer value does not see the older one again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define R(place) atomic_load_explicit(&place, memory_order_relaxed)
#define W(place, value) atomic_store_explicit(&place, value, memory_order_relaxed)
atomic_int x;
void *count(void *u) {
  W(x, 1);
  W(x, 2);
  return u;
}
void *look(void *u) {
  int first = R(x), second = R(x);
  assert(first <= second);
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, count, 0);
  pthread_create(&t, 0, look, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
