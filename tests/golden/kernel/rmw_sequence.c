// What a release has propagated, read-modify-writes of the released word propagate on, ordered or not (the kernel's
// rmw-sequence).
// fencepost: verify --model lkmm
// fencepost: verify --model lkmm -DONCE
// fencepost: verify --model lkmm -DSTORE
#include <assert.h>
#include <linux.h>
#include <pthread.h>
int x, y, seen_y, seen_x;
void *first(void *unused) {
  WRITE_ONCE(x, 1);
#ifdef ONCE
  WRITE_ONCE(y, 1);
#else
  smp_store_release(&y, 1);
#endif
  return 0;
}
void *second(void *unused) {
#ifdef STORE
  if (READ_ONCE(y) == 1) WRITE_ONCE(y, 2);
#else
  if (xchg_relaxed(&y, 2) == 0) xchg_relaxed(&y, 3);
#endif
  return 0;
}
void *third(void *unused) {
  seen_y = smp_load_acquire(&y);
  seen_x = READ_ONCE(x);
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
#ifdef STORE
  assert(!(seen_y == 2 && seen_x == 0));
#else
  assert(!(y == 2 && seen_y == 2 && seen_x == 0));
#endif
}
