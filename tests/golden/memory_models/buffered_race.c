// Load buffering leads to accesses without order: what was promised to a relaxed read orders nothing.
// fencepost: verify --model c11
// fencepost: verify --model rc11
// fencepost: verify --model c11 -DWRITE=memory_order_release -DREAD=memory_order_acquire
// fencepost: verify --model c11 -DREAD=memory_order_acquire
// fencepost: verify --model c11 -DWRITE=memory_order_release
// fencepost: verify --model c11 -DRACES_FIRST
#include <pthread.h>
#include <stdatomic.h>
#ifndef WRITE
#define WRITE memory_order_relaxed
#endif
#ifndef READ
#define READ memory_order_relaxed
#endif
_Atomic int x, y;
int data;
void *left(void *unused) {
  int seen = atomic_load_explicit(&x, READ);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  if (seen == 1) data = 1;
  return 0;
}
void *right(void *unused) {
#ifdef RACES_FIRST
  data = 2;
#endif
  int seen = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_store_explicit(&x, seen, WRITE);
#ifndef RACES_FIRST
  data = 2;
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
