// fencepost: verify --model sc
#include <assert.h>
#include <pthread.h>

extern int shared;

static void *writer(void *arg) {
  shared = 7;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  int seen = shared;
  assert(seen == 7 || seen != 3);
  pthread_join(thread, 0);
  assert(shared == 7);
  return 0;
}
