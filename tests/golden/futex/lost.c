// The flag is set after the other has looked and before it sleeps: it is woken too early, unless the kernel compares. With
// a time to wait nobody sleeps for ever.
// fencepost: verify --model sc --property no-deadlock
// fencepost: verify --model tso --property no-deadlock
// fencepost: verify --model sc --property no-deadlock -DLOST
// fencepost: verify --model sc --property no-deadlock -DLOST -DTIMED
// fencepost: verify --model sc --property no-deadlock -DREQUEUED
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int flag, other;

static void *waiter(void *unused) {
#ifdef TIMED
  struct timespec time = {1, 0}, *until = &time;
#else
  struct timespec *until = NULL;
#endif
#ifdef LOST
  int expected = 0;
  if (flag == 0) syscall(SYS_futex, &other, FUTEX_WAIT, expected, until);
#else
  if (flag == 0) syscall(SYS_futex, &flag, FUTEX_WAIT, 0, until);
#endif
  return unused;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, waiter, NULL);
  flag = 1;
#ifdef REQUEUED
  /* Whoever sleeps is moved, and nobody wakes those who sleep there. */
  syscall(SYS_futex, &flag, FUTEX_CMP_REQUEUE, 0, (void *)1, &other, 1);
#else
  syscall(SYS_futex, &flag, FUTEX_WAKE, 1);
#ifdef LOST
  syscall(SYS_futex, &other, FUTEX_WAKE, 1);
#endif
#endif
  pthread_join(one, NULL);
  return 0;
}
