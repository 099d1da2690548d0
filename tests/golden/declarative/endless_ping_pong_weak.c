// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model tso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model pso
// fencepost: verify --property unreach-call --engine cegar --semantics declarative-eager --model ra
// Without release and acquire the ball may come later than the turn: not under tso, where stores stay in order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn, ball;
void *ping(void *u) {
  for (;;) {
    while (atomic_load_explicit(&turn, memory_order_relaxed) != 0) ;
    assert(atomic_load_explicit(&ball, memory_order_relaxed) == 0);
    atomic_store_explicit(&ball, 1, memory_order_relaxed);
    atomic_store_explicit(&turn, 1, memory_order_relaxed);
  }
}
void *pong(void *u) {
  for (;;) {
    while (atomic_load_explicit(&turn, memory_order_relaxed) != 1) ;
    assert(atomic_load_explicit(&ball, memory_order_relaxed) == 1);
    atomic_store_explicit(&ball, 0, memory_order_relaxed);
    atomic_store_explicit(&turn, 0, memory_order_relaxed);
  }
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, ping, 0);
  pthread_create(&t, 0, pong, 0);
}
