// fencepost: verify --property no-data-race
// fencepost: verify --property no-data-race --model tso
// fencepost: verify --property no-data-race --model pso
// fencepost: verify --model rc11
// fencepost: verify --model c11
// fencepost: verify --property no-data-race -DUNLOCKED
// fencepost-text: verify --property no-data-race --model tso -DUNLOCKED
// A mutex around every access, or one access after the lock was released.
#include <pthread.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter, last;
void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
#ifdef UNLOCKED
  last = counter;
#endif
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return counter;
}
