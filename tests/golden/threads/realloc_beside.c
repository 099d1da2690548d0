// One thread moves what another one uses.
// fencepost: verify --model sc
// fencepost: verify --model rc11
// fencepost: verify --model rc11 -DREADS
// fencepost: verify --model rc11 -DJOINED
#include <pthread.h>
#include <stdlib.h>

int *_Atomic shared;

void *grows(void *unused) {
  int *moved = realloc(shared, 8);
  if (moved) shared = moved;
  return 0;
}

int main(void) {
  pthread_t thread;
  shared = malloc(4);
  if (!shared) return 0;
  *shared = 0;
  pthread_create(&thread, 0, grows, 0);
#ifdef JOINED
  pthread_join(thread, 0);
#endif
#ifdef READS
  int found = *shared;
  (void)found;
#else
  *shared = 1;
#endif
#ifndef JOINED
  pthread_join(thread, 0);
#endif
  free(shared);
  return 0;
}
