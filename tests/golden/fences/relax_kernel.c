// The kernel's barriers can be weaker, too: one as a write barrier, one as a read barrier, and one is none.
// fencepost-text: fences --model lkmm --relax --patch
#include <assert.h>
#include <linux.h>
#include <pthread.h>

int data, ready;

void *producer(void *unused) {
  WRITE_ONCE(data, 1);
  smp_mb();
  WRITE_ONCE(ready, 1);
  smp_mb();
  return 0;
}

void *consumer(void *unused) {
  int r = READ_ONCE(ready);
  smp_mb();
  int d = READ_ONCE(data);
  assert(!r || d);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, producer, 0);
  pthread_create(&t, 0, consumer, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
