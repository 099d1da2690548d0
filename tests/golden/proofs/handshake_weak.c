// fencepost: verify --property unreach-call --model tso
// fencepost: verify --property unreach-call --model pso
// fencepost: verify --property unreach-call --model pso -DRELAXED
// fencepost: verify --property no-data-race --model tso --engine cegar
// One hands over and waits for the answer, the other waits and answers, for ever. There is no full fence: that the stores of a round have
// left the buffer follows from the answer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int full;
int data;

#ifdef RELAXED
#define HAND_OVER memory_order_relaxed
#else
#define HAND_OVER memory_order_release
#endif

void *consumer(void *unused) {
  for (;;) {
    while (!atomic_load_explicit(&full, memory_order_acquire)) {
    }
    assert(data == 1);
    data = 0;
    atomic_store_explicit(&full, 0, memory_order_release);
  }
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, consumer, 0);
  for (;;) {
    data = 1;
    atomic_store_explicit(&full, 1, HAND_OVER);
    while (atomic_load_explicit(&full, memory_order_acquire)) {
    }
  }
}
