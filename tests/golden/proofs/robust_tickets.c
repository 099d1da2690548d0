// fencepost: verify --property unreach-call --model rc11 --engine cegar -DNEXT=memory_order_relaxed
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DNEXT=memory_order_acq_rel -DSERVE=memory_order_relaxed
// A lock of tickets. With a relaxed ticket it is right, but a thread that waits may see an old number, which is no interleaving: no proof.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef SERVE
#define SERVE memory_order_release
#endif

atomic_int next, serving;
int data;

void *worker(void *unused) {
  for (;;) {
    int mine = atomic_fetch_add_explicit(&next, 1, NEXT);
    while (atomic_load_explicit(&serving, memory_order_acquire) != mine) {
    }
    data++;
    assert(data == 1);
    data--;
    atomic_store_explicit(&serving, mine + 1, SERVE);
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
