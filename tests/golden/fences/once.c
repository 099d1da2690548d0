// do ... while (0) is no loop: what stands in it is done once, and costs no more than elsewhere.
// fencepost-text: fences --model rc11
// fencepost-text: fences --model tso -DFENCES
// fencepost-text: fences --model tso -DFENCES -DREPEATS=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef REPEATS
#define REPEATS 0
#endif
#define PUBLISH(object, order) \
  do { \
    atomic_store_explicit(&object, 1, order); \
  } while (0)

atomic_int x, y;
int a, b;

#ifdef FENCES
void *left(void *unused) {
  int again = REPEATS;
  do {
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
  } while (REPEATS && again--);
  return unused;
}

void *right(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}
#else
void *left(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  PUBLISH(y, memory_order_relaxed);
  return unused;
}

void *right(void *unused) {
  a = !atomic_load_explicit(&y, memory_order_acquire);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}
#endif

int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, left, 0);
  pthread_create(&q, 0, right, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  assert(a || b);
}
