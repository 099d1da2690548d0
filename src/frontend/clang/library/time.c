/* <time.h>, <unistd.h>: clocks show any time from 1970 on for many thousands of years, or fail; see string.c for the rules. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <limits.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define __FENCEPOST_BELOW(any, limit) ((any) >= 0 && (any) < (limit) ? (any) : 0)

/* A part of a second, in units of which there are so many. */
static long __fencepost_part(long units) {
  long any = __fencepost_any_long();
  return __FENCEPOST_BELOW(any, units);
}

static time_t __fencepost_now(void) {
  return (time_t)__fencepost_part(sizeof(time_t) > 4 ? 1L << 20 << 20 : 0x7fffffff);
}

//: time timespec_get | | any time from 1970 on for 30,000 years, or failure
//: clock_gettime | | any time from 1970 on for 30,000 years; `CLOCK_MONOTONIC` in a thread none before; other clocks but `CLOCK_REALTIME`: or failure
//: gettimeofday | | any time from 1970 on for 30,000 years
//: clock | | any number from -1 on
//: nanosleep sleep usleep | | a signal may end it, and something be left
//: getpid | | any number from 1 on, always the same
time_t time(time_t* result) {
  time_t now = __fencepost_any_bool() ? (time_t)-1 : __fencepost_now();
  if (result != 0) *result = now;
  return now;
}

/* Not all there is, so that times can be subtracted, also from that of no clock. */
clock_t clock(void) {
  long any = __fencepost_any_long();
  return any >= 0 && any < LONG_MAX ? (clock_t)any : -1;
}

static int __fencepost_is_before(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

_Thread_local struct timespec __fencepost_latest;

/* POSIX: what CLOCK_MONOTONIC shows never decreases. Linux has it and CLOCK_REALTIME, so asking them does not fail. */
int clock_gettime(clockid_t clock_id, struct timespec* result) {
  int is_there = clock_id == CLOCK_REALTIME || clock_id == CLOCK_MONOTONIC;
  if (!is_there && __fencepost_any_bool()) {
    errno = EINVAL;
    return -1;
  }
  struct timespec now = {__fencepost_now(), __fencepost_part(1000000000)};
  if (clock_id == CLOCK_MONOTONIC) {
    if (__fencepost_is_before(now, __fencepost_latest)) now = __fencepost_latest;
    __fencepost_latest = now;
  }
  *result = now;
  return 0;
}

int timespec_get(struct timespec* result, int base) {
  if (base != TIME_UTC || __fencepost_any_bool()) return 0;
  result->tv_sec = __fencepost_now();
  result->tv_nsec = __fencepost_part(1000000000);
  return base;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  now->tv_sec = __fencepost_now();
  now->tv_usec = __fencepost_part(1000000);
  return 0;
}

/* Who sleeps may be woken by a signal, before the time is over. */
int nanosleep(const struct timespec* duration, struct timespec* left) {
  struct timespec wanted = *duration;
  if (wanted.tv_sec < 0 || wanted.tv_nsec < 0 || wanted.tv_nsec >= 1000000000) {
    errno = EINVAL;
    return -1;
  }
  if (!__fencepost_any_bool()) return 0;
  errno = EINTR;
  if (left != 0) {
    struct timespec any = {__fencepost_now(), __fencepost_part(1000000000)};
    *left = __fencepost_is_before(wanted, any) ? wanted : any;
  }
  return -1;
}

unsigned int sleep(unsigned int seconds) {
  unsigned int left = (unsigned int)__fencepost_any_int();
  return left <= seconds ? left : 0;
}

/* Of a second or more it may say that it is too much (POSIX). */
int usleep(useconds_t microseconds) {
  if (!__fencepost_any_bool()) return 0;
  errno = microseconds >= 1000000 && __fencepost_any_bool() ? EINVAL : EINTR;
  return -1;
}

static int __fencepost_process;

pid_t getpid(void) {
  int any = __fencepost_any_int();
  if (any <= 0) any = 1;
  int old = __fencepost_compare_exchange(&__fencepost_process, 0, any, __ATOMIC_RELAXED);
  return old == 0 ? any : old;
}
