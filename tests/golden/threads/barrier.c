// fencepost: verify
// fencepost: verify --model rc11
#include <assert.h>
#include <pthread.h>
pthread_barrier_t barrier;
int x, y, serial;
void *other(void *unused) {
  x = 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) __atomic_fetch_add(&serial, 1, __ATOMIC_RELAXED);
  assert(y == 1);
  pthread_barrier_wait(&barrier);
  x = 2;
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&id, 0, other, 0);
  y = 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) __atomic_fetch_add(&serial, 1, __ATOMIC_RELAXED);
  assert(x == 1);
  pthread_barrier_wait(&barrier);
  pthread_join(id, 0);
  assert(x == 2 && serial == 1);
  pthread_barrier_destroy(&barrier);
}
