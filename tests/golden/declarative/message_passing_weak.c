// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model tso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model pso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model rc11
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model aarch64
// Message passing without fences: stores out of order (pso), or loads (rc11).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define R(place) atomic_load_explicit(&place, memory_order_relaxed)
#define W(place, value) atomic_store_explicit(&place, value, memory_order_relaxed)
atomic_int data, ready;
void *send(void *u) {
  W(data, 1);
  W(ready, 1);
  return u;
}
void *receive(void *u) {
  if (R(ready)) assert(R(data) == 1);
  return u;
}
int main(void) {
  pthread_t s, r;
  pthread_create(&s, 0, send, 0);
  pthread_create(&r, 0, receive, 0);
  pthread_join(s, 0);
  pthread_join(r, 0);
}
