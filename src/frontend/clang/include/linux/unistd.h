#ifndef FENCEPOST_LINUX_UNISTD_H
#define FENCEPOST_LINUX_UNISTD_H

#include <sys/syscall.h>

#endif
