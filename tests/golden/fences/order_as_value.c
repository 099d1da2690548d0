// A macro uses the order that is handed to it as a value, too: with another text the program would do something else, so this order is
// nobody's to change. Where the same text is the order of two accesses, both become stronger.
// fencepost: fences --model rc11
// fencepost-text: fences --model rc11 --patch -DTWO
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef TWO
#define PUBLISH(object, order) (atomic_store_explicit(&other, 1, order), atomic_store_explicit(&object, 1, order))
#else
#define PUBLISH(object, order) (last = (order), atomic_store_explicit(&object, 1, order))
#endif

atomic_int x, y, other;
int a, b, last;

void *left(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  PUBLISH(y, memory_order_relaxed);
  return unused;
}

void *right(void *unused) {
  a = atomic_load_explicit(&y, memory_order_acquire);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t p, q;
  pthread_create(&p, 0, left, 0);
  pthread_create(&q, 0, right, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  assert(!a || b);
  assert(last == 0);
}
