// Where memory is weak a run ends for each thread at a place of its own: here the first one is still in a loop whose end nobody waits for.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants[2], inside;

void* enter(void* argument) {
  int me = *(int*)argument;
  atomic_store_explicit(&wants[me], 1, memory_order_release);
  if (!atomic_load_explicit(&wants[1 - me], memory_order_acquire)) {
    int before = atomic_fetch_add(&inside, 1);
    assert(before == 0);
  }
  return 0;
}

int main(void) {
  pthread_t threads[2];
  int numbers[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, enter, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
