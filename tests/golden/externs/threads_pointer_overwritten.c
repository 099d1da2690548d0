// fencepost: verify --model sc
#include <assert.h>
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
  pthread_join(thread, 0);
  assert(shared == &x);
  return 0;
}
