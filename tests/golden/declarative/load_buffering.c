// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model rc11
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model aarch64
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model coherence
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model c11
// Load buffering: each thread reads what the other writes afterwards, where a model lets program order and reads-from run in circles. What is
// read before it is written is a promise in the run that shows it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define R(place) atomic_load_explicit(&place, memory_order_relaxed)
#define W(place, value) atomic_store_explicit(&place, value, memory_order_relaxed)
atomic_int x, y, saw[2];
void *first(void *u) {
  int r = R(x);
  W(y, 1);
  W(saw[0], r);
  return u;
}
void *second(void *u) {
  int r = R(y);
  W(x, 1);
  W(saw[1], r);
  return u;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(!(R(saw[0]) == 1 && R(saw[1]) == 1));
}
