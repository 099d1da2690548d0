// fencepost: verify --entry semaphore
// fencepost: verify --entry semaphore_zero
// fencepost: verify --entry semaphore_copied
// fencepost: verify --entry semaphore_destroyed
// fencepost: verify --entry semaphore_full
// fencepost: verify --entry spin
// fencepost: verify --entry spin_zero
// fencepost: verify --entry spin_twice
// fencepost: verify --entry spin_not_held
// fencepost: verify --entry rwlock
// fencepost: verify --entry rwlock_copied
// fencepost: verify --entry rwlock_held
// fencepost: verify --entry rwlock_not_held
// fencepost: verify --entry condition_copied
// fencepost: verify --entry condition_destroyed
// fencepost: verify --entry c11
// fencepost: verify --entry c11_zero
// fencepost: verify --entry c11_timed
// fencepost: verify --entry c11_twice
// fencepost: verify --entry c11_condition
// fencepost: verify --entry barrier_zero
// fencepost: verify --entry barrier_copied
// fencepost: verify --entry once
// fencepost: verify --entry key
// fencepost: verify --entry key_deleted
// The same of semaphores, spin locks, read-write locks, condition variables, barriers, keys, and of C11's objects, some of
// which have no initialiser: then zeros are none, either.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
sem_t sem;
pthread_spinlock_t spinlock;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
pthread_barrier_t barrier;
mtx_t mutex;
cnd_t signalled;
void semaphore(void) {
  sem_init(&sem, 0, 1);
  sem_wait(&sem);
  assert(sem_trywait(&sem) == -1 && errno == EAGAIN);
  sem_post(&sem);
  sem_destroy(&sem);
}
void semaphore_zero(void) { sem_post(&sem); }
void semaphore_copied(void) {
  sem_init(&sem, 0, 1);
  sem_t copy = sem;
  sem_wait(&copy);
}
void semaphore_destroyed(void) {
  sem_init(&sem, 0, 1);
  sem_destroy(&sem);
  sem_trywait(&sem);
}
void semaphore_full(void) {
  sem_init(&sem, 0, SEM_VALUE_MAX);
  assert(sem_post(&sem) == -1 && errno == EOVERFLOW);
}
void spin(void) {
  pthread_spin_init(&spinlock, 0);
  pthread_spin_lock(&spinlock);
  assert(pthread_spin_trylock(&spinlock) == EBUSY);
  pthread_spin_unlock(&spinlock);
  pthread_spin_destroy(&spinlock);
}
void spin_zero(void) { pthread_spin_lock(&spinlock); }
void spin_twice(void) {
  pthread_spin_init(&spinlock, 0);
  pthread_spin_lock(&spinlock);
  pthread_spin_lock(&spinlock);
}
void spin_not_held(void) {
  pthread_spin_init(&spinlock, 0);
  pthread_spin_unlock(&spinlock);
}
void rwlock(void) {
  pthread_rwlock_rdlock(&rw);
  assert(pthread_rwlock_rdlock(&rw) == 0);
  assert(pthread_rwlock_trywrlock(&rw) == EBUSY);
  pthread_rwlock_unlock(&rw);
  pthread_rwlock_unlock(&rw);
  assert(pthread_rwlock_trywrlock(&rw) == 0);
  pthread_rwlock_unlock(&rw);
  pthread_rwlock_destroy(&rw);
}
void rwlock_copied(void) {
  pthread_rwlock_t copy = rw;
  pthread_rwlock_rdlock(&copy);
}
void rwlock_held(void) {
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_destroy(&rw);
}
void rwlock_not_held(void) { pthread_rwlock_unlock(&rw); }
void condition_copied(void) {
  pthread_cond_t copy = cond;
  pthread_cond_signal(&copy);
}
void condition_destroyed(void) {
  pthread_cond_destroy(&cond);
  pthread_cond_broadcast(&cond);
}
void c11(void) {
  mtx_init(&mutex, mtx_timed | mtx_recursive);
  cnd_init(&signalled);
  struct timespec now = {0, 0};
  int result = mtx_timedlock(&mutex, &now);
  assert(result == thrd_success || result == thrd_timedout);
  cnd_signal(&signalled);
  if (result == thrd_success) mtx_unlock(&mutex);
  mtx_destroy(&mutex);
  cnd_destroy(&signalled);
}
void c11_zero(void) { mtx_lock(&mutex); }
void c11_timed(void) {
  struct timespec now = {0, 0};
  mtx_init(&mutex, mtx_plain);
  mtx_timedlock(&mutex, &now);
}
void c11_twice(void) {
  mtx_init(&mutex, mtx_plain);
  mtx_lock(&mutex);
  mtx_lock(&mutex);
}
void c11_condition(void) { cnd_broadcast(&signalled); }
void barrier_zero(void) { pthread_barrier_wait(&barrier); }
void barrier_copied(void) {
  pthread_barrier_init(&barrier, 0, 1);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  pthread_barrier_t copy = barrier;
  pthread_barrier_wait(&copy);
}
void nothing(void) {}
void once(void) {
  static pthread_once_t control = 7;
  pthread_once(&control, nothing);
}
void key(void) {
  pthread_key_t key;
  pthread_key_create(&key, 0);
  pthread_setspecific(key, &key);
  assert(pthread_getspecific(key) == &key);
  pthread_key_delete(key);
}
void key_deleted(void) {
  pthread_key_t key;
  pthread_key_create(&key, 0);
  pthread_key_delete(key);
  pthread_getspecific(key);
}
