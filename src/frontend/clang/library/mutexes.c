/* Mutexes (POSIX), and what holds of all objects that threads synchronise by. Locks block by __fencepost_await and never spin.
   A program may bring its own types (files preprocessed with another C library's headers): only members that lie at the same
   place there are used, and those of glibc and ours agree: a mutex begins with its lock word, its counter follows, its
   kind stands where pthread.h says; what lies behind is padding there, and zero if the object has an initialiser.
   That an object is what it seems is said by __self (__FENCEPOST_IS_ITSELF in fencepost_intrinsics.h). */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <pthread.h>

//: pthread_mutex_lock | a mutex, no copy; the default kind is not held by the caller |
//: pthread_mutex_trylock pthread_mutex_timedlock | a mutex, no copy | no time only while it is held
//: pthread_mutex_unlock | a mutex that the caller holds, unless its kind answers `EPERM` |
//: pthread_mutex_init pthread_mutex_destroy | nobody holds it; with `--strict` not initialised twice |

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  int kind = PTHREAD_MUTEX_DEFAULT;
  if (attributes) {
    __fencepost_check("uninit-lock", attributes->__kind & __FENCEPOST_SET);
    kind = attributes->__kind & 3;
    /* Other C libraries have one number for both. Who names it may mean the one that waits for itself. */
    if (!__fencepost_own_types() && kind == PTHREAD_MUTEX_DEFAULT && attributes->__kind & __FENCEPOST_NAMED)
      kind = PTHREAD_MUTEX_NORMAL;
  }
  if (__FENCEPOST_MAY_BE_IN_USE(mutex)) {
    __fencepost_check("invalid-init", mutex->__lock <= 0);
    __fencepost_check("reinit", mutex->__self == 0 || mutex->__lock == -1);
  }
  mutex->__lock = 0;
  if (kind == PTHREAD_MUTEX_RECURSIVE) mutex->__count = 0;
  mutex->__kind = kind;
  __FENCEPOST_BE_ITSELF(mutex);
  return 0;
}

/* POSIX: "the mutex object becomes, in effect, uninitialized", which -1 in the lock word stands for. */
int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  __FENCEPOST_IS_ITSELF(mutex);
  int old = __atomic_exchange_n(&mutex->__lock, -1, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != -1);
  __fencepost_check("invalid-destroy", old == 0);
  return 0;
}

/* POSIX has a table of what happens to who holds the mutex already: a mutex of the default kind leaves that undefined. */
int pthread_mutex_lock(pthread_mutex_t* mutex) {
  __FENCEPOST_IS_ITSELF(mutex);
  int kind = mutex->__kind & 3, me = __FENCEPOST_ME;
  int old = __fencepost_compare_exchange(&mutex->__lock, 0, me, __ATOMIC_ACQUIRE);
  if (kind == PTHREAD_MUTEX_RECURSIVE && old == me) {
    ++mutex->__count;
    return 0;
  }
  if (kind == PTHREAD_MUTEX_ERRORCHECK && old == me) return EDEADLK;
  __fencepost_check("uninit-lock", old != -1);
  __fencepost_check("invalid-lock", kind != PTHREAD_MUTEX_DEFAULT || old != me);
  __fencepost_await(old == 0);
  return 0;
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  __FENCEPOST_IS_ITSELF(mutex);
  int kind = mutex->__kind & 3, me = __FENCEPOST_ME;
  int old = __fencepost_try_exchange(&mutex->__lock, 0, me, __ATOMIC_ACQUIRE);
  if (kind == PTHREAD_MUTEX_RECURSIVE && old == me) {
    ++mutex->__count;
    return 0;
  }
  __fencepost_check("uninit-lock", old != -1);
  return old == 0 ? 0 : EBUSY;
}

/* Time may have run out whenever somebody has the lock, and only then. */
int pthread_mutex_timedlock(pthread_mutex_t* mutex, const struct timespec* until) {
  __FENCEPOST_IS_ITSELF(mutex);
  int kind = mutex->__kind & 3, me = __FENCEPOST_ME;
  int old = __fencepost_try_exchange(&mutex->__lock, 0, me, __ATOMIC_ACQUIRE);
  if (old == 0) return 0;
  if (kind == PTHREAD_MUTEX_RECURSIVE && old == me) {
    ++mutex->__count;
    return 0;
  }
  if (kind == PTHREAD_MUTEX_ERRORCHECK && old == me) return EDEADLK;
  __fencepost_check("uninit-lock", old != -1);
  return __FENCEPOST_IS_TIME(until) ? ETIMEDOUT : EINVAL;
}

/* An exchange rather than a store: under TSO and PSO it drains the store buffer, as the lock instruction that real
   unlocks are made of does. */
int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  __FENCEPOST_IS_ITSELF(mutex);
  int kind = mutex->__kind & 3, me = __FENCEPOST_ME;
  if (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK) {
    int held_by = __atomic_load_n(&mutex->__lock, __ATOMIC_RELAXED);
    __fencepost_check("uninit-lock", held_by != -1);
    if (held_by != me) return EPERM;
    if (kind == PTHREAD_MUTEX_RECURSIVE && mutex->__count > 0) {
      --mutex->__count;
      return 0;
    }
  }
  int old = __atomic_exchange_n(&mutex->__lock, 0, __ATOMIC_RELEASE);
  __fencepost_check("invalid-unlock", old == me);
  return 0;
}
