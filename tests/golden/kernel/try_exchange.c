// try_cmpxchg keeps what it found; smp_cond_load_acquire waits and tells what it read.
// fencepost: verify
// fencepost: verify -DBUG
// fencepost: verify --model aarch64
#include <assert.h>
#include <linux.h>
#include <pthread.h>

static atomic_t count = ATOMIC_INIT(0);
static int ready, data;

static void *worker(void *arg) {
  int seen = atomic_read(&count);
  while (!atomic_try_cmpxchg_relaxed(&count, &seen, seen + 1))
    ;
  if (seen == 0) {
    WRITE_ONCE(data, 7);
#ifdef BUG
    WRITE_ONCE(ready, 2);
#else
    smp_store_release(&ready, 2);
#endif
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  int wrong = 5;
  assert(!try_cmpxchg(&data, &wrong, 6) && wrong == 0);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  assert(smp_cond_load_acquire(&ready, VAL > 1) == 2);
  assert(READ_ONCE(data) == 7);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_read(&count) == 2);
}
