// GCC's __sync_lock_test_and_set is an acquire barrier, no full one: what comes later may not pass it, but another thread need not
// have seen it. The other __sync built-ins are full barriers.
// fencepost: verify --model rc11
// fencepost: verify --model rc11 -DFULL
// fencepost: verify --model aarch64
// fencepost: verify --model tso
#include <assert.h>
#include <pthread.h>
int x, y, seen_x, seen_y;
#ifdef FULL
#define TAKE(word) __sync_fetch_and_or(word, 1)
#else
#define TAKE(word) __sync_lock_test_and_set(word, 1)
#endif
void* left(void* arg) {
  TAKE(&x);
  seen_y = __atomic_load_n(&y, __ATOMIC_SEQ_CST);
  return 0;
}
void* right(void* arg) {
  TAKE(&y);
  seen_x = __atomic_load_n(&x, __ATOMIC_SEQ_CST);
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
