#ifndef FENCEPOST_SYS_RESOURCE_H
#define FENCEPOST_SYS_RESOURCE_H

#include <sys/time.h>

#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN (-1)
#define RUSAGE_THREAD 1
#define RLIMIT_STACK 3
#define RLIMIT_NOFILE 7
#define RLIMIT_MEMLOCK 8
#define RLIM_INFINITY (~(rlim_t)0)

typedef unsigned long rlim_t;
struct rlimit {
  rlim_t rlim_cur;
  rlim_t rlim_max;
};
struct rusage {
  struct timeval ru_utime;
  struct timeval ru_stime;
  long ru_maxrss;
  long ru_nvcsw;
  long ru_nivcsw;
};

extern int getrlimit(int __resource, struct rlimit* __limits);
extern int setrlimit(int __resource, const struct rlimit* __limits);
extern int getrusage(int __who, struct rusage* __usage);

#endif
