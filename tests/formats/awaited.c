// A thread waits for ever, in the head of a loop.
#include <pthread.h>
#include <stdatomic.h>

atomic_int done;

void* await(void* unused) {
  while (!atomic_load(&done)) {
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, await, 0);
  pthread_join(thread, 0);
  return 0;
}
