// fencepost: verify --entry recursive_destroyed
// fencepost: verify --entry checked_destroyed
// fencepost: verify --entry recursive_not_held
// fencepost: verify --entry wait_not_held
// fencepost: verify --entry wait_recursive_not_held
// fencepost: verify --entry c11_wait_recursive_not_held
// fencepost: verify --entry c11_timed_wait_not_held
// fencepost: verify --entry c11_wait_held
// fencepost: verify --entry kinds_are_told
// fencepost: verify --entry robust
// Mutexes that answer who does not hold them: a destroyed one answers nobody, and C11 demands that the mutex of a wait is held,
// whatever its kind (7.26.3.6p2).
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
pthread_mutex_t mutex;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
mtx_t plain;
cnd_t signalled;
void of_kind(int kind) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  pthread_mutex_init(&mutex, &attributes);
}
void recursive_destroyed(void) {
  of_kind(PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_destroy(&mutex);
  pthread_mutex_unlock(&mutex);
}
void checked_destroyed(void) {
  of_kind(PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_destroy(&mutex);
  pthread_mutex_unlock(&mutex);
}
void recursive_not_held(void) {
  of_kind(PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutex_unlock(&mutex) == EPERM);
}
void wait_not_held(void) {
  of_kind(PTHREAD_MUTEX_NORMAL);
  pthread_cond_wait(&condition, &mutex);
}
void wait_recursive_not_held(void) {
  of_kind(PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_cond_wait(&condition, &mutex) == EPERM);
}
void c11_wait_recursive_not_held(void) {
  mtx_init(&plain, mtx_plain | mtx_recursive);
  cnd_init(&signalled);
  cnd_wait(&signalled, &plain);
}
void c11_timed_wait_not_held(void) {
  struct timespec until = {0, 0};
  mtx_init(&plain, mtx_timed | mtx_recursive);
  cnd_init(&signalled);
  cnd_timedwait(&signalled, &plain, &until);
}
void c11_wait_held(void) {
  mtx_init(&plain, mtx_plain | mtx_recursive);
  cnd_init(&signalled);
  mtx_lock(&plain);
  assert(cnd_wait(&signalled, &plain) == thrd_success);
  mtx_unlock(&plain);
}
void kinds_are_told(void) {
  pthread_mutexattr_t attributes;
  int kind;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_gettype(&attributes, &kind);
  assert(kind == PTHREAD_MUTEX_DEFAULT);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_NORMAL);
  pthread_mutexattr_gettype(&attributes, &kind);
  assert(kind == PTHREAD_MUTEX_NORMAL);
  assert(pthread_mutexattr_settype(&attributes, 7) == EINVAL);
}
void robust(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
}
