/* Condition variables (POSIX). A wait may end without a signal, so giving up the mutex and taking it again is all that one
   does whose end is not asked about: then signals do nothing. There is also the wait that needs a signal, for those who ask who
   waits: checks of deadlocks and of what is done to a condition variable while threads wait. __waiting has a bit for each thread in
   such a wait, and is -1 after the end. Where no check tells how long a wait lasts, one that needs a signal need not end: all that
   comes after it comes after the other kind as well. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <pthread.h>

//: pthread_cond_wait | no copy; the caller holds the mutex, and all who wait have the same | it may end without a signal
//: pthread_cond_timedwait | as `pthread_cond_wait` | it may end without a signal, in time or not
//: pthread_cond_signal | no copy | which thread
//: pthread_cond_init pthread_cond_destroy | nobody waits; with `--strict` not initialised twice |

#define __FENCEPOST_WAITS_ARE_KNOWN                                                                                 \
  (__fencepost_checks("deadlock") || __fencepost_checks("invalid-wait") || __fencepost_checks("invalid-destroy") || \
   __fencepost_checks("uninit-lock"))

#define __FENCEPOST_WAITS_END \
  (__fencepost_checks("deadlock") || __fencepost_checks("liveness") || __fencepost_is_one_run())
/* Does it matter whether a thread has come back from its wait? */
#define __FENCEPOST_IS_LEFT (__FENCEPOST_WAITS_END && __fencepost_uses("pthread_cond_destroy"))
/* There are not more bits. */
#define __FENCEPOST_MOST_WAITING 31

int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  if (attributes) __fencepost_check("uninit-lock", attributes->__shared & __FENCEPOST_SET);
  if (__FENCEPOST_MAY_BE_IN_USE(condition)) {
    __fencepost_check("invalid-init", condition->__waiting == 0 || condition->__waiting == -1);
    __fencepost_check("reinit", condition->__self == 0 || condition->__waiting == -1);
  }
  condition->__waiting = 0;
  condition->__mutex = 0;
  condition->__inside = 0;
  __FENCEPOST_BE_ITSELF(condition);
  return 0;
}

/* It is safe where nobody is blocked any more, even if those who were have not come back yet (POSIX, and its example). Those are
   gone before the object is, as in other C libraries. */
int pthread_cond_destroy(pthread_cond_t* condition) {
  __FENCEPOST_IS_ITSELF(condition);
  if (!__FENCEPOST_WAITS_ARE_KNOWN) return 0;
  if (__FENCEPOST_WAITS_END && __atomic_load_n(&condition->__waiting, __ATOMIC_RELAXED) == 0)
    __fencepost_await(__atomic_load_n(&condition->__inside, __ATOMIC_ACQUIRE) == 0);
  int old = __atomic_exchange_n(&condition->__waiting, -1, __ATOMIC_RELAXED);
  __fencepost_check("uninit-lock", old != -1);
  __fencepost_check("invalid-destroy", old == 0);
  return 0;
}

/* All who wait at one time do so with one mutex. Those who have the same one hold it here, so each finds what the last of
   them left in __mutex; whom it does not find with its own is about to wait with another. */
static void __fencepost_begin_wait(pthread_cond_t* condition, pthread_mutex_t* mutex, int me) {
  int same = 1;
  if (__fencepost_checks("invalid-wait")) {
    same = __atomic_load_n(&condition->__mutex, __ATOMIC_RELAXED) == (void*)mutex;
    if (!same) __atomic_store_n(&condition->__mutex, mutex, __ATOMIC_RELAXED);
  }
  if (__FENCEPOST_IS_LEFT) __atomic_fetch_add(&condition->__inside, 1, __ATOMIC_RELAXED);
  int others = __atomic_fetch_or(&condition->__waiting, me, __ATOMIC_RELAXED);
  __fencepost_check("uninit-lock", others != -1);
  __fencepost_check("invalid-wait", others == 0 || same);
}

/* By a signal. Time runs out for who waits for one in vain, so that is no deadlock, and nothing but a wait that is not known. */
static void __fencepost_end_wait(pthread_cond_t* condition, int me, int is_timed) {
  if (!__FENCEPOST_WAITS_END) __fencepost_await(0);
  int is_over = (__atomic_load_n(&condition->__waiting, __ATOMIC_RELAXED) & me) == 0;
  if (is_timed) __VERIFIER_assume(is_over);
  __fencepost_await(is_over);
  if (__FENCEPOST_IS_LEFT) __atomic_fetch_sub(&condition->__inside, 1, __ATOMIC_RELEASE);
}

static int __fencepost_wait(pthread_cond_t* condition, pthread_mutex_t* mutex, int is_timed) {
  int me = 0, may_be_known = __FENCEPOST_WAITS_ARE_KNOWN && __fencepost_self() < __FENCEPOST_MOST_WAITING;
  /* Where waits end, only for taking a signal from another. */
  if (is_timed && __FENCEPOST_WAITS_END && !__fencepost_uses("pthread_cond_wait")) may_be_known = 0;
  if (may_be_known && __fencepost_any_bool()) {
    me = 1 << __fencepost_self();
    __fencepost_begin_wait(condition, mutex, me);
  }
  int error = pthread_mutex_unlock(mutex);
  if (__FENCEPOST_WAITS_ARE_KNOWN && me != 0) {
    if (error) __atomic_fetch_and(&condition->__waiting, ~me, __ATOMIC_RELAXED);
    __fencepost_end_wait(condition, me, is_timed);
  }
  return error ? error : pthread_mutex_lock(mutex);
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  __FENCEPOST_IS_ITSELF(condition);
  if (__fencepost_checks("deadlock") && __fencepost_self() >= __FENCEPOST_MOST_WAITING)
    __fencepost_unsupported("a wait for a signal in so many threads");
  return __fencepost_wait(condition, mutex, 0);
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const struct timespec* until) {
  __FENCEPOST_IS_ITSELF(condition);
  if (!__FENCEPOST_IS_TIME(until)) return EINVAL;
  int error = __fencepost_wait(condition, mutex, 1);
  return error ? error : __fencepost_any_bool() ? ETIMEDOUT : 0;
}

/* One of those who wait, whichever it may be. */
int pthread_cond_signal(pthread_cond_t* condition) {
  __FENCEPOST_IS_ITSELF(condition);
  if (!__FENCEPOST_WAITS_ARE_KNOWN) return 0;
  int waiting = __atomic_load_n(&condition->__waiting, __ATOMIC_RELAXED);
  __fencepost_check("uninit-lock", waiting != -1);
  if (waiting == 0) return 0;
  int any = 1 << (unsigned int)__fencepost_any_int() % __FENCEPOST_MOST_WAITING;
  int one = waiting & any ? any : waiting & -waiting;
  int found = __fencepost_compare_exchange(&condition->__waiting, waiting, waiting & ~one, __ATOMIC_RELAXED);
  __VERIFIER_assume(found == waiting);
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t* condition) {
  __FENCEPOST_IS_ITSELF(condition);
  if (!__FENCEPOST_WAITS_ARE_KNOWN) return 0;
  int waiting = __atomic_load_n(&condition->__waiting, __ATOMIC_RELAXED);
  __fencepost_check("uninit-lock", waiting != -1);
  if (waiting != 0) __atomic_exchange_n(&condition->__waiting, 0, __ATOMIC_RELAXED);
  return 0;
}
