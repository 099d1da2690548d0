// Load buffering, and the assertion stands in the thread: other threads go on while it waits to fail, but not on what its own
// thread would write after it.
// fencepost: verify --model aarch64
// fencepost: verify --model power
// fencepost: verify --model c11
// fencepost: verify --model rc11
// fencepost: verify --model aarch64 -DBEFORE
// fencepost: verify --model c11 -DBEFORE
// fencepost: verify --model c11 -DBEFORE -DOTHERS_WRITE
// fencepost: verify --model aarch64 -DTWO
// fencepost: verify --model power -DWAITS
// fencepost: explore --model aarch64
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic int x, y, z;
void *left(void *unused) {
  int seen = atomic_load_explicit(&x, memory_order_relaxed);
#ifndef BEFORE
  atomic_store_explicit(&y, 1, memory_order_relaxed);
#endif
  assert(seen == 0);
#ifdef BEFORE
  atomic_store_explicit(&y, 1, memory_order_relaxed);
#endif
  atomic_store_explicit(&z, 1, memory_order_relaxed);
  int own = atomic_load_explicit(&z, memory_order_relaxed);
  assert(own != 0);
  return 0;
}
void *right(void *unused) {
#ifdef OTHERS_WRITE
  atomic_store_explicit(&y, 1, memory_order_relaxed);
#endif
  int seen = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_store_explicit(&x, seen, memory_order_relaxed);
#ifdef TWO
  assert(seen == 0);
#endif
#ifdef WAITS
  while (atomic_load_explicit(&z, memory_order_relaxed) == 0) {
  }
#else
  atomic_load_explicit(&z, memory_order_relaxed);
#endif
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
