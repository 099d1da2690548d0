// A model of the user that names no fence: updates are updates all the same, for every encoding.
// fencepost: verify --model memory_models/own_updates.cat
// fencepost: verify --model memory_models/own_updates.cat --encoding ordered
// fencepost: verify --model memory_models/own_updates.cat --encoding monolithic
// fencepost: verify --model memory_models/own_updates.cat -DNO_UPDATES
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, here, there;
int seen_y, seen_x;
void *left(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
#ifndef NO_UPDATES
  atomic_fetch_add(&here, 1);
#endif
  seen_y = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}
void *right(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
#ifndef NO_UPDATES
  atomic_fetch_add(&there, 1);
#endif
  seen_x = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen_x || seen_y);
}
