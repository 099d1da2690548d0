// Undefined within one thread, of an object that others read.
// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
#include <pthread.h>
int x, y;
void *f(void *p) {
  x = x++ + ++x;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  y = x;
  pthread_join(t, 0);
  return 0;
}
