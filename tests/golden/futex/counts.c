// Who sleeps is counted and woken once; a value that has changed is not slept for; bits choose among those who sleep.
// fencepost: verify --model sc
// fencepost: verify --model sc --property no-deadlock
// fencepost: verify --model sc -DNOBODY
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word, is_back;

static void *sleeper(void *unused) {
  long result = syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 0, NULL, NULL, 2);
  assert(result == 0 || (result == -1 && (errno == EAGAIN || errno == EINTR)));
  is_back = 1;
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, sleeper, NULL);
  long woken = syscall(SYS_futex, &word, FUTEX_WAKE_BITSET, 5, NULL, NULL, 1);
  assert(woken == 0);
  woken = syscall(SYS_futex, &word, FUTEX_WAKE, 5);
#ifdef NOBODY
  assert(woken == 0);
#endif
  assert(woken == 0 || woken == 1);
  if (woken == 1) assert(syscall(SYS_futex, &word, FUTEX_WAKE, 5) == 0);
  word = 1;
  syscall(SYS_futex, &word, FUTEX_WAKE, 1);
  assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL) == -1 && errno == EAGAIN);
  pthread_join(one, NULL);
  return 0;
}
