// fencepost: verify --model sc
// fencepost: verify --model rc11
// fencepost: verify --model sc -DNOTHING_ELSE
// fencepost: verify --model sc -DBROKEN

// A queue lock (Mellor-Crummey and Scott) whose pointers go through integers, as macros that take const away do it. A thread's node ends with
// the thread; where another node lies then, nobody is left who would follow the old number.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define THROUGH_NUMBER(p) ((void *)(uintptr_t)(p))

struct node {
  unsigned locked;
  struct node *next;
};
static struct node *last;
static int shared;

static void *load(void *target) { return THROUGH_NUMBER(__atomic_load_n((void **)target, __ATOMIC_SEQ_CST)); }
static void *exchange(void *target, void *update) {
  void *previous = load(target);
  while (!__atomic_compare_exchange_n((void **)target, &previous, update, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
  return previous;
}

#ifdef NOTHING_ELSE
static void *one(void *unused) {
  struct node own = {1, NULL};
  __atomic_store_n(&last, THROUGH_NUMBER(&own), __ATOMIC_SEQ_CST);
  __atomic_store_n(&last, NULL, __ATOMIC_SEQ_CST);
  return unused;
}
static void *other(void *unused) {
  struct node own, *mine = THROUGH_NUMBER(&own);
  mine->locked = 2;
  struct node *found = load(&last);
  assert(found != mine);
  return unused;
}
#else
static void lock(struct node *own) {
  own->locked = 1;
  own->next = NULL;
  struct node *previous = exchange(&last, own);
  if (!previous) return;
  __atomic_store_n(&previous->next, own, __ATOMIC_SEQ_CST);
#ifndef BROKEN
  while (__atomic_load_n(&own->locked, __ATOMIC_SEQ_CST)) {}
#endif
}
static void unlock(struct node *own) {
  struct node *next = load(&own->next);
  if (!next) {
    struct node *expected = own;
    if (load(&last) == own &&
        __atomic_compare_exchange_n(&last, &expected, NULL, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      return;
    while (!(next = load(&own->next))) {}
  }
  __atomic_store_n(&next->locked, 0, __ATOMIC_SEQ_CST);
}
static void *one(void *unused) {
  struct node own;
  lock(&own);
  ++shared;
  unlock(&own);
  return unused;
}
#define other one
#endif

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifndef NOTHING_ELSE
  assert(shared == 2);
#endif
}
