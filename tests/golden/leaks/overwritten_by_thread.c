// fencepost: verify --model sc --property valid-memtrack
// fencepost: verify --model rc11 --property valid-memtrack
// fencepost: verify --model riscv --property valid-memtrack
// What memory holds in the end is what was written last: here nothing reads it before the program ends, and the first object is lost.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(int *) slot;

static void *replaces(void *unused) {
  int *made = malloc(sizeof *made);
  atomic_store(&slot, made);
  return unused;
}

int main(void) {
  atomic_store_explicit(&slot, malloc(sizeof(int)), memory_order_relaxed);  // !
  pthread_t thread;
  pthread_create(&thread, NULL, replaces, NULL);
  pthread_join(thread, NULL);
  return 0;
}
