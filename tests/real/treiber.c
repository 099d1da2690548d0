// A stack of indices; a tag in the same word counts its changes. BUG: it does not, so a node that was taken and put back meanwhile is
// mistaken for one that never left.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define NONE 0xffffu
#ifdef BUG
#define TAG 0u
#else
#define TAG 0x10000u
#endif

static _Atomic uint32_t top;
static _Atomic uint32_t next_of[3];
static atomic_int taken[3];

static uint32_t pop(void) {
  uint32_t old = atomic_load_explicit(&top, memory_order_acquire), next;
  do {
    if ((old & 0xffff) == NONE) return NONE;
    next = atomic_load_explicit(&next_of[old & 0xffff], memory_order_relaxed);
  } while (!atomic_compare_exchange_strong_explicit(&top, &old, ((old & 0xffff0000) + TAG) | next, memory_order_acq_rel,
                                                    memory_order_acquire));
  return old & 0xffff;
}

static void push(uint32_t node) {
  uint32_t old = atomic_load_explicit(&top, memory_order_relaxed);
  do atomic_store_explicit(&next_of[node], old & 0xffff, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&top, &old, ((old & 0xffff0000) + TAG) | node, memory_order_release,
                                                  memory_order_relaxed));
}

static void *other(void *unused) {
  uint32_t a = pop(), b = pop();
  if (b != NONE) assert(atomic_exchange(&taken[b], 1) == 0);
  if (a != NONE) push(a);
  return unused;
}

int main(void) {
  pthread_t thread;
  next_of[0] = 1;
  next_of[1] = NONE;
  pthread_create(&thread, 0, other, 0);
  uint32_t mine = pop();
  uint32_t second = pop();
  if (second != NONE && second != mine) assert(second == 0 || atomic_exchange(&taken[second], 1) == 0);
  pthread_join(thread, 0);
  return 0;
}
