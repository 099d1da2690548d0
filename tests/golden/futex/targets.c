// Numbers of system calls are those of the target, in our header as in the kernel's.
// fencepost: verify --model sc
// fencepost: verify --model sc --target aarch64
// fencepost: verify --model sc --target riscv64
// fencepost: verify --model sc --target ppc64
// fencepost: verify --model sc --data-model ILP32
// fencepost: verify --model sc --target aarch64 -DNUMBER=39
// fencepost: verify --model sc --target aarch64 -DNUMBER=202
// fencepost: verify --model sc -DNUMBER=98
#include <assert.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__i386__)
enum { FUTEX = 240, GETPID = 20, YIELD = 158 };
#elif defined(__x86_64__)
enum { FUTEX = 202, GETPID = 39, YIELD = 24 };
#elif defined(__powerpc64__)
enum { FUTEX = 221, GETPID = 20, YIELD = 158 };
#else
enum { FUTEX = 98, GETPID = 172, YIELD = 124 };
#endif

static int word;

// The number is known where this is called.
static long by_number(long number, void *first, long second, long third) {
  return syscall(number, first, second, third);
}

int main(void) {
#ifdef NUMBER
  assert(syscall(NUMBER, &word, 0) > 0);  // of aarch64 umount2 and accept, of x86-64 getrusage
#else
  assert(SYS_futex == FUTEX && __NR_getpid == GETPID && SYS_sched_yield == YIELD);
  assert(syscall(FUTEX, &word, FUTEX_WAKE, 1) == 0);
  assert(syscall(GETPID) == getpid() && syscall(YIELD) == 0);
  assert(syscall(SYS_gettid) == getpid() && syscall(SYS_membarrier, 0, 0, 0) == -1);
  assert(by_number(FUTEX, &word, FUTEX_WAKE, 1) == 0);
  assert(by_number(GETPID, 0, 0, 0) == getpid());
  syscall(SYS_exit_group, 0);
  assert(0);
#endif
  return 0;
}
