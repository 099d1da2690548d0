// fencepost: verify -DANOTHER
// fencepost: verify -DANOTHER --model rc11
// fencepost: verify -DLATER
// fencepost: verify -DDESTROYED
// fencepost: verify -DDESTROYED --model tso
// fencepost: verify -DWOKEN
// fencepost: verify -DWOKEN --model rc11
// Threads wait at a condition variable with one mutex at a time, and it is not destroyed meanwhile; those who have been woken
// need not have come back (POSIX, pthread_cond_destroy).
#include <pthread.h>
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int begun, ready, later;
void *one(void *unused) {
  pthread_mutex_lock(&first);
  begun = 1;
  while (!ready) pthread_cond_wait(&condition, &first);
  pthread_mutex_unlock(&first);
  return 0;
}
void *other(void *unused) {
  pthread_mutex_lock(&second);
  while (!later) pthread_cond_wait(&condition, &second);
  pthread_mutex_unlock(&second);
  return 0;
}
void wake(int *what, pthread_mutex_t *mutex) {
  pthread_mutex_lock(mutex);
  *what = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(mutex);
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
#ifdef ANOTHER
  pthread_create(&b, 0, other, 0);
#endif
#ifdef WOKEN
  wake(&ready, &first);
  pthread_mutex_lock(&first);
  int has_begun = begun;
  pthread_mutex_unlock(&first);
  if (has_begun) pthread_cond_destroy(&condition);
  else pthread_join(a, 0);
#endif
#ifdef DESTROYED
  pthread_cond_destroy(&condition);
#endif
#ifdef LATER
  wake(&ready, &first);
  pthread_join(a, 0);
  pthread_create(&b, 0, other, 0);
  wake(&later, &second);
  pthread_join(b, 0);
#endif
}
