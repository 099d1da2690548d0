// A ring for several producers, by two pairs of indices: a producer takes places by moving the head, fills them, and moves the tail when all
// before it have. BUG: it does not wait for those before it. RELAXED_WAIT: it waits without order, as DPDK did; then who reads its tail
// need not see what those before it wrote: in C, though not on the machines.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef RELAXED_WAIT
#define WAIT memory_order_relaxed
#else
#define WAIT memory_order_acquire
#endif

struct headtail {
  _Atomic uint32_t head, tail;
};
static struct {
  struct headtail prod __attribute__((aligned(64))), cons __attribute__((aligned(64)));
  int places[4];
} ring;

static void enqueue(int value) {
  uint32_t head = atomic_load_explicit(&ring.prod.head, memory_order_relaxed);
  do {
    /* Not `head - tail >= 4`: a head that is older than the tail would look like a full ring. */
    if (4 + atomic_load_explicit(&ring.cons.tail, memory_order_acquire) - head == 0) return;
  } while (!atomic_compare_exchange_strong_explicit(&ring.prod.head, &head, head + 1, memory_order_relaxed,
                                                    memory_order_relaxed));
  ring.places[head & 3] = value;
#ifndef BUG
  while (atomic_load_explicit(&ring.prod.tail, WAIT) != head) {
  }
#endif
  atomic_store_explicit(&ring.prod.tail, head + 1, memory_order_release);
}

static int dequeue(int *value) {
  uint32_t head = atomic_load_explicit(&ring.cons.head, memory_order_relaxed);
  if (head == atomic_load_explicit(&ring.prod.tail, memory_order_acquire)) return 0;
  atomic_store_explicit(&ring.cons.head, head + 1, memory_order_relaxed);
  *value = ring.places[head & 3];
  atomic_store_explicit(&ring.cons.tail, head + 1, memory_order_release);
  return 1;
}

static void *producer(void *argument) {
  enqueue((int)(intptr_t)argument);
  return 0;
}

int main(void) {
  pthread_t a, b;
  int value;
  pthread_create(&a, 0, producer, (void *)1);
  pthread_create(&b, 0, producer, (void *)2);
  if (dequeue(&value)) assert(value == 1 || value == 2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&ring.prod.tail) == 2);
  return 0;
}
