// fencepost: verify
// fencepost: verify -DLAST=memory_order_release
// fencepost: verify -DLAST=memory_order_acquire
// fencepost: verify -DLAST=memory_order_relaxed
// fencepost: verify -DLAST=memory_order_release -DFENCE
// fencepost: verify -DLAST=memory_order_relaxed --model c11
// fencepost: verify -DLAST=memory_order_relaxed --model sc
// fencepost: verify -DLAST=memory_order_relaxed --no-check use-after-free
// fencepost: verify -DLOCAL
// fencepost: verify -DLOCAL -DLAST=memory_order_relaxed
// fencepost: verify -DOWN
// fencepost: verify -DOWN -DLAST=memory_order_relaxed
// fencepost: explore --model rc11 -DLAST=memory_order_relaxed
// fencepost-text: verify -DLAST=memory_order_relaxed
// The last one to drop a counted reference frees the object, a function or a thread ends that has lent what is its own: all uses by others
// must happen before (C11 6.2.4p2). Relaxed orders do not say so, though every run has the use first.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef LAST
#define LAST memory_order_acq_rel
#endif
#define BEFORE (LAST == memory_order_relaxed ? memory_order_relaxed : memory_order_release)
#define AFTER (LAST == memory_order_relaxed ? memory_order_relaxed : memory_order_acquire)
atomic_int done;
static void wait_for_it(void) {
  while (!atomic_load_explicit(&done, AFTER)) {
  }
}
#if defined LOCAL
void *user(void *lent) {
  *(int *)lent = 1;
  atomic_store_explicit(&done, 1, BEFORE);
  return 0;
}
static void lend(void) {
  pthread_t thread;
  int mine = 0;
  pthread_create(&thread, 0, user, &mine);
  wait_for_it();
}
int main(void) { lend(); }
#elif defined OWN
_Thread_local int own;
_Atomic(int *) lent;
void *lender(void *unused) {
  lent = &own;
  wait_for_it();
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, lender, 0);
  int *found = lent;
  if (!found) return 0;
  *found = 1;
  atomic_store_explicit(&done, 1, BEFORE);
  pthread_join(thread, 0);
}
#else
struct counted {
  atomic_int references;
  int content;
} *shared;
static void drop(struct counted *object) {
  if (atomic_fetch_sub_explicit(&object->references, 1, LAST) != 1) return;
#ifdef FENCE
  atomic_thread_fence(memory_order_acquire);
#endif
  free(object);
}
void *user(void *unused) {
  shared->content++;
  drop(shared);
  return 0;
}
int main(void) {
  pthread_t thread;
  shared = malloc(sizeof *shared);
  atomic_init(&shared->references, 2);
  shared->content = 0;
  pthread_create(&thread, 0, user, 0);
  drop(shared);
  pthread_join(thread, 0);
}
#endif
