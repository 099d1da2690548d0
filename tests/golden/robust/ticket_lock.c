// A ticket lock waits in a loop: updates are barriers on x86, and the rest is passed on in order.
// fencepost-text: robust --model tso
// fencepost-text: robust --model aarch64
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_uint next, serving;
int inside;
void lock(void) {
  unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, memory_order_relaxed) != mine)
    ;
}
void unlock(void) {
  unsigned now = atomic_load_explicit(&serving, memory_order_relaxed);
  atomic_store_explicit(&serving, now + 1, memory_order_relaxed);
}
void *thread(void *unused) {
  lock();
  inside++;
  assert(inside == 1);
  inside--;
  unlock();
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, thread, 0);
  pthread_create(&t, 0, thread, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
