/* Read-write locks (POSIX). Word: 0 free, n > 0 readers, or minus what a mutex would hold; INT_MIN: destroyed. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <limits.h>
#include <pthread.h>

//: pthread_rwlock_rdlock pthread_rwlock_wrlock | a lock, no copy | `EDEADLK` or a wait for ever for who holds it
//: pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock | a lock, no copy | no time only while it is held, `EDEADLK`
//: pthread_rwlock_tryrdlock pthread_rwlock_trywrlock | a lock, no copy | not modelled: writers that wait keep readers out
//: pthread_rwlock_unlock | the caller holds it |
//: pthread_rwlock_init pthread_rwlock_destroy | nobody holds it; with `--strict` not initialised twice |

/* Which locks the thread holds for reading, as often as it does. */
#define __FENCEPOST_READ_LOCKS 8
static _Thread_local pthread_rwlock_t* __fencepost_read_locks[__FENCEPOST_READ_LOCKS];

static pthread_rwlock_t** __fencepost_place_of(pthread_rwlock_t* lock) {
  for (int i = 0; i < __FENCEPOST_READ_LOCKS; ++i)
    if (__fencepost_read_locks[i] == lock) return &__fencepost_read_locks[i];
  return 0;
}

static void __fencepost_reads(pthread_rwlock_t* lock) {
  pthread_rwlock_t** place = __fencepost_place_of(0);
  if (!place) __fencepost_unsupported("so many read locks held by one thread");
  *place = lock;
}

int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  if (attributes) __fencepost_check("uninit-lock", attributes->__shared & __FENCEPOST_SET);
  if (__FENCEPOST_MAY_BE_IN_USE(lock)) {
    __fencepost_check("invalid-init", lock->__word == 0 || lock->__word == INT_MIN);
    __fencepost_check("reinit", lock->__self == 0 || lock->__word == INT_MIN);
  }
  lock->__word = 0;
  __FENCEPOST_BE_ITSELF(lock);
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  __FENCEPOST_IS_ITSELF(lock);
  int old = __atomic_exchange_n(&lock->__word, INT_MIN, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != INT_MIN);
  __fencepost_check("invalid-destroy", old == 0);
  return 0;
}

/* Who holds the lock for writing may be told so, or wait for itself. */
int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  __FENCEPOST_IS_ITSELF(lock);
  int old = __fencepost_add_if_at_least(&lock->__word, 0, 1, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != INT_MIN);
  if (old == -__FENCEPOST_ME && __fencepost_any_bool()) return EDEADLK;
  __fencepost_await(old >= 0);
  __fencepost_reads(lock);
  return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  __FENCEPOST_IS_ITSELF(lock);
  int old = __fencepost_try_add_if_at_least(&lock->__word, 0, 1, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != INT_MIN);
  if (old < 0) return EBUSY;
  __fencepost_reads(lock);
  return 0;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const struct timespec* until) {
  if (pthread_rwlock_tryrdlock(lock) == 0) return 0;
  if (!__FENCEPOST_IS_TIME(until)) return EINVAL;
  int is_mine = __atomic_load_n(&lock->__word, __ATOMIC_RELAXED) == -__FENCEPOST_ME;
  return is_mine && __fencepost_any_bool() ? EDEADLK : ETIMEDOUT;
}

/* Whether the thread reads is asked before: no object may end its life between an update and its wait, or the wait is not tried
   again (core/scheduler.h). */
int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  __FENCEPOST_IS_ITSELF(lock);
  int reads = __fencepost_place_of(lock) != 0;
  int old = __fencepost_compare_exchange(&lock->__word, 0, -__FENCEPOST_ME, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != INT_MIN);
  if (old != 0 && (old == -__FENCEPOST_ME || reads) && __fencepost_any_bool()) return EDEADLK;
  __fencepost_await(old == 0);
  return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  __FENCEPOST_IS_ITSELF(lock);
  int old = __fencepost_try_exchange(&lock->__word, 0, -__FENCEPOST_ME, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != INT_MIN);
  return old == 0 ? 0 : EBUSY;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const struct timespec* until) {
  if (pthread_rwlock_trywrlock(lock) == 0) return 0;
  if (!__FENCEPOST_IS_TIME(until)) return EINVAL;
  int is_mine = __atomic_load_n(&lock->__word, __ATOMIC_RELAXED) == -__FENCEPOST_ME || __fencepost_place_of(lock);
  return is_mine && __fencepost_any_bool() ? EDEADLK : ETIMEDOUT;
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  __FENCEPOST_IS_ITSELF(lock);
  int old = __fencepost_release_shared(&lock->__word, __ATOMIC_RELEASE);
  if (old == -__FENCEPOST_ME) return 0;
  pthread_rwlock_t** place = __fencepost_place_of(lock);
  __fencepost_check("invalid-unlock", old > 0 && place != 0);
  if (place) *place = 0;
  return 0;
}
