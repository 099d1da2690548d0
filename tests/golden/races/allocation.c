// fencepost: verify --model rc11
// fencepost: verify --model rc11 -DRELAXED
// fencepost: verify --model c11 -DRELAXED
// fencepost: verify --model sc -DRELAXED
// An object that is handed over by a relaxed pointer is used without coming after its allocation. That is undefined, no run
// shows it, and it is never SAFE.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifdef RELAXED
#define ACQUIRE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#endif
_Atomic(int *) shared;
void *maker(void *unused) {
  int *fresh = malloc(sizeof *fresh);
  atomic_store_explicit(&shared, fresh, memory_order_release);
  return 0;
}
void *user(void *unused) {
  int *found = atomic_load_explicit(&shared, ACQUIRE);
  if (found) *found = 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, maker, 0);
  pthread_create(&b, 0, user, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
