// A compare-and-swap instruction has no branch inside: what the thread does next does not depend on what was there, as it does behind
// exclusives, and so a store may come before it (load buffering). What the program itself asks is another matter.
// fencepost: verify --model aarch64
// fencepost: verify --model aarch64 -DEXCLUSIVES
// fencepost: verify --model aarch64 -DASKS
// fencepost: verify --model aarch64 -DORDERED
// fencepost: verify --target aarch64 --model sc
#include <assert.h>
#include <pthread.h>

static int x, y, first, second;

static int swap_if(int *p, int was, int to) {
#ifdef EXCLUSIVES
  int old, tmp;
  __asm__ volatile(
      "1: ldxr %w0, [%2]\n cmp %w0, %w3\n b.ne 2f\n stxr %w1, %w4, [%2]\n cbnz %w1, 1b\n2:"
      : "=&r"(old), "=&r"(tmp) : "r"(p), "r"(was), "r"(to) : "memory", "cc");
  return old;
#else
#ifdef ORDERED
  __asm__ volatile("casa %w0, %w2, %1" : "+r"(was), "+Q"(*p) : "r"(to) : "memory");
#else
  __asm__ volatile("cas %w0, %w2, %1" : "+r"(was), "+Q"(*p) : "r"(to) : "memory");
#endif
  return was;
#endif
}

static void put(int *p) { __asm__ volatile("str %w1, %0" : "=Q"(*p) : "r"(1) : "memory"); }

static void *one(void *unused) {
  first = swap_if(&x, 2, 3);
#ifdef ASKS
  if (first == 1)
#endif
    put(&y);
  return unused;
}

static void *two(void *unused) {
  second = swap_if(&y, 2, 3);
#ifdef ASKS
  if (second == 1)
#endif
    put(&x);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(first == 1 && second == 1));
}
