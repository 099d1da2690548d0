/* C11 7.26 on the POSIX models. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <threads.h>

//: mtx_lock | `mtx_init` made it, no copy; if not recursive, the caller does not hold it |
//: mtx_trylock | `mtx_init` made it, no copy | it may fail without reason
//: mtx_timedlock | `mtx_init` made it, no copy, with `mtx_timed` | no time
//: mtx_unlock | the caller holds it |
//: cnd_wait cnd_timedwait | `cnd_init` made it; as `pthread_cond_wait` | it may end without a signal
//: thrd_sleep | | a signal may end it, and something be left
//: thrd_join thrd_detach | once for a thread, which does not join itself |

void __fencepost_joins(unsigned long id);
void __fencepost_detaches(unsigned long id);

static int __fencepost_thrd_result(int error) {
  return error == 0 ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

int thrd_create(unsigned long* id, int (*start)(void*), void* argument) {
  unsigned long thread = __fencepost_spawn_int(start, argument);
  *id = thread;
  return thrd_success;
}

int thrd_join(unsigned long id, int* result) {
  __fencepost_joins(id);
  if (result)
    *result = __fencepost_join_int(id);
  else
    __fencepost_join_int(id);
  return thrd_success;
}

int thrd_detach(unsigned long id) {
  __fencepost_detaches(id);
  return thrd_success;
}
int thrd_equal(unsigned long a, unsigned long b) { return a == b; }
unsigned long thrd_current(void) { return __fencepost_self(); }
void thrd_yield(void) {}
/* 7.26.5.7p3: -1 if a signal ended it. */
int thrd_sleep(const struct timespec* duration, struct timespec* left) { return nanosleep(duration, left); }

/* Nothing but mtx_init and cnd_init make a mutex and a condition variable. */
#define __FENCEPOST_IS_MADE(object) __fencepost_check("uninit-lock", (object)->__self == (void*)(object))
#define __FENCEPOST_TIMED 4

int mtx_init(mtx_t* mutex, int kind) {
  __fencepost_check("bad-argument", (kind & ~(mtx_recursive | mtx_timed)) == 0);
  pthread_mutex_init(mutex, 0);
  mutex->__count = 0;
  mutex->__kind = (kind & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_DEFAULT) |
                  (kind & mtx_timed ? __FENCEPOST_TIMED : 0);
  return thrd_success;
}
void mtx_destroy(mtx_t* mutex) {
  __FENCEPOST_IS_MADE(mutex);
  pthread_mutex_destroy(mutex);
}
int mtx_lock(mtx_t* mutex) {
  __FENCEPOST_IS_MADE(mutex);
  return __fencepost_thrd_result(pthread_mutex_lock(mutex));
}
/* It may find a mutex busy that is not (C17 7.26.4.5p2, defect report 470). */
int mtx_trylock(mtx_t* mutex) {
  __FENCEPOST_IS_MADE(mutex);
  return __fencepost_any_bool() ? thrd_busy : __fencepost_thrd_result(pthread_mutex_trylock(mutex));
}
/* 7.26.4.4p2: the mutex supports it. Nothing says that it does not run out of time as long as the mutex is free. */
int mtx_timedlock(mtx_t* mutex, const struct timespec* until) {
  __FENCEPOST_IS_MADE(mutex);
  __fencepost_check("invalid-lock", mutex->__kind & __FENCEPOST_TIMED);
  return __fencepost_any_bool() ? thrd_timedout : __fencepost_thrd_result(pthread_mutex_timedlock(mutex, until));
}
/* 7.26.4.6p2: whatever its kind, the mutex shall be locked by the calling thread. */
int mtx_unlock(mtx_t* mutex) {
  __FENCEPOST_IS_MADE(mutex);
  int error = pthread_mutex_unlock(mutex);
  __fencepost_check("invalid-unlock", error == 0);
  return __fencepost_thrd_result(error);
}

int cnd_init(cnd_t* condition) { return __fencepost_thrd_result(pthread_cond_init(condition, 0)); }
void cnd_destroy(cnd_t* condition) {
  __FENCEPOST_IS_MADE(condition);
  pthread_cond_destroy(condition);
}
int cnd_signal(cnd_t* condition) {
  __FENCEPOST_IS_MADE(condition);
  return __fencepost_thrd_result(pthread_cond_signal(condition));
}
int cnd_broadcast(cnd_t* condition) {
  __FENCEPOST_IS_MADE(condition);
  return __fencepost_thrd_result(pthread_cond_broadcast(condition));
}
/* 7.26.3.5p2, 7.26.3.6p2: whatever its kind, the mutex is locked by the calling thread. */
int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  __FENCEPOST_IS_MADE(condition);
  __FENCEPOST_IS_MADE(mutex);
  int error = pthread_cond_wait(condition, mutex);
  __fencepost_check("invalid-unlock", error != EPERM);
  return __fencepost_thrd_result(error);
}
int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const struct timespec* until) {
  __FENCEPOST_IS_MADE(condition);
  __FENCEPOST_IS_MADE(mutex);
  int error = pthread_cond_timedwait(condition, mutex, until);
  __fencepost_check("invalid-unlock", error != EPERM);
  return __fencepost_thrd_result(error);
}

void call_once(once_flag* flag, void (*function)(void)) { pthread_once(flag, function); }
