#ifndef FENCEPOST_SYS_TIME_H
#define FENCEPOST_SYS_TIME_H

#include <fencepost_types.h>

struct timezone {
  int tz_minuteswest;
  int tz_dsttime;
};

extern int gettimeofday(struct timeval* __restrict __now, void* __restrict __zone);

#endif
