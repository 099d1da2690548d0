#ifndef FENCEPOST_SYS_TIME_H
#define FENCEPOST_SYS_TIME_H

#include <fencepost_types.h>

struct timezone {
  int tz_minuteswest;
  int tz_dsttime;
};

struct itimerval {
  struct timeval it_interval;
  struct timeval it_value;
};

#define timerisset(time) ((time)->tv_sec || (time)->tv_usec)
#define timerclear(time) ((time)->tv_sec = (time)->tv_usec = 0)
#define timercmp(a, b, op) (((a)->tv_sec == (b)->tv_sec) ? ((a)->tv_usec op(b)->tv_usec) : ((a)->tv_sec op(b)->tv_sec))
#define timeradd(a, b, sum)                       \
  do {                                            \
    (sum)->tv_sec = (a)->tv_sec + (b)->tv_sec;    \
    (sum)->tv_usec = (a)->tv_usec + (b)->tv_usec; \
    if ((sum)->tv_usec >= 1000000) {              \
      ++(sum)->tv_sec;                            \
      (sum)->tv_usec -= 1000000;                  \
    }                                             \
  } while (0)
#define timersub(a, b, rest)                       \
  do {                                             \
    (rest)->tv_sec = (a)->tv_sec - (b)->tv_sec;    \
    (rest)->tv_usec = (a)->tv_usec - (b)->tv_usec; \
    if ((rest)->tv_usec < 0) {                     \
      --(rest)->tv_sec;                            \
      (rest)->tv_usec += 1000000;                  \
    }                                              \
  } while (0)

extern int gettimeofday(struct timeval* __restrict __now, void* __restrict __zone);

#endif
