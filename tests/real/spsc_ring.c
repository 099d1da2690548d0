// A ring of two places for one producer and one consumer: indices run freely, a mask finds the place. BUG: the producer tells of an element
// with a store that orders nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef BUG
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

static struct {
  int places[2];
  _Alignas(64) atomic_uint head;
  _Alignas(64) atomic_uint tail;
} ring;

static int put(int value) {
  unsigned tail = atomic_load_explicit(&ring.tail, memory_order_relaxed);
  if (tail - atomic_load_explicit(&ring.head, memory_order_acquire) == 2) return 0;
  ring.places[tail & 1] = value;
  atomic_store_explicit(&ring.tail, tail + 1, PUBLISH);
  return 1;
}

static int get(int *value) {
  unsigned head = atomic_load_explicit(&ring.head, memory_order_relaxed);
  if (head == atomic_load_explicit(&ring.tail, memory_order_acquire)) return 0;
  *value = ring.places[head & 1];
  atomic_store_explicit(&ring.head, head + 1, memory_order_release);
  return 1;
}

static void *producer(void *unused) {
  for (int i = 1; i <= 3; i++) put(i);
  return unused;
}

int main(void) {
  pthread_t other;
  int last = 0, value;
  pthread_create(&other, 0, producer, 0);
  for (int i = 0; i < 3; i++)
    if (get(&value)) {
      assert(value == last + 1);
      last = value;
    }
  pthread_join(other, 0);
  return 0;
}
