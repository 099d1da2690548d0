// System calls by the instruction itself, as in musl's syscall_arch.h: the number is known where the function is called.
// fencepost: verify --model tso
// fencepost: verify --model aarch64
// fencepost: verify --model power
// fencepost: verify --model riscv
// fencepost: verify --model sc --property no-deadlock
// fencepost: verify --model aarch64 -DLOST --property no-deadlock
// fencepost: verify --model tso -DERRORS
// fencepost: verify --model aarch64 -DERRORS
// fencepost: verify --model power -DERRORS
// fencepost: verify --model riscv -DERRORS
// fencepost: verify --model tso -DOTHER
// fencepost: verify --model tso -DLEAVES
// fencepost: verify --model tso -DNO_MEMORY
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef NO_MEMORY
#define MEMORY
#else
#define MEMORY , "memory"
#endif

static inline long call(long n, long a, long b, long c, long d) {
#if defined(__x86_64__)
  unsigned long ret;
  register long r10 __asm__("r10") = d;
  __asm__ __volatile__("syscall"
                       : "=a"(ret)
                       : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10)
                       : "rcx", "r11" MEMORY);
  return ret;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = n;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  __asm__ __volatile__("svc 0" : "=r"(x0) : "r"(x8), "0"(x0), "r"(x1), "r"(x2), "r"(x3) : "memory", "cc");
  return x0;
#elif defined(__powerpc64__)
  register long r0 __asm__("r0") = n;
  register long r3 __asm__("r3") = a;
  register long r4 __asm__("r4") = b;
  register long r5 __asm__("r5") = c;
  register long r6 __asm__("r6") = d;
  __asm__ __volatile__("sc ; bns+ 1f ; neg %1, %1 ; 1:"
                       : "+r"(r0), "+r"(r3), "+r"(r4), "+r"(r5), "+r"(r6)::"memory", "cr0", "r7", "r8", "r9", "r10",
                         "r11", "r12");
  return r3;
#else
  register long a7 __asm__("a7") = n;
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  register long a3 __asm__("a3") = d;
  __asm__ __volatile__("ecall\n\t" : "=r"(a0) : "r"(a7), "0"(a0), "r"(a1), "r"(a2), "r"(a3) : "memory");
  return a0;
#endif
}

static int flag, data;

static void *thread(void *unused) {
  data = 1;
  __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
#ifndef LOST
  call(SYS_futex, (long)&flag, FUTEX_WAKE_PRIVATE, 1, 0);
#endif
  return unused;
}

int main(void) {
#ifdef ERRORS
  errno = 77;
  assert(call(SYS_futex, (long)&flag, FUTEX_WAIT, 5, 0) == -EAGAIN && errno == 77);
  assert(call(SYS_membarrier, 0, 0, 0, 0) == -ENOSYS && errno == 77);
  assert(call(SYS_getpid, 0, 0, 0, 0) == getpid());
  return 0;
#endif
#ifdef OTHER
  return (int)call(SYS_tkill, 1, 2, 0, 0);
#endif
#ifdef LEAVES
  call(SYS_exit_group, 1, 0, 0, 0);
  assert(0);
#endif
  pthread_t one;
  pthread_create(&one, 0, thread, 0);
  if (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE)) call(SYS_futex, (long)&flag, FUTEX_WAIT_PRIVATE, 0, 0);
  if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE)) assert(data == 1);
  pthread_join(one, 0);
  return 0;
}
