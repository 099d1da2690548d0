// What the system is asked for, where the answer is the same everywhere.
#define _GNU_SOURCE
#include <byteswap.h>
#include <endian.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define TELL(call) printf("%s: %ld\n", #call, (long)(call))

static int word, other;

static void futexes(void) {
  struct timespec wrong = {0, -1};
  TELL(syscall(SYS_futex, &word, FUTEX_WAIT, 1, NULL));
  TELL(errno == EAGAIN);
  TELL(syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &wrong));
  TELL(errno == EINVAL);
  TELL(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, NULL, NULL, 0));
  TELL(errno == EINVAL);
  TELL(syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX));
  TELL(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 1, NULL, NULL, 1));
  TELL(syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, (void *)1, &other, 1));
  TELL(errno == EAGAIN);
  TELL(syscall(SYS_futex, &word, FUTEX_CMP_REQUEUE, 1, (void *)1, &other, 0));
  TELL(syscall(SYS_gettid) == syscall(SYS_getpid));
}

static void memory(void) {
  char *pages = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  TELL(pages == MAP_FAILED);
  TELL(pages[0] + pages[8191]);
  TELL(madvise(pages, 4096, MADV_WILLNEED));
  TELL(mprotect(pages, 4096, PROT_READ | PROT_WRITE));
  TELL(munmap(pages, 5000));
  TELL(mmap(NULL, 0, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
  TELL(errno == EINVAL);
}

static void signals(void) {
  sigset_t set, old;
  TELL(sigemptyset(&set));
  TELL(sigaddset(&set, SIGUSR1));
  TELL(sigaddset(&set, 1000));
  TELL(sigismember(&set, SIGUSR1));
  TELL(pthread_sigmask(SIG_BLOCK, &set, NULL));
  TELL(sigprocmask(SIG_SETMASK, NULL, &old));
  TELL(sigismember(&old, SIGUSR1));
  TELL(sigismember(&old, SIGUSR2));
  TELL(sigfillset(&set));
  TELL(sigdelset(&set, SIGUSR2));
  TELL(sigismember(&set, SIGUSR2));
}

static void times(void) {
  struct timespec time = {0, 1}, wrong = {0, -1}, resolution;
  TELL(clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL));
  TELL(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wrong, NULL) == EINVAL);
  TELL(clock_getres(CLOCK_MONOTONIC, &resolution));
  TELL(clock_getres(1000, &resolution));
  TELL(poll(NULL, 0, 0));
}

static void macros(void) {
  TELL(htobe16(0x0102));
  TELL(htole16(0x0102));
  TELL(be16toh(0x0102));
  TELL(le16toh(0x0102));
  TELL(bswap_16(0x0102));
  TELL(htobe32(0x01020304));
  TELL(htole32(0x01020304));
  TELL(be32toh(0x01020304));
  TELL(le32toh(0x01020304));
  TELL(bswap_32(0x01020304));
  TELL(htobe64(0x0102030405060708));
  TELL(htole64(0x0102030405060708));
  TELL(be64toh(0x0102030405060708));
  TELL(le64toh(0x0102030405060708));
  TELL(bswap_64(0x0102030405060708));
  unsigned char bits[2] = {0, 0};
  setbit(bits, 9);
  TELL(isset(bits, 9) != 0);
  clrbit(bits, 9);
  TELL(isclr(bits, 9) != 0);
  TELL(howmany(10, 4));
  TELL(roundup(10, 4));
  TELL(roundup(10, 3));
  TELL(powerof2(8));
  struct timeval a = {1, 600000}, b = {2, 700000}, c;
  timeradd(&a, &b, &c);
  TELL(c.tv_sec * 1000000 + c.tv_usec);
  timersub(&b, &a, &c);
  TELL(c.tv_sec * 1000000 + c.tv_usec);
  TELL(timercmp(&a, &b, <));
  timerclear(&c);
  TELL(timerisset(&c));
}

int main(void) {
  macros();
  futexes();
  memory();
  signals();
  times();
  return 0;
}
