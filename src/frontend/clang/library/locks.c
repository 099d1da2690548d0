/* Spin locks, once and barriers (POSIX); see mutexes.c for the rules. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <limits.h>
#include <pthread.h>

//: pthread_spin_lock pthread_spin_trylock | `pthread_spin_init` made it, no copy; who takes it does not hold it |
//: pthread_spin_unlock | the caller holds it |
//: pthread_spin_init pthread_spin_destroy | nobody holds it; with `--strict` not initialised twice |
//: pthread_once | initialised |
//: pthread_barrier_wait pthread_barrier_destroy | `pthread_barrier_init` made it, no copy |

/* Nothing but pthread_spin_init makes one. Other C libraries have room for one word, so what is left there differs from zero
   then, and a copy is taken for a lock. */
#define __FENCEPOST_FREE (__fencepost_checks("uninit-lock") && !__fencepost_own_types() ? 1 << 20 : 0)
#define __FENCEPOST_IS_SPINLOCK(lock) \
  if (__fencepost_own_types()) __fencepost_check("uninit-lock", (lock)->__self == (void*)(lock))
#define __FENCEPOST_WAS_SPINLOCK(old) \
  __fencepost_check("uninit-lock", (old) != -1 && (__FENCEPOST_FREE == 0 || (old) != 0))

int pthread_spin_init(pthread_spinlock_t* lock, int shared) {
  (void)shared;
  if (__fencepost_own_types()) {
    if (__FENCEPOST_MAY_BE_IN_USE(lock)) {
      __fencepost_check("invalid-init", lock->__word <= 0);
      __fencepost_check("reinit", lock->__self == 0 || lock->__word == -1);
    }
    __FENCEPOST_BE_ITSELF(lock);
  }
  lock->__word = __FENCEPOST_FREE;
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t* lock) {
  __FENCEPOST_IS_SPINLOCK(lock);
  int old = __atomic_exchange_n(&lock->__word, -1, __ATOMIC_ACQUIRE);
  __FENCEPOST_WAS_SPINLOCK(old);
  __fencepost_check("invalid-destroy", old == __FENCEPOST_FREE);
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t* lock) {
  __FENCEPOST_IS_SPINLOCK(lock);
  int old = __fencepost_compare_exchange(&lock->__word, __FENCEPOST_FREE, __FENCEPOST_ME, __ATOMIC_ACQUIRE);
  __FENCEPOST_WAS_SPINLOCK(old);
  __fencepost_check("invalid-lock", old != __FENCEPOST_ME);
  __fencepost_await(old == __FENCEPOST_FREE);
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t* lock) {
  __FENCEPOST_IS_SPINLOCK(lock);
  int old = __fencepost_try_exchange(&lock->__word, __FENCEPOST_FREE, __FENCEPOST_ME, __ATOMIC_ACQUIRE);
  __FENCEPOST_WAS_SPINLOCK(old);
  return old == __FENCEPOST_FREE ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t* lock) {
  __FENCEPOST_IS_SPINLOCK(lock);
  int old = __atomic_exchange_n(&lock->__word, __FENCEPOST_FREE, __ATOMIC_RELEASE);
  __fencepost_check("invalid-unlock", old == __FENCEPOST_ME);
  return 0;
}

/* 0: not called, 1: running, 2: done. Who finds 1 waits; what it waits for is the release of 2. */
int pthread_once(pthread_once_t* control, void (*function)(void)) {
  int old = __fencepost_compare_exchange(control, 0, 1, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old >= 0 && old <= 2);
  if (old == 0) {
    function();
    __atomic_exchange_n(control, 2, __ATOMIC_RELEASE);
    return 0;
  }
  __fencepost_await(old == 2);
  return 0;
}

/* For how many threads, and how many have arrived since the beginning. A thread waits until its round is full;
   the arrivals are one chain of read-modify-writes, so whoever reads a later one sees all that came before. */
int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes, unsigned int count) {
  if (attributes) __fencepost_check("uninit-lock", attributes->__shared & __FENCEPOST_SET);
  if (__FENCEPOST_MAY_BE_IN_USE(barrier)) __fencepost_check("invalid-barrier", barrier->__count == 0);
  if (count == 0 || count > INT_MAX) return EINVAL;
  barrier->__count = (int)count;
  barrier->__arrived = 0;
  barrier->__left = 0;
  __FENCEPOST_BE_ITSELF(barrier);
  return 0;
}

/* Nobody is blocked, but those who were may not have looked yet: they are gone before the barrier is, as in other C libraries. The last
   of a round does not wait and is not counted. */
int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  __fencepost_check("uninit-lock", barrier->__self == barrier);
  int count = barrier->__count;
  __fencepost_check("uninit-lock", count > 0);
  int arrived = __atomic_load_n(&barrier->__arrived, __ATOMIC_ACQUIRE);
  __fencepost_check("invalid-barrier", arrived % count == 0);
  __fencepost_await(__atomic_load_n(&barrier->__left, __ATOMIC_ACQUIRE) == arrived - arrived / count);
  barrier->__count = 0;
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t* barrier) {
  __fencepost_check("uninit-lock", barrier->__self == barrier);
  int count = barrier->__count;
  __fencepost_check("uninit-lock", count > 0);
  unsigned int size = (unsigned int)count;
  unsigned int before = (unsigned int)__atomic_fetch_add(&barrier->__arrived, 1, __ATOMIC_ACQ_REL);
  unsigned int full = (before / size + 1) * size;
  if (before + 1 == full) return PTHREAD_BARRIER_SERIAL_THREAD;
  __fencepost_await(__atomic_load_n(&barrier->__arrived, __ATOMIC_ACQUIRE) >= (int)full);
  if (__fencepost_uses("pthread_barrier_destroy")) __atomic_fetch_add(&barrier->__left, 1, __ATOMIC_RELEASE);
  return 0;
}
