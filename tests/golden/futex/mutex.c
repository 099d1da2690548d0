// A mutex of one word: 0 free, 1 taken, 2 taken and somebody may sleep. What is slept for is woken, and the lock orders.
// fencepost: verify --model sc --property no-deadlock
// fencepost: verify --unwind 3
// fencepost: verify --unwind 3 -DRELAXED
// fencepost: verify --unwind 3 --model aarch64 -DRELAXED
// fencepost: verify --unwind 3 --model aarch64
// fencepost: verify --model sc --property no-deadlock -DNO_WAKE
// fencepost: verify --model tso --property no-deadlock -DNO_WAKE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef RELAXED
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif
#ifdef NO_WAKE
#define CONTENDED 3
#else
#define CONTENDED 2
#endif

static atomic_int word;
static int shared;

static long futex(atomic_int *at, int operation, int value) {
  return syscall(SYS_futex, at, operation | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

static void lock(void) {
  int found = 0;
  if (atomic_compare_exchange_strong_explicit(&word, &found, 1, memory_order_acquire, memory_order_relaxed)) return;
  while (atomic_exchange_explicit(&word, 2, memory_order_acquire) != 0) futex(&word, FUTEX_WAIT, 2);
}

static void unlock(void) {
  if (atomic_exchange_explicit(&word, 0, RELEASE) == CONTENDED) futex(&word, FUTEX_WAKE, 1);
}

static void *run(void *unused) {
  lock();
  ++shared;
  unlock();
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, run, NULL);
  run(NULL);
  pthread_join(other, NULL);
  assert(shared == 2);
  return 0;
}
