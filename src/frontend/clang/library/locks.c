/* Spin locks, once and barriers (POSIX); see mutexes.c for the rules. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <limits.h>
#include <pthread.h>

//: pthread_spin_lock pthread_spin_trylock | `pthread_spin_init` made it; who takes it does not hold it |
//: pthread_barrier_wait pthread_barrier_destroy | `pthread_barrier_init` made it, no copy |

/* Nothing but pthread_spin_init makes one, so what it leaves there differs from zero where that matters. There is room for
   nothing else. */
#define __FENCEPOST_FREE (__fencepost_checks("uninit-lock") ? 1 << 20 : 0)

int pthread_spin_init(pthread_spinlock_t* lock, int shared) {
  (void)shared;
  *lock = __FENCEPOST_FREE;
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t* lock) {
  int old = __atomic_exchange_n(lock, -1, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != -1 && (__FENCEPOST_FREE == 0 || old != 0));
  __fencepost_check("invalid-destroy", old == __FENCEPOST_FREE);
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t* lock) {
  int old = __fencepost_compare_exchange(lock, __FENCEPOST_FREE, __FENCEPOST_ME, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != -1 && (__FENCEPOST_FREE == 0 || old != 0));
  __fencepost_check("invalid-lock", old != __FENCEPOST_ME);
  __fencepost_await(old == __FENCEPOST_FREE);
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t* lock) {
  int old = __fencepost_try_exchange(lock, __FENCEPOST_FREE, __FENCEPOST_ME, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != -1 && (__FENCEPOST_FREE == 0 || old != 0));
  return old == __FENCEPOST_FREE ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t* lock) {
  int old = __atomic_exchange_n(lock, __FENCEPOST_FREE, __ATOMIC_RELEASE);
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

/* Two words: for how many threads, and how many have arrived since the beginning. A thread waits until its round is full;
   the arrivals are one chain of read-modify-writes, so whoever reads a later one sees all that came before. */
int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes, unsigned int count) {
  if (attributes) __fencepost_check("uninit-lock", attributes->__shared & __FENCEPOST_SET);
  if (__FENCEPOST_MAY_BE_IN_USE(barrier)) __fencepost_check("invalid-barrier", barrier->__count == 0);
  __fencepost_check("invalid-barrier", count > 0 && count <= INT_MAX);
  barrier->__count = (int)count;
  barrier->__arrived = 0;
  __FENCEPOST_BE_ITSELF(barrier);
  return 0;
}

int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  __fencepost_check("uninit-lock", barrier->__self == barrier);
  int count = barrier->__count;
  __fencepost_check("uninit-lock", count > 0);
  __fencepost_check("invalid-barrier", __atomic_load_n(&barrier->__arrived, __ATOMIC_ACQUIRE) % count == 0);
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
  return 0;
}
