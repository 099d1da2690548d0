// fencepost: verify --model sc
// A thread may read the pointer before the other one has written it.
#include <pthread.h>

extern int *shared;
static int x;

static void *writer(void *arg) {
  shared = &x;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int seen = shared == &x;
  pthread_join(thread, 0);
  return seen;
}
