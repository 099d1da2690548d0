// fencepost: show --stage core
#include <pthread.h>
__thread int zero;
static _Thread_local short one = 1;
void *f(void *unused) {
  zero = one;
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, f, 0);
  return zero;
}
