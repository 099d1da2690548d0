#ifndef FENCEPOST_SYS_EVENTFD_H
#define FENCEPOST_SYS_EVENTFD_H

#include <fencepost_types.h>

#define EFD_SEMAPHORE 1
#define EFD_NONBLOCK 04000
#define EFD_CLOEXEC 02000000

typedef __UINT64_TYPE__ eventfd_t;

extern int eventfd(unsigned int __count, int __flags);
extern int eventfd_read(int __descriptor, eventfd_t* __value);
extern int eventfd_write(int __descriptor, eventfd_t __value);

#endif
