// An atomic object is initialised by a plain write (C11 7.17.2.1), which its modification order begins with: nobody who
// comes after it reads what was there before.
// fencepost: verify --model c11
// fencepost: verify --model rc11
// fencepost: verify --model c11 -DRELAXED
// fencepost: verify --model rc11 -DRELAXED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
  atomic_int busy;
};
_Atomic(struct node *) tail;
#ifdef RELAXED
#define ORDER memory_order_relaxed
#else
#define ORDER memory_order_acq_rel
#endif
void *append(void *unused) {
  struct node *mine = malloc(sizeof *mine);
  atomic_init(&mine->busy, 1);
  struct node *before = atomic_exchange_explicit(&tail, mine, ORDER);
  int busy = atomic_load_explicit(&before->busy, memory_order_acquire);
  assert(busy == 0 || busy == 1);
  atomic_store_explicit(&mine->busy, 0, memory_order_release);
  return 0;
}
int main(void) {
  struct node first;
  atomic_init(&first.busy, 0);
  atomic_init(&tail, &first);
  pthread_t a, b;
  pthread_create(&a, 0, append, 0);
  pthread_create(&b, 0, append, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
