// fencepost: verify --property no-deadlock
// fencepost: verify --property no-deadlock --model tso
// fencepost: verify --property no-deadlock -DCROSSED
// fencepost: verify --property no-deadlock -DCROSSED --model pso
// fencepost: verify --property no-deadlock -DCROSSED --model rc11
// fencepost: verify --model sc -DCROSSED
// fencepost-text: verify --property no-deadlock -DCROSSED
// Two locks taken in one order, or in both. By default a deadlock is no failure: nothing is undefined.
#include <pthread.h>
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
int x;
void *one(void *unused) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  x++;
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return 0;
}
void *other(void *unused) {
#ifdef CROSSED
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
#else
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
#endif
  x--;
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
