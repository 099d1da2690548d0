// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model tso -DNO_WAIT
// A ticket lock: numbers are drawn by updates, and the next one is served by a store.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uchar next, served;
int inside;

void *worker(void *unused) {
  for (;;) {
    unsigned char mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
#ifndef NO_WAIT
    while (atomic_load_explicit(&served, memory_order_acquire) != mine) {
    }
#endif
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&served, mine + 1, memory_order_release);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
