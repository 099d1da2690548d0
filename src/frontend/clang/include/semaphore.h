#ifndef FENCEPOST_SEMAPHORE_H
#define FENCEPOST_SEMAPHORE_H

#include <fencepost_types.h>

typedef struct {
  int __value;
  void* __self;
} sem_t;

#define SEM_FAILED ((sem_t*)0)
#define SEM_VALUE_MAX 2147483647

extern int sem_init(sem_t* __semaphore, int __shared, unsigned int __value);
extern int sem_destroy(sem_t* __semaphore);
extern int sem_wait(sem_t* __semaphore);
extern int sem_trywait(sem_t* __semaphore);
extern int sem_timedwait(sem_t* __restrict __semaphore, const struct timespec* __restrict __until);
extern int sem_post(sem_t* __semaphore);
extern int sem_getvalue(sem_t* __restrict __semaphore, int* __restrict __value);

#endif
