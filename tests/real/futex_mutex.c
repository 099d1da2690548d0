// A mutex over futex(2): 0 free, 1 taken, 2 taken and somebody may sleep. BUG: the exchange that unlocks orders nothing.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef BUG
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

static atomic_int word;
static int shared;

static void lock(void) {
  int found = 0;
  if (atomic_compare_exchange_strong_explicit(&word, &found, 1, memory_order_acquire, memory_order_relaxed)) return;
  while (atomic_exchange_explicit(&word, 2, memory_order_acquire) != 0)
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}

static void unlock(void) {
  if (atomic_exchange_explicit(&word, 0, UNLOCK) == 2) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *run(void *unused) {
  lock();
  ++shared;
  unlock();
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, run, 0);
  run(0);
  pthread_join(other, 0);
  assert(shared == 2);
  return 0;
}
