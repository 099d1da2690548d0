#ifndef FENCEPOST_FCNTL_H
#define FENCEPOST_FCNTL_H

#include <fencepost_types.h>

#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1

extern int open(const char* __path, int __flags, ...);
extern int creat(const char* __path, mode_t __mode);
extern int fcntl(int __descriptor, int __command, ...);

#endif
