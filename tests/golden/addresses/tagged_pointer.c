// fencepost: verify --model sc
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model rc11 -DRELAXED
// fencepost: verify --model sc -DTORN

// The lowest bit of the word says that somebody changes the list; the rest of it is where the list begins: a
// number that was computed from an address comes back to just that place, through memory that threads share.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifdef RELAXED
#define RELEASE __ATOMIC_RELAXED
#else
#define RELEASE __ATOMIC_RELEASE
#endif

struct node {
  unsigned value;
  struct node* next;
};
static struct node nodes[3];
static uintptr_t word;
static struct node* lock(void) {
  for (;;) {
    uintptr_t w = __atomic_load_n(&word, __ATOMIC_RELAXED);
#ifndef TORN
    if ((w & 1) != 0) continue;
#endif
    if (__atomic_compare_exchange_n(&word, &w, w | 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return (struct node*)(w & ~(uintptr_t)1);
  }
}
static void unlock(struct node* first) { __atomic_store_n(&word, (uintptr_t)first, RELEASE); }
static void* worker(void* arg) {
  struct node* mine = arg;
  mine->value = 7;
  struct node* first = lock();
  mine->next = first;
  unlock(mine);
  return 0;
}
int main(void) {
  pthread_t s, t;
  word = (uintptr_t)&nodes[0];
  pthread_create(&s, 0, worker, &nodes[1]);
  pthread_create(&t, 0, worker, &nodes[2]);
  struct node* first = lock();
  unsigned sum = 0;
  for (struct node* n = first; n; n = n->next) sum += n->value;
  assert(sum == 0 || sum == 7 || sum == 14);
  unlock(first);
  pthread_join(s, 0);
  pthread_join(t, 0);
  unsigned length = 0;
  for (struct node* n = (struct node*)word; n; n = n->next) ++length;
  assert(length == 3);
}
