// A read barrier may be added right before a write barrier of the text, where a full one instead of that would cost more.
// fencepost-text: fences --model lkmm --change both --patch
// fencepost-text: fences --model lkmm --change both --all
#include <assert.h>
#include <linux.h>
#include <pthread.h>

int data, ready, r, d;

void *producer(void *unused) {
  WRITE_ONCE(data, 1);
  smp_wmb();
  WRITE_ONCE(ready, 1);
  return 0;
}

void *consumer(void *unused) {
  r = READ_ONCE(ready);
  smp_wmb(), d = READ_ONCE(data);
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, producer, 0);
  pthread_create(&t, 0, consumer, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(!r || d);
  return 0;
}
