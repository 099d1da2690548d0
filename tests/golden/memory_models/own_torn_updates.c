// A model of the user in which two updates of one thread may both take the initial value, though two threads' cannot.
// fencepost: verify --model memory_models/own_torn_updates.cat
// fencepost: verify --model memory_models/own_torn_updates.cat --encoding monolithic
// fencepost: verify --model coherence
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *twice(void *unused) {
  atomic_fetch_add(&x, 1);
  assert(atomic_fetch_add(&x, 1) != 0);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, twice, 0);
  return atomic_load(&x);
}
