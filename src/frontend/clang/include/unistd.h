#ifndef FENCEPOST_UNISTD_H
#define FENCEPOST_UNISTD_H

#include <fencepost_types.h>

typedef __INTPTR_TYPE__ intptr_t;

#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define _SC_ARG_MAX 0
#define _SC_CLK_TCK 2
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE _SC_PAGESIZE
#define _SC_IOV_MAX 60
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_LEVEL1_DCACHE_LINESIZE 190
#define _POSIX_TIMERS 200809L
#define _POSIX_THREADS 200809L
#define _POSIX_MONOTONIC_CLOCK 0
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif

extern ssize_t read(int __descriptor, void* __to, size_t __bytes);
extern ssize_t write(int __descriptor, const void* __from, size_t __bytes);
extern int close(int __descriptor);
extern off_t lseek(int __descriptor, off_t __offset, int __whence);
extern int pipe(int __descriptors[2]);
extern int dup(int __descriptor);
extern int dup2(int __from, int __to);
extern int access(const char* __path, int __mode);
extern int unlink(const char* __path);
extern int rmdir(const char* __path);
extern int chdir(const char* __path);
extern char* getcwd(char* __to, size_t __bytes);
extern int isatty(int __descriptor);
extern int fsync(int __descriptor);
extern int ftruncate(int __descriptor, off_t __bytes);
extern unsigned int sleep(unsigned int __seconds);
extern int usleep(useconds_t __microseconds);
extern unsigned int alarm(unsigned int __seconds);
extern int pause(void);
extern pid_t fork(void);
extern pid_t getpid(void);
extern pid_t getppid(void);
extern pid_t gettid(void);
extern long syscall(long __number, ...);
extern int getpagesize(void);
extern uid_t getuid(void);
extern uid_t geteuid(void);
extern gid_t getgid(void);
extern int execv(const char* __path, char* const __arguments[]);
extern int execvp(const char* __file, char* const __arguments[]);
extern long sysconf(int __name);
extern _Noreturn void _exit(int __status);
extern int getopt(int __count, char* const __arguments[], const char* __options);
extern char* optarg;
extern int optind, opterr, optopt;

#endif
