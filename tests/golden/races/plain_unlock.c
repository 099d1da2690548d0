// fencepost: verify --property no-data-race --engine cegar
// fencepost: verify --property no-data-race --engine cegar -DREAD
// fencepost: verify --property no-data-race --engine cegar -DATOMIC
// Who tries to take a lock races with a plain store that gives it back, also where it would not get it. An update that fails only reads: it
// does not race with a plain read of the holder.
#include <pthread.h>

void __VERIFIER_assume(int);

int lock, x;

void *worker(void *unused) {
  __VERIFIER_assume(__sync_val_compare_and_swap(&lock, 0, 1) == 0);
#ifdef READ
  x = lock;
#else
  x++;
#endif
#if defined READ || defined ATOMIC
  __sync_lock_release(&lock);
#else
  lock = 0;
#endif
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, worker, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
