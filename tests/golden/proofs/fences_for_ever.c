// fencepost: verify --property unreach-call --engine cegar --model rc11
// fencepost: verify --property unreach-call --engine cegar --model rc11 --semantics declarative-lazy
// fencepost: verify --property unreach-call --engine cegar --model ra --semantics declarative-eager
// fencepost: verify --property unreach-call --engine cegar --model pso --semantics declarative-lazy
// Threads that come to fences again and again, and do nothing else that others could see, or look at something once more: a run of all of
// that has no end, and no bound of its events, but all rounds are alike.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
void *idle(void *u) {
  for (;;) atomic_thread_fence(memory_order_acquire);
}
void *looking(void *u) {
  for (;;) {
    int seen = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    assert(seen == 0 || seen == 2);
  }
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, idle, 0);
  pthread_create(&t, 0, looking, 0);
  atomic_store_explicit(&x, 2, memory_order_release);
  pthread_exit(0);
}
