/* Semaphores (POSIX). Nothing but sem_init makes one. Who waits while it is destroyed finds INT_MIN, as who comes later. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <limits.h>
#include <semaphore.h>

//: sem_wait sem_trywait sem_post sem_destroy | `sem_init` made it, no copy |
//: sem_getvalue | `sem_init` made it, no copy | not modelled: less than 0 while threads wait
//: sem_timedwait | `sem_init` made it, no copy | no time only while it is 0

#define __FENCEPOST_IS_SEMAPHORE(semaphore) __fencepost_check("uninit-lock", (semaphore)->__self == (semaphore))

int sem_init(sem_t* semaphore, int shared, unsigned int value) {
  (void)shared;
  if (value > SEM_VALUE_MAX) {
    errno = EINVAL;
    return -1;
  }
  if (__FENCEPOST_MAY_BE_IN_USE(semaphore))
    __fencepost_check("reinit", semaphore->__self == 0 || semaphore->__value == INT_MIN);
  semaphore->__value = (int)value;
  __FENCEPOST_BE_ITSELF(semaphore);
  return 0;
}

int sem_destroy(sem_t* semaphore) {
  __FENCEPOST_IS_SEMAPHORE(semaphore);
  int old = __atomic_exchange_n(&semaphore->__value, INT_MIN, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != INT_MIN);
  return 0;
}

int sem_wait(sem_t* semaphore) {
  __FENCEPOST_IS_SEMAPHORE(semaphore);
  int old = __fencepost_add_if_at_least(&semaphore->__value, 1, -1, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != INT_MIN);
  __fencepost_await(old >= 1);
  return 0;
}

int sem_trywait(sem_t* semaphore) {
  __FENCEPOST_IS_SEMAPHORE(semaphore);
  int old = __fencepost_try_add_if_at_least(&semaphore->__value, 1, -1, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != INT_MIN);
  if (old >= 1) return 0;
  errno = EAGAIN;
  return -1;
}

int sem_timedwait(sem_t* semaphore, const struct timespec* until) {
  __FENCEPOST_IS_SEMAPHORE(semaphore);
  int old = __fencepost_try_add_if_at_least(&semaphore->__value, 1, -1, __ATOMIC_ACQUIRE);
  __fencepost_check("uninit-lock", old != INT_MIN);
  if (old >= 1) return 0;
  errno = __FENCEPOST_IS_TIME(until) ? ETIMEDOUT : EINVAL;
  return -1;
}

int sem_post(sem_t* semaphore) {
  __FENCEPOST_IS_SEMAPHORE(semaphore);
  int old = __fencepost_add_unless(&semaphore->__value, SEM_VALUE_MAX, 1, __ATOMIC_RELEASE);
  __fencepost_check("uninit-lock", old != INT_MIN);
  if (old != SEM_VALUE_MAX) return 0;
  errno = EOVERFLOW;
  return -1;
}

int sem_getvalue(sem_t* semaphore, int* value) {
  __FENCEPOST_IS_SEMAPHORE(semaphore);
  *value = __fencepost_look(&semaphore->__value);
  __fencepost_check("uninit-lock", *value != INT_MIN);
  return 0;
}
