// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model pso
// fencepost: verify --model rc11
// fencepost: verify --model sc -DWAITS
// fencepost: verify --model tso -DWAITS
// fencepost: verify --model rc11 -DWAITS

// A run to a failure may end an object's life between a check and the access that it guards, though nothing in the run needs
// that: it is told with the access first.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int *_Atomic shared;
atomic_int done;

static void *owner(void *unused) {
  int length = 2;
  atomic_int array[length];
  array[0] = 0;
  shared = array;
  array[0] = 1;
#ifdef WAITS
  while (!done) {
  }
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, owner, 0);
  atomic_int *p = shared;
  if (p) {
    *p = 3;
    *p = 3;
#ifndef WAITS
    free(p);
#endif
  }
  done = 1;
  pthread_join(thread, 0);
}
