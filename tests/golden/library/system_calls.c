// What the system answers, and what can be asked of it.
// fencepost: verify
// fencepost: verify --malloc-may-fail
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  char *pages = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(pages != MAP_FAILED);
  assert(pages[0] == 0 && pages[8191] == 0);
  pages[4999] = 1;
  assert(munmap(pages, 5000) == 0);
  assert(mmap(NULL, 0, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
  assert(sysconf(_SC_PAGESIZE) == getpagesize() && sysconf(_SC_NPROCESSORS_ONLN) >= 1);
  assert(gettid() == getpid() && syscall(SYS_gettid) == gettid());
  assert(sched_getcpu() >= 0 && sched_yield() == 0);
  assert(syscall(SYS_membarrier, 0, 0, 0) == -1 && errno == ENOSYS);
  struct timespec now;
  assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0 && now.tv_nsec < 1000000000);
  assert(poll(NULL, 0, 5) == 0 || errno == EINTR);
  sigset_t all, old;
  sigfillset(&all);
  assert(pthread_sigmask(SIG_BLOCK, &all, &old) == 0 && sigismember(&old, SIGINT) == 0);
  assert(pthread_sigmask(SIG_SETMASK, &old, &all) == 0 && sigismember(&all, SIGINT) == 1);
  return 0;
}
