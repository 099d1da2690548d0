// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DJOINED
// fencepost: verify --model tso -DJOINED
// fencepost: verify --model rc11 -DJOINED
// fencepost: verify --model sc -DCLEARED
// fencepost: verify --model tso -DCLEARED
// fencepost: verify --model rc11 -DCLEARED

// A number leads to an object that lives while it becomes a pointer, and dies before the pointer is used. Two more objects
// are exposed, which may lie next to it or in its place.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_uintptr_t number, other;
static _Thread_local atomic_int mine[2] = {1, 2};

static void *owner(void *unused) {
  atomic_int *made = alloca(2 * sizeof(atomic_int));
  made[0] = 1;
  made[1] = 2;
  number = (uintptr_t)made;
#ifdef CLEARED
  number = 0;
  while (other == 1) {
  }
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  atomic_int beside[2] = {1, 2};
  other = (uintptr_t)beside;
  other = (uintptr_t)mine;
#ifdef CLEARED
  other = 1;
#endif
  pthread_create(&thread, 0, owner, 0);
#ifdef JOINED
  number = (uintptr_t)beside;
  pthread_join(thread, 0);
  number = (uintptr_t)beside;
#endif
  atomic_int *p = (atomic_int *)number;
  if (p) assert(p[0] == 1);
#ifdef CLEARED
  other = 0;
#endif
#ifndef JOINED
  pthread_join(thread, 0);
#endif
}
