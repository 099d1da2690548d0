/* Types that several headers share. Built on the compiler's predefined macros, so that one text serves every data
   model. Only declarations and macros live in this folder: what a function does is said by the front end or by
   library/. */
#ifndef FENCEPOST_TYPES_H
#define FENCEPOST_TYPES_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef long off_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int mode_t;
typedef unsigned long dev_t;
typedef unsigned long ino_t;
typedef unsigned long nlink_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef long suseconds_t;
typedef unsigned int useconds_t;

#ifndef NULL
#define NULL ((void*)0)
#endif

struct timespec {
  time_t tv_sec;
  long tv_nsec;
};

struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};

#endif
