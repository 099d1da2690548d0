// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DHOLDS
// fencepost: verify --model tso -DHOLDS
// fencepost: verify --model rc11 -DHOLDS
// fencepost: verify --model aarch64 -DHOLDS

// A number becomes a pointer while other threads may have exposed objects, or have made none at all.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
atomic_uintptr_t number;
int x;

static void *owner(void *unused) {
  if (__VERIFIER_nondet_int()) {
    int *made = malloc(sizeof *made);
    number = (uintptr_t)made;
    number = (uintptr_t)&x;
    free(made);
  } else {
    number = 1;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  number = (uintptr_t)&x;
  pthread_create(&thread, 0, owner, 0);
  uintptr_t found = number;
  int *p = (int *)found;
#ifdef HOLDS
  assert(p);
#else
  assert(found != 1);
#endif
  pthread_join(thread, 0);
}
