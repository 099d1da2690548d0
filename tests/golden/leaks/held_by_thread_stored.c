// fencepost: verify --model rc11 --property valid-memtrack
// fencepost: verify --model riscv --property valid-memtrack
// What a thread has stored last is found in the end, and is not lost.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(int *) slot;

static void *fills(void *unused) {
  int *made = malloc(sizeof *made);
  atomic_store(&slot, made);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, fills, NULL);
  pthread_join(thread, NULL);
  return 0;
}
