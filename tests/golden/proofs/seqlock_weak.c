// fencepost: verify --property unreach-call --model tso --engine cegar
// fencepost: verify --property unreach-call --model pso --engine cegar
// fencepost: verify --property unreach-call --model tso -DIMPATIENT
// A sequence lock: who reads looks again whether somebody has written meanwhile. The writer never loads what others store, so that nothing
// of it need wait in a buffer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uchar number;
atomic_int left, right;

void *reader(void *unused) {
  for (;;) {
    unsigned char before = atomic_load_explicit(&number, memory_order_acquire);
    int l = atomic_load_explicit(&left, memory_order_acquire), r = atomic_load_explicit(&right, memory_order_acquire);
#ifndef IMPATIENT
    if (before % 2 != 0 || atomic_load_explicit(&number, memory_order_acquire) != before) continue;
#endif
    assert(l == r);
  }
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, reader, 0);
  for (unsigned char i = 0; i < 2; i += 2) {
    atomic_store_explicit(&number, i + 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&left, i + 1, memory_order_relaxed);
    atomic_store_explicit(&right, i + 1, memory_order_relaxed);
    atomic_store_explicit(&number, i + 2, memory_order_release);
  }
}
