// A ring with two places, of which one stays empty, for one producer and one consumer; two values pass through one place.
// All orders are relaxed; published.csv has those of the source, by the names in the comments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int ring[2];
static atomic_int written, read;

static int put(int value) {
  int at = atomic_load_explicit(&written, memory_order_relaxed);     // own end
  int next = (at + 1) % 2;
  if (next == atomic_load_explicit(&read, memory_order_relaxed))     // see space
    return 0;
  ring[at] = value;
  atomic_store_explicit(&written, next, memory_order_relaxed);       // publish
  return 1;
}

static int get(int *value) {
  int at = atomic_load_explicit(&read, memory_order_relaxed);        // own begin
  if (at == atomic_load_explicit(&written, memory_order_relaxed))    // see value
    return 0;
  *value = ring[at];
  atomic_store_explicit(&read, (at + 1) % 2, memory_order_relaxed);  // free
  return 1;
}

static void *first(void *unused) {
  for (int i = 1; i <= 3; i++)
    while (!put(i))
      ;
  return 0;
}

static int last;

static void *second(void *unused) {
  for (int i = 1; i <= 3; i++) {
    while (!get(&last))
      ;
    assert(last == i);
  }
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(last == 3);
  return 0;
}
