// fencepost: verify --property unreach-call --model rc11 --engine bounded
// fencepost: verify --property unreach-call --model rc11 --engine cegar
// fencepost: verify --property unreach-call --model rc11 --engine cegar -DBETWEEN=atomic_thread_fence(memory_order_seq_cst)
// Two full fences, and between them a chain of relaxed accesses over a third thread, which rc11 does not count for their order: they are
// no updates of one place, though it is tempting to take them for such. A third fence makes them that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef BETWEEN
#define BETWEEN
#endif

atomic_int x, y, z;

void *first(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return unused;
}

void *second(void *unused) {
  int seen = atomic_load_explicit(&y, memory_order_relaxed);
  BETWEEN;
  atomic_store_explicit(&z, seen, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  int seen = atomic_load_explicit(&z, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int last = atomic_load_explicit(&x, memory_order_relaxed);
  assert(!seen || last);
}
