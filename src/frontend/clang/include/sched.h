#ifndef FENCEPOST_SCHED_H
#define FENCEPOST_SCHED_H

#include <fencepost_types.h>

struct sched_param {
  int sched_priority;
};

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2

extern int sched_yield(void);
extern int sched_get_priority_max(int __policy);
extern int sched_get_priority_min(int __policy);

#endif
