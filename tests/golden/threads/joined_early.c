// A thread waits for one that was made after it, by somebody else.
// fencepost: verify
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DTOO_EARLY
// fencepost: verify --model sc -DRESULT
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int x;
pthread_t a, b;
atomic_int ready;
void *writer(void *unused) {
  x = 1;
  return 0;
}
void *waiter(void *unused) {
  while (!atomic_load(&ready)) {
  }
#ifdef TOO_EARLY
  assert(x == 1);
#endif
#ifdef RESULT
  void *result;
  pthread_join(b, &result);
  assert(!result);
#else
  pthread_join(b, 0);
#endif
  assert(x == 1);
  return 0;
}
int main(void) {
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, writer, 0);
  atomic_store(&ready, 1);
  pthread_join(a, 0);
}
