#ifndef FENCEPOST_SYS_SELECT_H
#define FENCEPOST_SYS_SELECT_H

#include <fencepost_types.h>

#define FD_SETSIZE 1024
typedef struct {
  unsigned long __bits[FD_SETSIZE / (8 * sizeof(unsigned long))];
} fd_set;

extern int select(int __count, fd_set* __reads, fd_set* __writes, fd_set* __others, struct timeval* __timeout);

#endif
