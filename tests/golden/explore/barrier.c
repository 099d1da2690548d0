// In which order threads arrive at a barrier makes no other execution; which of them writes last before it does.
// fencepost-text: explore
// fencepost-text: explore --model rc11
#include <pthread.h>
#include <stdatomic.h>

pthread_barrier_t barrier;
atomic_int x;
int seen[2];

static void* first(void* unused) {
  atomic_store(&x, 1);
  pthread_barrier_wait(&barrier);
  seen[0] = atomic_load(&x);
  return unused;
}

static void* second(void* unused) {
  atomic_store(&x, 2);
  pthread_barrier_wait(&barrier);
  seen[1] = atomic_load(&x);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 10 * seen[0] + seen[1];
}
