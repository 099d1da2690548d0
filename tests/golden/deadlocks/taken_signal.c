// fencepost: verify --property no-deadlock
// fencepost: verify --property no-deadlock -DALL
// fencepost: verify --property no-deadlock -DFREED
// fencepost: verify --check deadlock -DFREED
// A wait with a timeout may take the signal that another thread needed. A condition variable may be destroyed, and freed, as soon as nobody
// is blocked at it any more (POSIX).
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t *condition;
int ready;
void *waiter(void *unused) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
void *in_a_hurry(void *unused) {
  struct timespec until = {0, 0};
  pthread_mutex_lock(&mutex);
  pthread_cond_timedwait(condition, &mutex, &until);
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main(void) {
  pthread_t a, b;
  condition = malloc(sizeof *condition);
  if (!condition) return 0;
  pthread_cond_init(condition, 0);
  pthread_create(&a, 0, waiter, 0);
#ifndef FREED
  pthread_create(&b, 0, in_a_hurry, 0);
#endif
  pthread_mutex_lock(&mutex);
  ready = 1;
#if defined ALL || defined FREED
  pthread_cond_broadcast(condition);
#else
  pthread_cond_signal(condition);
#endif
  pthread_mutex_unlock(&mutex);
#ifdef FREED
  pthread_cond_destroy(condition);
  free(condition);
#else
  pthread_join(b, 0);
#endif
  pthread_join(a, 0);
}
