#ifndef FENCEPOST_SYS_SYSCALL_H
#define FENCEPOST_SYS_SYSCALL_H

/* The numbers of the target (--target; i386's with --data-model ILP32): known_system.cpp knows calls by them. */
#if defined(__i386__)
#define __NR_exit 1
#define __NR_read 3
#define __NR_write 4
#define __NR_close 6
#define __NR_time 13
#define __NR_getpid 20
#define __NR_gettimeofday 78
#define __NR_munmap 91
#define __NR_clone 120
#define __NR_mprotect 125
#define __NR_sched_yield 158
#define __NR_nanosleep 162
#define __NR_mremap 163
#define __NR_rt_sigaction 174
#define __NR_rt_sigprocmask 175
#define __NR_madvise 219
#define __NR_gettid 224
#define __NR_tkill 238
#define __NR_futex 240
#define __NR_sched_setaffinity 241
#define __NR_sched_getaffinity 242
#define __NR_exit_group 252
#define __NR_set_tid_address 258
#define __NR_clock_gettime 265
#define __NR_clock_nanosleep 267
#define __NR_tgkill 270
#define __NR_getcpu 318
#define __NR_eventfd2 328
#define __NR_membarrier 375
#define __NR_rseq 386
#elif defined(__x86_64__)
#define __NR_read 0
#define __NR_write 1
#define __NR_close 3
#define __NR_mmap 9
#define __NR_mprotect 10
#define __NR_munmap 11
#define __NR_rt_sigaction 13
#define __NR_rt_sigprocmask 14
#define __NR_sched_yield 24
#define __NR_mremap 25
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
#elif defined(__powerpc64__)
#define __NR_exit 1
#define __NR_read 3
#define __NR_write 4
#define __NR_close 6
#define __NR_time 13
#define __NR_getpid 20
#define __NR_gettimeofday 78
#define __NR_mmap 90
#define __NR_munmap 91
#define __NR_clone 120
#define __NR_mprotect 125
#define __NR_sched_yield 158
#define __NR_nanosleep 162
#define __NR_mremap 163
#define __NR_rt_sigaction 173
#define __NR_rt_sigprocmask 174
#define __NR_madvise 205
#define __NR_gettid 207
#define __NR_tkill 208
#define __NR_futex 221
#define __NR_sched_setaffinity 222
#define __NR_sched_getaffinity 223
#define __NR_set_tid_address 232
#define __NR_exit_group 234
#define __NR_clock_gettime 246
#define __NR_clock_nanosleep 248
#define __NR_tgkill 250
#define __NR_getcpu 302
#define __NR_eventfd2 314
#define __NR_membarrier 365
#define __NR_rseq 387
#else /* aarch64 and riscv64 */
#define __NR_eventfd2 19
#define __NR_close 57
#define __NR_read 63
#define __NR_write 64
#define __NR_exit 93
#define __NR_exit_group 94
#define __NR_set_tid_address 96
#define __NR_futex 98
#define __NR_nanosleep 101
#define __NR_clock_gettime 113
#define __NR_clock_nanosleep 115
#define __NR_sched_setaffinity 122
#define __NR_sched_getaffinity 123
#define __NR_sched_yield 124
#define __NR_tkill 130
#define __NR_tgkill 131
#define __NR_rt_sigaction 134
#define __NR_rt_sigprocmask 135
#define __NR_getcpu 168
#define __NR_gettimeofday 169
#define __NR_getpid 172
#define __NR_gettid 178
#define __NR_munmap 215
#define __NR_mremap 216
#define __NR_clone 220
#define __NR_mmap 222
#define __NR_mprotect 226
#define __NR_madvise 233
#define __NR_membarrier 283
#define __NR_rseq 293
#endif
#define SYS_read __NR_read
#define SYS_write __NR_write
#define SYS_close __NR_close
#ifdef __NR_mmap
#define SYS_mmap __NR_mmap
#endif
#define SYS_mprotect __NR_mprotect
#define SYS_munmap __NR_munmap
#define SYS_rt_sigaction __NR_rt_sigaction
#define SYS_rt_sigprocmask __NR_rt_sigprocmask
#define SYS_sched_yield __NR_sched_yield
#define SYS_mremap __NR_mremap
#define SYS_madvise __NR_madvise
#define SYS_nanosleep __NR_nanosleep
#define SYS_getpid __NR_getpid
#define SYS_clone __NR_clone
#define SYS_exit __NR_exit
#define SYS_gettimeofday __NR_gettimeofday
#define SYS_gettid __NR_gettid
#define SYS_tkill __NR_tkill
#ifdef __NR_time
#define SYS_time __NR_time
#endif
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
