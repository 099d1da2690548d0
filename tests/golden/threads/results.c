// fencepost: verify
// Threads give results by return and by pthread_exit, and may be told a number instead of a pointer.
#include <assert.h>
#include <pthread.h>
int a, b;
void *start(void *argument) {
  if (argument == &a) return &a;
  pthread_exit(&b);
}
int main(void) {
  pthread_t x, y;
  void *first, *second;
  pthread_create(&x, 0, start, &a);
  pthread_create(&y, 0, start, &b);
  pthread_join(y, &second);
  pthread_join(x, &first);
  assert(first == &a && second == &b);
  assert(!pthread_equal(x, y) && !pthread_equal(x, pthread_self()));
}
