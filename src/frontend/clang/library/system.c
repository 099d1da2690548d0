/* What programs ask the system for: memory, numbers of threads and processors, waiting for nothing, masks of signals that never come;
   see string.c for the rules. */
#include <errno.h>
#include <fencepost_intrinsics.h>
#include <limits.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define __FENCEPOST_PAGE 4096

static long __fencepost_refused(int error) {
  errno = error;
  return -1;
}

/* In the kernel's convention, and that of musl's __syscall: the error itself, negative, and errno stays. */
int __fencepost_errno_now(void) { return errno; }
long __fencepost_raw_result(long result, int before) {
  if (result != -1) return result;
  long error = -(long)errno;
  errno = before;
  return error;
}

//: sysconf | | pages have 4096 bytes; any number of processors from 1 to 4096, each time; else any number from -1 on
//: getpagesize | | 4096
//- sysconf getpagesize sched_getcpu getcpu gettid | what the host answers is its own
long sysconf(int name) {
  long any = __fencepost_any_long();
  if (name == _SC_PAGESIZE) return __FENCEPOST_PAGE;
  if (name == _SC_CLK_TCK) return 100;
  if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) return any >= 1 && any <= 4096 ? any : 1;
  if (any >= 0) return any;
  return __fencepost_any_bool() ? __fencepost_refused(EINVAL) : -1;
}

int getpagesize(void) { return __FENCEPOST_PAGE; }

//: gettid | | `getpid` in the first thread, any other number in each other one, always the same
//: sched_getcpu getcpu | | any number up to 1023, each time another
static _Thread_local int __fencepost_tid;

/* They differ, since they differ modulo 32. */
pid_t gettid(void) {
  if (__fencepost_tid == 0) {
    unsigned long me = __fencepost_self();
    if (me >= 32) __fencepost_unsupported("gettid in so many threads");
    long long first = getpid(), other = first + (long long)me + 32LL * __fencepost_any_int();
    if (other < 1 || other > INT_MAX) other = first + (long long)me - (first > INT_MAX - 32 ? 64 : 0);
    __fencepost_tid = me == 0 ? (int)first : (int)other;
  }
  return __fencepost_tid;
}

int sched_getcpu(void) { return __fencepost_any_int() & 1023; }

int getcpu(unsigned int* processor, unsigned int* node) {
  if (processor != 0) *processor = (unsigned int)__fencepost_any_int() & 1023;
  if (node != 0) *node = (unsigned int)__fencepost_any_int() & 1023;
  return 0;
}

/* A kernel need not have it: who asks is told so, and has another way. */
//: membarrier | | not there: `ENOSYS`
//- membarrier | the host may have it
long membarrier(int command, unsigned int flags, int processor) {
  (void)command, (void)flags, (void)processor;
  return __fencepost_refused(ENOSYS);
}

//: mmap | | zeros; with `--malloc-may-fail` `MAP_FAILED`; UNKNOWN: files, fixed addresses, pages that are not for reading and writing
//: munmap mprotect madvise | all of what `mmap` gave (`munmap`) | UNKNOWN: a part of it, other rights, `MADV_DONTNEED` and its kin
void* mmap(void* where, size_t bytes, int rights, int flags, int file, off_t offset) {
  (void)where, (void)file, (void)offset;
  if ((flags & MAP_ANONYMOUS) == 0) __fencepost_unsupported("mmap of a file");
  if ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0) __fencepost_unsupported("mmap at a given address");
  if ((rights & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE))
    __fencepost_unsupported("mmap of what is not for reading and writing");
  if (bytes == 0 || (flags & (MAP_PRIVATE | MAP_SHARED)) == 0) {
    errno = EINVAL;
    return MAP_FAILED;
  }
  size_t whole = (bytes + __FENCEPOST_PAGE - 1) / __FENCEPOST_PAGE * __FENCEPOST_PAGE;
  void* made = whole < bytes ? 0 : aligned_alloc(__FENCEPOST_PAGE, whole);
  if (made == 0) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  memset(made, 0, whole);
  return made;
}

int munmap(void* where, size_t bytes) {
  size_t whole = (bytes + __FENCEPOST_PAGE - 1) / __FENCEPOST_PAGE * __FENCEPOST_PAGE;
  if (bytes == 0) return (int)__fencepost_refused(EINVAL);
  if (__fencepost_size_of(where) != whole) __fencepost_unsupported("munmap of a part of what mmap gave");
  free(where);
  return 0;
}

int mprotect(void* where, size_t bytes, int rights) {
  __fencepost_check_read(where, bytes);
  if ((rights & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE)) __fencepost_unsupported("mprotect");
  return 0;
}

int madvise(void* where, size_t bytes, int advice) {
  __fencepost_check_read(where, bytes);
  int is_hint = (advice >= MADV_NORMAL && advice <= MADV_WILLNEED) || advice == MADV_HUGEPAGE ||
                advice == MADV_NOHUGEPAGE || advice == MADV_DONTDUMP || advice == MADV_DONTFORK;
  if (!is_hint) __fencepost_unsupported("this advice of madvise");
  return 0;
}

//: poll | | without files: a signal may end it; UNKNOWN: files
//: clock_nanosleep | | as `nanosleep`, but it returns the error
//: clock_getres | | any time up to a second
int poll(struct pollfd* files, nfds_t count, int timeout) {
  (void)files, (void)timeout;
  if (count != 0) __fencepost_unsupported("poll of files");
  return __fencepost_any_bool() ? (int)__fencepost_refused(EINTR) : 0;
}

int clock_nanosleep(clockid_t clock_id, int flags, const struct timespec* until, struct timespec* left) {
  (void)clock_id;
  int before = errno;
  int error = nanosleep(until, flags & TIMER_ABSTIME ? 0 : left) == 0 ? 0 : errno;
  errno = before;
  return error;
}

int clock_getres(clockid_t clock_id, struct timespec* resolution) {
  if (clock_id < 0 || clock_id > CLOCK_TAI) return (int)__fencepost_refused(EINVAL);
  int any = __fencepost_any_int();
  if (resolution != 0) {
    resolution->tv_sec = 0;
    resolution->tv_nsec = any >= 1 && any < 1000000000 ? any : 1;
  }
  return 0;
}

//: sigemptyset sigfillset sigaddset sigdelset sigismember | |
//: pthread_sigmask sigprocmask | | signals never come
static _Thread_local sigset_t __fencepost_mask;

int sigemptyset(sigset_t* set) {
  memset(set, 0, sizeof *set);
  return 0;
}

int sigfillset(sigset_t* set) {
  memset(set, 0xff, sizeof *set);
  return 0;
}

static int __fencepost_is_signal(int number) { return number >= 1 && number <= 64; }
#define __FENCEPOST_WORD(set, number) (set)->__bits[((number) - 1) / (8 * sizeof(unsigned long))]
#define __FENCEPOST_BIT(number) (1ul << ((number) - 1) % (8 * sizeof(unsigned long)))

int sigaddset(sigset_t* set, int number) {
  if (!__fencepost_is_signal(number)) return (int)__fencepost_refused(EINVAL);
  __FENCEPOST_WORD(set, (unsigned int)number) |= __FENCEPOST_BIT((unsigned int)number);
  return 0;
}

int sigdelset(sigset_t* set, int number) {
  if (!__fencepost_is_signal(number)) return (int)__fencepost_refused(EINVAL);
  __FENCEPOST_WORD(set, (unsigned int)number) &= ~__FENCEPOST_BIT((unsigned int)number);
  return 0;
}

int sigismember(const sigset_t* set, int number) {
  if (!__fencepost_is_signal(number)) return (int)__fencepost_refused(EINVAL);
  return (__FENCEPOST_WORD(set, (unsigned int)number) & __FENCEPOST_BIT((unsigned int)number)) != 0;
}

int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) {
  if (set != 0 && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK) return EINVAL;
  sigset_t before = __fencepost_mask;
  for (unsigned int i = 0; set != 0 && i < sizeof set->__bits / sizeof set->__bits[0]; ++i) {
    if (how == SIG_BLOCK) __fencepost_mask.__bits[i] |= set->__bits[i];
    if (how == SIG_UNBLOCK) __fencepost_mask.__bits[i] &= ~set->__bits[i];
    if (how == SIG_SETMASK) __fencepost_mask.__bits[i] = set->__bits[i];
  }
  if (old != 0) *old = before;
  return 0;
}

int sigprocmask(int how, const sigset_t* restrict set, sigset_t* restrict old) {
  int error = pthread_sigmask(how, set, old);
  return error == 0 ? 0 : (int)__fencepost_refused(error);
}
