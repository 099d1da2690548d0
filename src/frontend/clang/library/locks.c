/* Read-write locks, spin locks, once, semaphores, barriers and condition variables (POSIX), each on the first one or two
   words of its object; see threads.c for the rules. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

/* Word: 0 free, n > 0 readers, or minus what a mutex would hold. */
int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  (void)attributes;
  lock->__word = 0;
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  int old = __atomic_exchange_n(&lock->__word, INT_MIN, __ATOMIC_ACQUIRE);
  __fencepost_check("invalid-destroy", old == 0);
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  int old = __fencepost_add_if_at_least(&lock->__word, 0, 1, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit", old != INT_MIN);
  __fencepost_await(old >= 0);
  return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  int old = __fencepost_try_add_if_at_least(&lock->__word, 0, 1, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit", old != INT_MIN);
  return old >= 0 ? 0 : EBUSY;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const struct timespec* until) {
  (void)until;
  return pthread_rwlock_tryrdlock(lock) == 0 ? 0 : ETIMEDOUT;
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  int old = __fencepost_compare_exchange(&lock->__word, 0, -__FENCEPOST_ME, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit", old != INT_MIN);
  __fencepost_await(old == 0);
  return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  int old = __fencepost_try_exchange(&lock->__word, 0, -__FENCEPOST_ME, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit", old != INT_MIN);
  return old == 0 ? 0 : EBUSY;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const struct timespec* until) {
  (void)until;
  return pthread_rwlock_trywrlock(lock) == 0 ? 0 : ETIMEDOUT;
}

/* Which readers hold the lock is not recorded, only how many. */
int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  int old = __fencepost_release_shared(&lock->__word, __ATOMIC_RELEASE);
  __fencepost_check("invalid-unlock", old > 0 || old == -__FENCEPOST_ME);
  return 0;
}

int pthread_spin_init(pthread_spinlock_t* lock, int shared) {
  (void)shared;
  *lock = 0;
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t* lock) {
  int old = __atomic_exchange_n(lock, -1, __ATOMIC_ACQUIRE);
  __fencepost_check("invalid-destroy", old == 0);
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t* lock) {
  int old = __fencepost_compare_exchange(lock, 0, __FENCEPOST_ME, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit", old != -1);
  __fencepost_await(old == 0);
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t* lock) {
  int old = __fencepost_try_exchange(lock, 0, __FENCEPOST_ME, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit", old != -1);
  return old == 0 ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t* lock) {
  int old = __atomic_exchange_n(lock, 0, __ATOMIC_RELEASE);
  __fencepost_check("invalid-unlock", old == __FENCEPOST_ME);
  return 0;
}

/* 0: not called, 1: running, 2: done. Who finds 1 waits; what it waits for is the release of 2. */
int pthread_once(pthread_once_t* control, void (*function)(void)) {
  int old = __fencepost_compare_exchange(control, 0, 1, __ATOMIC_ACQUIRE);
  if (old == 0) {
    function();
    __atomic_exchange_n(control, 2, __ATOMIC_RELEASE);
    return 0;
  }
  __fencepost_await(old == 2);
  return 0;
}

int sem_init(sem_t* semaphore, int shared, unsigned int value) {
  (void)shared;
  if (value > SEM_VALUE_MAX) {
    errno = EINVAL;
    return -1;
  }
  semaphore->__value = (int)value;
  return 0;
}

int sem_destroy(sem_t* semaphore) {
  (void)semaphore;
  return 0;
}

int sem_wait(sem_t* semaphore) {
  int old = __fencepost_add_if_at_least(&semaphore->__value, 1, -1, __ATOMIC_ACQUIRE);
  __fencepost_await(old >= 1);
  return 0;
}

int sem_trywait(sem_t* semaphore) {
  int old = __fencepost_try_add_if_at_least(&semaphore->__value, 1, -1, __ATOMIC_ACQUIRE);
  if (old >= 1) return 0;
  errno = EAGAIN;
  return -1;
}

int sem_timedwait(sem_t* semaphore, const struct timespec* until) {
  (void)until;
  int old = __fencepost_try_add_if_at_least(&semaphore->__value, 1, -1, __ATOMIC_ACQUIRE);
  if (old >= 1) return 0;
  errno = ETIMEDOUT;
  return -1;
}

int sem_post(sem_t* semaphore) {
  __atomic_fetch_add(&semaphore->__value, 1, __ATOMIC_RELEASE);
  return 0;
}

int sem_getvalue(sem_t* semaphore, int* value) {
  *value = __fencepost_look(&semaphore->__value);
  return 0;
}

/* Two words: for how many threads, and how many have arrived since the beginning. A thread waits until its round is full;
   the arrivals are one chain of read-modify-writes, so whoever reads a later one sees all that came before. */
int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes, unsigned int count) {
  (void)attributes;
  __fencepost_check("invalid-barrier", !__fencepost_is_set(&barrier->__count));
  __fencepost_check("invalid-barrier", count > 0 && count <= INT_MAX);
  barrier->__count = (int)count;
  barrier->__arrived = 0;
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  int count = barrier->__count;
  __fencepost_check("uninit", count > 0);
  __fencepost_check("invalid-barrier", __atomic_load_n(&barrier->__arrived, __ATOMIC_ACQUIRE) % count == 0);
  barrier->__count = 0;
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t* barrier) {
  int count = barrier->__count;
  __fencepost_check("uninit", count > 0);
  unsigned int size = (unsigned int)count;
  unsigned int before = (unsigned int)__atomic_fetch_add(&barrier->__arrived, 1, __ATOMIC_ACQ_REL);
  unsigned int full = (before / size + 1) * size;
  if (before + 1 == full) return PTHREAD_BARRIER_SERIAL_THREAD;
  __fencepost_await(__atomic_load_n(&barrier->__arrived, __ATOMIC_ACQUIRE) >= (int)full);
  return 0;
}

/* A wait may end without a signal, so releasing and taking the mutex is all of it, and a signal does nothing. */
int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  (void)attributes;
  condition->__word = 0;
  return 0;
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  (void)condition;
  int error = pthread_mutex_unlock(mutex);
  return error ? error : pthread_mutex_lock(mutex);
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const struct timespec* until) {
  (void)until;
  int error = pthread_cond_wait(condition, mutex);
  return error ? error : __VERIFIER_nondet_bool() ? ETIMEDOUT : 0;
}
