// Executions that fail a check are not counted, and the verdict is the one of verify.
// fencepost-text: explore
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void* writes(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, 0, writes, 0);
  assert(atomic_load(&x) == 0);
  pthread_join(one, 0);
  return 0;
}
