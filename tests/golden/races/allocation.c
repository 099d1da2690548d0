// fencepost: verify --model rc11
// fencepost: verify --model rc11 -DRELAXED
// fencepost: verify --model c11 -DRELAXED
// fencepost: verify --model sc -DRELAXED
// fencepost: verify --model rc11 -DRELAXED --no-check invalid-deref
// fencepost: verify --model rc11 -DRELAXED -DFENCE
// fencepost: verify --model rc11 -DRELAXED -DBEFORE
// fencepost: verify --model rc11 -DRELAXED -DFREED
// fencepost: verify --model rc11 -DRELAXED --engine cegar --property unreach-call
// fencepost: verify --model rc11 -DRELAXED -DFREED --engine cegar --property unreach-call
// fencepost-text: verify --model rc11 -DRELAXED
// An object that is handed over by a relaxed pointer is used without coming after its allocation, which is undefined: by
// happens-before its life has not begun. With an acquire fence after the read, or if the allocation comes before the thread's
// start, all is well.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef RELAXED
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif
_Atomic(int *) shared;
int *early;
void *maker(void *unused) {
#ifdef BEFORE
  int *fresh = early;
#else
  int *fresh = malloc(sizeof *fresh);
#endif
  atomic_store_explicit(&shared, fresh, memory_order_release);
  return 0;
}
void *user(void *unused) {
  int *found = atomic_load_explicit(&shared, ACQUIRE);
#ifdef FENCE
  atomic_thread_fence(memory_order_acquire);
#endif
#ifdef FREED
  free(found);
#else
  if (found) *found = 1;
#endif
  return 0;
}
int main(void) {
  pthread_t a, b;
#ifdef BEFORE
  early = malloc(sizeof *early);
#endif
  pthread_create(&a, 0, maker, 0);
  pthread_create(&b, 0, user, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
