// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model sc
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model tso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model pso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model ra
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model rc11
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-lazy --model ra
// A ball that two threads hand to each other for ever. Under ra and rc11 each has seen the other's last writes when it has its turn, so that nobody
// can read older ones.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn, ball;
void *ping(void *u) {
  for (;;) {
    while (atomic_load_explicit(&turn, memory_order_acquire) != 0) ;
    assert(atomic_load_explicit(&ball, memory_order_relaxed) == 0);
    atomic_store_explicit(&ball, 1, memory_order_relaxed);
    atomic_store_explicit(&turn, 1, memory_order_release);
  }
}
void *pong(void *u) {
  for (;;) {
    while (atomic_load_explicit(&turn, memory_order_acquire) != 1) ;
    assert(atomic_load_explicit(&ball, memory_order_relaxed) == 1);
    atomic_store_explicit(&ball, 0, memory_order_relaxed);
    atomic_store_explicit(&turn, 0, memory_order_release);
  }
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, ping, 0);
  pthread_create(&t, 0, pong, 0);
}
