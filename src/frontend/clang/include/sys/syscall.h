#ifndef FENCEPOST_SYS_SYSCALL_H
#define FENCEPOST_SYS_SYSCALL_H

/* The numbers of x86-64, on every target: known_system.cpp knows calls by them. */
#define __NR_read 0
#define __NR_write 1
#define __NR_close 3
#define __NR_mmap 9
#define __NR_mprotect 10
#define __NR_munmap 11
#define __NR_rt_sigaction 13
#define __NR_rt_sigprocmask 14
#define __NR_sched_yield 24
#define __NR_madvise 28
#define __NR_nanosleep 35
#define __NR_getpid 39
#define __NR_clone 56
#define __NR_exit 60
#define __NR_gettimeofday 96
#define __NR_gettid 186
#define __NR_tkill 200
#define __NR_time 201
#define __NR_futex 202
#define __NR_sched_setaffinity 203
#define __NR_sched_getaffinity 204
#define __NR_set_tid_address 218
#define __NR_clock_gettime 228
#define __NR_clock_nanosleep 230
#define __NR_exit_group 231
#define __NR_tgkill 234
#define __NR_eventfd2 290
#define __NR_getcpu 309
#define __NR_membarrier 324
#define __NR_rseq 334
#define SYS_read __NR_read
#define SYS_write __NR_write
#define SYS_close __NR_close
#define SYS_mmap __NR_mmap
#define SYS_mprotect __NR_mprotect
#define SYS_munmap __NR_munmap
#define SYS_rt_sigaction __NR_rt_sigaction
#define SYS_rt_sigprocmask __NR_rt_sigprocmask
#define SYS_sched_yield __NR_sched_yield
#define SYS_madvise __NR_madvise
#define SYS_nanosleep __NR_nanosleep
#define SYS_getpid __NR_getpid
#define SYS_clone __NR_clone
#define SYS_exit __NR_exit
#define SYS_gettimeofday __NR_gettimeofday
#define SYS_gettid __NR_gettid
#define SYS_tkill __NR_tkill
#define SYS_time __NR_time
#define SYS_futex __NR_futex
#define SYS_sched_setaffinity __NR_sched_setaffinity
#define SYS_sched_getaffinity __NR_sched_getaffinity
#define SYS_set_tid_address __NR_set_tid_address
#define SYS_clock_gettime __NR_clock_gettime
#define SYS_clock_nanosleep __NR_clock_nanosleep
#define SYS_exit_group __NR_exit_group
#define SYS_tgkill __NR_tgkill
#define SYS_eventfd2 __NR_eventfd2
#define SYS_getcpu __NR_getcpu
#define SYS_membarrier __NR_membarrier
#define SYS_rseq __NR_rseq

extern long syscall(long __number, ...);

#endif
