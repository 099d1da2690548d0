// Under sc the assertion holds; that there is a race there, too, is another check.
// fencepost-text: verify --model rc11
// fencepost-text: verify --model pso --check data-race
// fencepost: verify --model sc --check data-race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready, payload;
int careless;

void* writer(void* unused) {
  careless = 1;
  atomic_store_explicit(&payload, 1, memory_order_relaxed);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  careless = 2;
  if (atomic_load_explicit(&ready, memory_order_relaxed))
    assert(atomic_load_explicit(&payload, memory_order_relaxed) == 1);
  pthread_join(thread, 0);
}
