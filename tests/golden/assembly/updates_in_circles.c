// Load buffering of updates: each reads what the other thread writes later, and the run is told so.
// fencepost: verify --model aarch64
// fencepost: verify --model aarch64 -DRELEASE
#include <assert.h>
#include <pthread.h>

#ifdef RELEASE
#define STORE "stlr"
#else
#define STORE "str"
#endif
static int x, y, first, second;

static int swap(int *p, int v) {
  int old, failed;
  __asm__ volatile(
      "1: ldxr %w0, %2\n stxr %w1, %w3, %2\n cbnz %w1, 1b" : "=&r"(old), "=&r"(failed), "+Q"(*p) : "r"(v) : "memory");
  return old;
}
static void put(int *p, int v) { __asm__ volatile(STORE " %w1, %0" : "=Q"(*p) : "r"(v) : "memory"); }

static void *one(void *arg) {
  first = swap(&x, 2);
  put(&y, 1);
  return arg;
}
static void *two(void *arg) {
  second = swap(&y, 2);
  put(&x, 1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(first == 1 && second == 1));
}
