#ifndef FENCEPOST_SCHED_H
#define FENCEPOST_SCHED_H

#include <fencepost_types.h>

struct sched_param {
  int sched_priority;
};

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2

#define SCHED_BATCH 3
#define SCHED_IDLE 5
#define CPU_SETSIZE 1024

typedef struct {
  unsigned long __bits[CPU_SETSIZE / (8 * sizeof(unsigned long))];
} cpu_set_t;
#define __FENCEPOST_CPU_WORD(cpu, set) (set)->__bits[(cpu) / (8 * sizeof(unsigned long))]
#define __FENCEPOST_CPU_BIT(cpu) (1ul << ((cpu) % (8 * sizeof(unsigned long))))
#define CPU_ZERO(set) __builtin_memset((set), 0, sizeof(cpu_set_t))
#define CPU_SET(cpu, set) (__FENCEPOST_CPU_WORD(cpu, set) |= __FENCEPOST_CPU_BIT(cpu))
#define CPU_CLR(cpu, set) (__FENCEPOST_CPU_WORD(cpu, set) &= ~__FENCEPOST_CPU_BIT(cpu))
#define CPU_ISSET(cpu, set) ((__FENCEPOST_CPU_WORD(cpu, set) & __FENCEPOST_CPU_BIT(cpu)) != 0)

extern int sched_getcpu(void);
extern int getcpu(unsigned int* __processor, unsigned int* __node);
extern int sched_setaffinity(pid_t __process, size_t __bytes, const cpu_set_t* __set);
extern int sched_getaffinity(pid_t __process, size_t __bytes, cpu_set_t* __set);
extern int sched_setscheduler(pid_t __process, int __policy, const struct sched_param* __parameters);
extern int sched_yield(void);
extern int sched_get_priority_max(int __policy);
extern int sched_get_priority_min(int __policy);

#endif
