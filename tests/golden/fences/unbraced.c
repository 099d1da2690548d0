// Only at the end of the loop's body, which has no braces yet, a fence can stand between the write and the read. Another function has the
// same in the shape of a while.
// fencepost-text: fences --model rc11 --change fences --patch
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

void *first(void *unused) {
  int r;
  do atomic_store_explicit(&x, 1, memory_order_relaxed);
  while ((r = atomic_load_explicit(&y, memory_order_relaxed)) == 7);
  a = r;
  return 0;
}

void *second(void *unused) {
  int r = 7, i = 0;
  while (i == 0 || (i < 2 && (r = atomic_load_explicit(&x, memory_order_relaxed)) == 7))
    atomic_store_explicit(&y, ++i, memory_order_relaxed);
  b = r;
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a || b);
  return 0;
}
