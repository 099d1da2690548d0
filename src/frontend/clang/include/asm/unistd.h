#ifndef FENCEPOST_ASM_UNISTD_H
#define FENCEPOST_ASM_UNISTD_H

#include <sys/syscall.h>

#endif
