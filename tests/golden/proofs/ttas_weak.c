// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model pso -DRELAXED
// A lock whose users look before they try: what they have stored may still wait when they look again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int inside;

#ifdef RELAXED
#define GIVE memory_order_relaxed
#else
#define GIVE memory_order_release
#endif

void *worker(void *unused) {
  for (;;) {
    do
      while (atomic_load_explicit(&lock, memory_order_relaxed)) {
      }
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire));
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&lock, 0, GIVE);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
