// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DEARLY
// fencepost: verify --model rc11 -DRELAXED
// fencepost: verify --model aarch64 -DRELAXED

// A ring of bytes: what is written and read are copies of a length and at a place that depend on where the other thread is, in two
// parts where the end of the array is passed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define SIZE 4u
static unsigned char ring[SIZE];
static atomic_uint head, tail;

#ifdef RELAXED
#define RELEASE memory_order_relaxed
#else
#define RELEASE memory_order_release
#endif

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

static unsigned write_some(const unsigned char *from, unsigned n) {
  unsigned h = atomic_load_explicit(&head, memory_order_relaxed), t = atomic_load_explicit(&tail, memory_order_acquire);
  n = least(n, SIZE - (h - t));
  unsigned at = h % SIZE, first = least(n, SIZE - at);
#ifdef EARLY
  atomic_store_explicit(&head, h + n, RELEASE);
#endif
  memcpy(ring + at, from, first);
  memcpy(ring, from + first, n - first);
  atomic_store_explicit(&head, h + n, RELEASE);
  return n;
}

static unsigned read_some(unsigned char *to, unsigned n) {
  unsigned h = atomic_load_explicit(&head, memory_order_acquire), t = atomic_load_explicit(&tail, memory_order_relaxed);
  n = least(n, h - t);
  unsigned at = t % SIZE, first = least(n, SIZE - at);
  memcpy(to, ring + at, first);
  memcpy(to + first, ring, n - first);
  atomic_store_explicit(&tail, t + n, memory_order_release);
  return n;
}

static void *producer(void *unused) {
  static const unsigned char text[] = {1, 2, 3, 4, 5};
  unsigned done = write_some(text, 3);
  write_some(text + done, 2);
  return unused;
}

int main(void) {
  pthread_t thread;
  unsigned char got[5];
  pthread_create(&thread, 0, producer, 0);
  unsigned n = read_some(got, 3);
  n += read_some(got + n, 2);
  for (unsigned i = 0; i < 5; ++i) assert(i >= n || got[i] == i + 1);
  pthread_join(thread, 0);
}
