#ifndef FENCEPOST_SYS_WAIT_H
#define FENCEPOST_SYS_WAIT_H

#include <fencepost_types.h>

#define WNOHANG 1
#define WEXITSTATUS(status) (((status) >> 8) & 0xff)
#define WIFEXITED(status) (((status) & 0x7f) == 0)

extern pid_t wait(int* __status);
extern pid_t waitpid(pid_t __process, int* __status, int __options);

#endif
