// One thread frees while the other allocates: the new object may lie in the place of the old one if it comes after.
// fencepost: verify --model sc
// fencepost: verify --model rc11
// fencepost: verify --model sc -DORDERED
// fencepost: verify --model rc11 -DORDERED
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic made;
atomic_int done;

void *maker(void *unused) {
  int *fresh = malloc(sizeof *fresh);
  if (!fresh) exit(0);
  made = fresh;
  done = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  int *old = malloc(sizeof *old);
  if (!old) return 0;
  pthread_create(&thread, 0, maker, 0);
#ifdef ORDERED
  if (!done) return 0;
#endif
  free(old);
  pthread_join(thread, 0);
  assert(made != old);
  return 0;
}
