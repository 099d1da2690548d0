// A thread that waits for a flag: one execution in which it comes, and one in which it never looks again.
// fencepost-text: explore
// fencepost-text: explore --blocked
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;

static void* waits(void* unused) {
  while (atomic_load(&flag) == 0) {
  }
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, 0, waits, 0);
  atomic_store(&flag, 1);
  pthread_join(one, 0);
  return 0;
}
