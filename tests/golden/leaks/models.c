// fencepost: verify --property valid-memcleanup --model sc
// fencepost: verify --property valid-memcleanup --model tso
// fencepost: verify --property valid-memcleanup --model pso
// fencepost: verify --property valid-memcleanup --model rc11
// fencepost: verify --property valid-memtrack --model sc
// fencepost: verify --property valid-memtrack --model tso
// Who finds that the other is done frees what both have used. With store buffers neither may find it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int done[2], freed;
static void use(int *shared, int me) {
  atomic_store_explicit(&done[me], 1, memory_order_relaxed);
  if (atomic_load_explicit(&done[1 - me], memory_order_relaxed) && !atomic_exchange(&freed, 1)) free(shared);
}
static void *first(void *shared) {
  use(shared, 0);
  return NULL;
}
static void *second(void *shared) {
  use(shared, 1);
  return NULL;
}
int main(void) {
  pthread_t one, two;
  int *shared = malloc(sizeof *shared);  // !
  pthread_create(&one, NULL, first, shared);
  pthread_create(&two, NULL, second, shared);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
