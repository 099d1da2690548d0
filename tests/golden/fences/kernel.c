// The kernel's barriers: a message needs a write barrier and a read barrier.
// fencepost-text: fences --model lkmm --patch
#include <assert.h>
#include <linux.h>
#include <pthread.h>

int data, ready;

void *producer(void *unused) {
  WRITE_ONCE(data, 1);
  WRITE_ONCE(ready, 1);
  return 0;
}

void *consumer(void *unused) {
  int r = READ_ONCE(ready);
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
