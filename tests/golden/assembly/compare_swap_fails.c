// A compare-and-swap that finds another value stores nothing: nobody ever sees what it would have stored.
// fencepost: verify --model aarch64 --volatile relaxed
// fencepost: verify --model aarch64 --volatile relaxed -DPAIR
// fencepost: verify --model aarch64 --volatile relaxed -DFOUND
// fencepost: verify --target aarch64 --model sc --volatile relaxed
#include <assert.h>
#include <pthread.h>

#ifdef PAIR
static volatile unsigned long x[2] __attribute__((aligned(16))) = {5, 5};
static void change(void) {
  register unsigned long x0 asm("x0") = 7, x1 asm("x1") = 7, x2 asm("x2") = 1, x3 asm("x3") = 1;
  __asm__ volatile("caspal x0, x1, x2, x3, [%[p]]" : "+r"(x0), "+r"(x1) : "r"(x2), "r"(x3), [p] "r"(x) : "memory");
}
#else
static volatile unsigned x[1] = {5};
static void change(void) {
#ifdef FOUND
  unsigned was = 5;
#else
  unsigned was = 7;
#endif
  __asm__ volatile("casal %w[was], %w[to], %[m]" : [was] "+&r"(was), [m] "+Q"(x[0]) : [to] "r"(1) : "memory");
}
#endif

static void *other(void *unused) {
  change();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  assert(x[0] == 5);
  pthread_join(thread, 0);
  assert(x[0] == 5);
}
