// Each round writes one flag and reads the other. A fence outside of the loops would be cheaper, but does not help.
// fencepost-text: fences --model tso --patch
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

volatile int x, y, seen;

void *first(void *p) {
  for (int i = 0; i < 2; ++i) {
    x = 1;
    if (!y) {
      seen = 1;
      assert(seen == 1);
    }
    x = 0;
  }
  return 0;
}

void *second(void *p) {
  y = 1;
  if (!x) {
    seen = 2;
    assert(seen == 2);
  }
  y = 0;
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
