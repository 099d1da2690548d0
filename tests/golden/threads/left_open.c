// fencepost: verify --entry read_after_write
// fencepost: verify --entry write_after_read
// fencepost: verify --entry write_after_write
// fencepost: verify --entry told
// fencepost: verify --entry try_fails
// fencepost: verify --entry no_time
// fencepost: verify --entry any_time
// fencepost: verify --entry write_after_write --check deadlock
// What locks may answer: who holds a read-write lock and asks for more may be told so or wait for ever (POSIX); mtx_trylock may fail for no
// reason (C17 7.26.4.5p2); pthread_mutex_timedlock has no time only if the mutex is held.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t posix = PTHREAD_MUTEX_INITIALIZER;
mtx_t mutex;
struct timespec now;
void read_after_write(void) {
  pthread_rwlock_wrlock(&rw);
  assert(pthread_rwlock_rdlock(&rw) == 0);
}
void write_after_read(void) {
  pthread_rwlock_rdlock(&rw);
  assert(pthread_rwlock_wrlock(&rw) == 0);
}
void write_after_write(void) {
  pthread_rwlock_wrlock(&rw);
  pthread_rwlock_wrlock(&rw);
}
void told(void) {
  pthread_rwlock_wrlock(&rw);
  assert(pthread_rwlock_wrlock(&rw) == EDEADLK);
}
void try_fails(void) {
  mtx_init(&mutex, mtx_plain);
  assert(mtx_trylock(&mutex) == thrd_success);
}
void no_time(void) {
  assert(pthread_mutex_timedlock(&posix, &now) == 0);
  assert(pthread_mutex_timedlock(&posix, &now) == ETIMEDOUT);
  now.tv_nsec = -1;
  assert(pthread_mutex_timedlock(&posix, &now) == EINVAL);
}
void any_time(void) {
  mtx_init(&mutex, mtx_timed);
  assert(mtx_timedlock(&mutex, &now) == thrd_success);
}
