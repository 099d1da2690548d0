#ifndef FENCEPOST_SYSCALL_H
#define FENCEPOST_SYSCALL_H

#include <sys/syscall.h>

#endif
