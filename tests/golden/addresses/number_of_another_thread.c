// Exposure belongs to the program: a number that another thread has made of an address leads back to the object.
// fencepost: verify
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11 -DATOMIC=_Atomic
// fencepost: verify --model sc -DFREES
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef ATOMIC
#define ATOMIC
#endif

ATOMIC uintptr_t tagged, mixed;
int x = 5, y = 6;

void *other(void *unused) {
  int *made = malloc(sizeof *made);
  if (!made) exit(0);
  *made = 7;
  tagged = (uintptr_t)made | 1;
  mixed = (uintptr_t)&x ^ (uintptr_t)&y;
#ifdef FREES
  free(made);
#endif
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, 0);
  assert(tagged & 1);
  assert(*(int *)(tagged & ~(uintptr_t)1) == 7);
  assert((int *)(mixed ^ (uintptr_t)&y) == &x);
  assert((int *)(mixed ^ (uintptr_t)&x) == &y);
  return 0;
}
