// fencepost: verify --model sc
// fencepost: verify --model rc11
// fencepost: verify --model sc -DSTANDARD
// fencepost: verify --model rc11 -DSTANDARD
// fencepost: verify --model aarch64
// fencepost: verify --model aarch64 -DSTANDARD
// fencepost: verify --model rc11 -DRELAXED
// fencepost: verify --model sc -DTAKES
// fencepost: verify --model sc -DTAKES -DUNTAGGED
// fencepost: verify --model rc11 -DTAKES -DUNTAGGED
// fencepost: verify --model rc11 -DSMALL

// Treiber's stack: where it begins and how often that changed are one word of 16 bytes, which one compare-exchange changes. Without
// the number somebody takes a node that another one has (ABA). SMALL: a struct of 8 bytes that is only a pointer.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct node {
  struct node *next;
  int value;
};
struct head {
  struct node *first;
#ifndef SMALL
  uintptr_t changes;
#endif
};

#ifdef RELAXED
#define RELEASE __ATOMIC_RELAXED
#else
#define RELEASE __ATOMIC_RELEASE
#endif

#ifdef STANDARD
static _Atomic(struct head) stack;
static struct head look(void) { return atomic_load_explicit(&stack, memory_order_acquire); }
static int change(struct head *was, struct head to) {
  return atomic_compare_exchange_strong_explicit(&stack, was, to, memory_order_acq_rel, memory_order_acquire);
}
#else
static struct head stack __attribute__((aligned(16)));
static struct head look(void) {
  struct head found;
  __atomic_load(&stack, &found, __ATOMIC_ACQUIRE);
  return found;
}
static int change(struct head *was, struct head to) {
  return __atomic_compare_exchange(&stack, was, &to, 0, RELEASE, __ATOMIC_RELAXED);
}
#endif

static struct node nodes[3];

static struct head begins_at(struct node *first, struct head was) {
  struct head to = was;
  to.first = first;
#if !defined SMALL && !defined UNTAGGED
  to.changes = was.changes + 1;
#endif
  return to;
}

#ifdef TAKES
static int has_second;
static int change_to(struct node *first) {
  struct head was = look();
  return change(&was, begins_at(first, was));
}
// Takes both nodes and gives the first one back.
static void *other(void *unused) {
  struct head was = look();
  if (was.first == &nodes[0] && change(&was, begins_at(&nodes[1], was)) && change_to(0)) has_second = 1;
  if (has_second) change_to(&nodes[0]);
  return unused;
}
int main(void) {
  pthread_t thread;
  struct head first = {&nodes[0]};
  nodes[0].next = &nodes[1];
  stack = first;
  struct head was = look();
  pthread_create(&thread, 0, other, 0);
  const int is_mine = change(&was, begins_at(nodes[0].next, was));
  pthread_join(thread, 0);
  if (is_mine && has_second) assert(look().first != &nodes[1]);
}
#else
static int push(struct node *node) {
  struct head was = look();
  node->next = was.first;
  return change(&was, begins_at(node, was));
}
static int is_there;
static void *other(void *unused) {
  nodes[1].value = 7;
  is_there = push(&nodes[1]);
  return unused;
}
int main(void) {
  pthread_t thread;
  struct head first = {&nodes[0]};
#ifdef STANDARD
  atomic_init(&stack, first);
#else
  stack = first;
#endif
  pthread_create(&thread, 0, other, 0);
  struct head seen = look();
  if (seen.first != &nodes[0]) assert(seen.first->value == 7 && seen.first->next == &nodes[0]);
  nodes[2].value = 7;
  int mine = push(&nodes[2]);
  pthread_join(thread, 0);
  assert(mine + is_there >= 1);
  struct head last = look();
  assert(last.first->value == 7);
#ifndef SMALL
  assert(last.changes == (uintptr_t)(mine + is_there));
#endif
}
#endif
