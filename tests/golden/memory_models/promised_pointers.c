// Load buffering with pointers: each thread passes on what the other writes later.
// fencepost: verify --model aarch64
// fencepost: verify --model riscv
// fencepost: verify --model power
// fencepost: verify --model rc11
// fencepost: verify --model aarch64 -DPLACE=&numbers[2]
// fencepost: verify --model aarch64 -DPLACE=0 -DELSE=&numbers[1]
// fencepost: verify --model aarch64 -DACQUIRE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef PLACE
#define PLACE &number
#endif
#ifndef ELSE
#define ELSE 0
#endif
#ifdef ACQUIRE
#define ORDER memory_order_acquire
#else
#define ORDER memory_order_relaxed
#endif
int number, numbers[3];
_Atomic(int *) p = ELSE, q = ELSE;
static void *writes(void *unused) {
  int *found = atomic_load_explicit(&p, ORDER);
  atomic_store_explicit(&q, PLACE, memory_order_relaxed);
  return found;
}
int main(void) {
  pthread_t thread;
  void *other;
  pthread_create(&thread, 0, writes, 0);
  int *found = atomic_load_explicit(&q, memory_order_relaxed);
  atomic_store_explicit(&p, found, memory_order_relaxed);
  pthread_join(thread, &other);
  assert(!(found == PLACE && other == PLACE));
}
