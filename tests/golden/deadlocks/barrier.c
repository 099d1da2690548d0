// fencepost: verify --property no-deadlock
// fencepost: verify --property no-deadlock -DTOO_MANY
// A barrier for more threads than arrive.
#include <pthread.h>
pthread_barrier_t barrier;
void *worker(void *unused) {
  pthread_barrier_wait(&barrier);
  return 0;
}
int main(void) {
  pthread_t a, b;
#ifdef TOO_MANY
  pthread_barrier_init(&barrier, 0, 3);
#else
  pthread_barrier_init(&barrier, 0, 2);
#endif
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
