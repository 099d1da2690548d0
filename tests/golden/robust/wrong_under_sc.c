// What fails under sc is not compared.
// fencepost-text: robust --model tso
#include <assert.h>
#include <pthread.h>

int x;

void *first(void *p) {
  x = x + 1;
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, first, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
