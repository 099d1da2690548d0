// A pointer to a structure that is published once more while a reader follows it, as with RCU. The old one is kept: when it may be freed is a
// matter of grace periods.
// All orders are relaxed; published.csv has those of the source, by the names in the comments.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct config {
  int one, two;
};
static struct config old = {1, 1}, fresh;
static struct config *_Atomic current = &old;

static void *first(void *unused) {
  fresh.one = 2;
  fresh.two = 2;
  atomic_store_explicit(&current, &fresh, memory_order_relaxed);                      // publish
  return 0;
}

static void *second(void *unused) {
  struct config *seen = atomic_load_explicit(&current, memory_order_relaxed);         // follow
  assert(seen->one == seen->two);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(current->one == 2);
  return 0;
}
