// fencepost: verify --engine cegar --model rc11
// A thread beside the failing one is about to access atomically what is its own: under this model that is an event, and not one of the run.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void *other(void *argument) { return *(void **)argument; }

int main(void) {
  atomic_int *own = calloc(1, sizeof *own);
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  return *own;
}
