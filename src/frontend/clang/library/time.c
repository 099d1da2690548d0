/* <time.h>, <unistd.h>: clocks show any time from 1970 on for many thousands of years, or fail; see string.c for the rules. */
#include <errno.h>
#include <fencepost_intrinsics.h>
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

//: time clock_gettime timespec_get gettimeofday | | any time from 1970 on for 30,000 years, or failure
//: nanosleep sleep usleep | | a signal may end it
time_t time(time_t* result) {
  time_t now = __fencepost_any_bool() ? (time_t)-1 : __fencepost_now();
  if (result != 0) *result = now;
  return now;
}

int clock_gettime(clockid_t clock_id, struct timespec* result) {
  (void)clock_id;
  if (__fencepost_any_bool()) {
    errno = EINVAL;
    return -1;
  }
  result->tv_sec = __fencepost_now();
  result->tv_nsec = __fencepost_part(1000000000);
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

/* Who sleeps may be woken by a signal. */
int nanosleep(const struct timespec* duration, struct timespec* left) {
  __fencepost_check_read(duration, sizeof *duration);
  if (!__fencepost_any_bool()) return 0;
  errno = EINTR;
  if (left != 0) {
    left->tv_sec = __fencepost_now();
    left->tv_nsec = __fencepost_part(1000000000);
  }
  return -1;
}

unsigned int sleep(unsigned int seconds) {
  unsigned int left = (unsigned int)__fencepost_any_int();
  return left <= seconds ? left : 0;
}

int usleep(useconds_t microseconds) {
  (void)microseconds;
  if (!__fencepost_any_bool()) return 0;
  errno = EINTR;
  return -1;
}
