// A model of the user's that makes more undefined than data races of C: nobody looks for that, so there is no SAFE. What fails is
// found all the same.
// fencepost: verify --model races/own_undefined.cat
// fencepost: explore --model races/own_undefined.cat
// fencepost: verify --model races/own_undefined.cat -DFAILS
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *writer(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int found = atomic_load_explicit(&x, memory_order_relaxed);
#ifdef FAILS
  assert(found == 0);
#endif
  return found;
}
