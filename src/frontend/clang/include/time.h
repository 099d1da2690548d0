#ifndef FENCEPOST_TIME_H
#define FENCEPOST_TIME_H

#include <fencepost_types.h>

struct tm {
  int tm_sec;
  int tm_min;
  int tm_hour;
  int tm_mday;
  int tm_mon;
  int tm_year;
  int tm_wday;
  int tm_yday;
  int tm_isdst;
};

#define CLOCKS_PER_SEC ((clock_t)1000000)
#define TIME_UTC 1
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define CLOCK_TAI 11
#define TIMER_ABSTIME 1

extern clock_t clock(void);
extern time_t time(time_t* __result);
extern double difftime(time_t __later, time_t __earlier);
extern time_t mktime(struct tm* __broken_down);
extern int timespec_get(struct timespec* __result, int __base);
extern int clock_gettime(clockid_t __clock_id, struct timespec* __result);
extern int clock_getres(clockid_t __clock_id, struct timespec* __resolution);
extern int clock_nanosleep(clockid_t __clock_id, int __flags, const struct timespec* __until, struct timespec* __left);
extern int nanosleep(const struct timespec* __duration, struct timespec* __left);
extern char* asctime(const struct tm* __broken_down);
extern char* ctime(const time_t* __when);
extern struct tm* gmtime(const time_t* __when);
extern struct tm* localtime(const time_t* __when);
extern struct tm* localtime_r(const time_t* __when, struct tm* __result);
extern size_t strftime(char* __restrict __to, size_t __bytes, const char* __restrict __format,
                       const struct tm* __restrict __broken_down);

#endif
