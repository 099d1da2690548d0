// fencepost: verify --property no-deadlock
// fencepost: verify --property no-deadlock --model tso
// fencepost: verify --property no-deadlock --model rc11
// fencepost: verify --check deadlock
// fencepost: verify --property no-deadlock -DOUTSIDE
// fencepost: verify --property no-deadlock -DUNLOCKED
// fencepost: verify --property no-deadlock -DUNLOCKED --model tso
// fencepost: verify --property no-deadlock -DUNLOCKED --model rc11
// fencepost: verify --check deadlock -DUNLOCKED
// fencepost: verify --property no-deadlock -DEARLY
// fencepost: verify --property no-deadlock -DFORGOTTEN
// fencepost: verify --property no-deadlock -DTWO
// fencepost: verify --property no-deadlock -DTWO -DALL
// fencepost: verify --property no-deadlock -DTIMED -DFORGOTTEN
// fencepost-text: verify --property no-deadlock -DUNLOCKED
// A signal that comes before the wait is lost, and the thread need not wake up without one. A signal wakes one thread, a broadcast all.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
atomic_int ready;
void *waiter(void *unused) {
  pthread_mutex_lock(&mutex);
#ifdef TIMED
  struct timespec until = {0, 0};
  while (!ready)
    if (pthread_cond_timedwait(&condition, &mutex, &until)) break;
#else
  while (!ready) pthread_cond_wait(&condition, &mutex);
#endif
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
#ifdef TWO
  pthread_create(&b, 0, waiter, 0);
#endif
#ifdef EARLY
  pthread_cond_signal(&condition);
#endif
#ifndef UNLOCKED
  pthread_mutex_lock(&mutex);
#endif
  ready = 1;
#ifdef OUTSIDE
  pthread_mutex_unlock(&mutex);
#endif
#ifdef ALL
  pthread_cond_broadcast(&condition);
#elif !defined(EARLY) && !defined(FORGOTTEN)
  pthread_cond_signal(&condition);
#endif
#if !defined(UNLOCKED) && !defined(OUTSIDE)
  pthread_mutex_unlock(&mutex);
#endif
  pthread_join(a, 0);
#ifdef TWO
  pthread_join(b, 0);
#endif
}
