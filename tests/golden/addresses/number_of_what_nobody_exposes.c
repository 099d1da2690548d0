// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model sc -DKEPT
// fencepost: verify --model tso -DKEPT
// fencepost: verify --model rc11 -DKEPT

// Bytes of a pointer are copied one by one, which exposes its object, but on no run is that the one that lies where the number
// leads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

atomic_int *_Atomic shared;
atomic_uintptr_t number;
static atomic_int *found, *copy;

static void *reader(void *unused) {
  atomic_int *p = (atomic_int *)(number & ~(uintptr_t)1);
  if (p) (void)p[1];
  if (p) assert(p[0] >= 1);
  return unused;
}

static void *mover(void *unused) {
  found = shared;
  for (unsigned i = 0; i < sizeof found; i++) ((char *)&copy)[i] = ((char *)&found)[i];
  atomic_int *p = (atomic_int *)(number & ~(uintptr_t)1);
#ifndef KEPT
  if (p) p = realloc(p, 2 * sizeof *p);
#endif
  if (p) {
    p[0] = 1;
    p[1] = 2;
    shared = p;
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, reader, 0);
  pthread_create(&two, 0, mover, 0);
  atomic_int *made = malloc(2 * sizeof *made);
  made[0] = made[1] = 1;
  number = (uintptr_t)made | 1;
  pthread_join(one, 0);
  pthread_join(two, 0);
}
