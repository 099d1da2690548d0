// fencepost: verify --property no-deadlock
// fencepost: verify --property no-deadlock -DKEPT
// fencepost: verify --property no-deadlock -DORDER
// fencepost: verify --property no-deadlock -DKIND=PTHREAD_MUTEX_ERRORCHECK
// fencepost: verify --property no-deadlock -DKIND=PTHREAD_MUTEX_NORMAL
// fencepost: verify --check deadlock -DKEPT --model rc11
// fencepost: verify --property no-deadlock -DWAITS
// What a thread waits for is decided by the last try of its lock, whatever the branches of another kind would have read since.
#include <pthread.h>
#include <stdlib.h>
#ifndef KIND
#define KIND PTHREAD_MUTEX_RECURSIVE
#endif
struct shared {
  pthread_mutex_t a, b;
  int count;
} *shared;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
void *first(void *unused) {
  pthread_mutex_lock(&shared->a);
  pthread_mutex_lock(&shared->a);
  ++shared->count;
#ifdef WAITS
  while (shared->count < 2) pthread_cond_wait(&condition, &shared->a);  // gives up one of two
#endif
#ifdef ORDER
  pthread_mutex_lock(&shared->b);
  pthread_mutex_unlock(&shared->b);
#endif
#ifndef KEPT
  pthread_mutex_unlock(&shared->a);
#endif
  pthread_mutex_unlock(&shared->a);
  return 0;
}
void *second(void *unused) {
#ifdef ORDER
  pthread_mutex_lock(&shared->b);
#endif
  pthread_mutex_lock(&shared->a);
  ++shared->count;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&shared->a);
#ifdef ORDER
  pthread_mutex_unlock(&shared->b);
#endif
  return 0;
}
int main(void) {
  pthread_t ids[2];
  pthread_mutexattr_t kind;
  shared = malloc(sizeof *shared);
  if (!shared) return 0;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, KIND);
  pthread_mutex_init(&shared->a, &kind);
  pthread_mutex_init(&shared->b, &kind);
  shared->count = 0;
  pthread_create(&ids[0], 0, first, 0);
  pthread_create(&ids[1], 0, second, 0);
  pthread_join(ids[0], 0);
  pthread_join(ids[1], 0);
}
