// Members of packed structures lie anywhere, and threads share them like all others.
// fencepost: verify --model sc
// fencepost: verify --model rc11
// fencepost: verify --model sc --property unreach-call
// fencepost: verify --model sc -DINDEXED
// fencepost: verify --model sc -DJOINED
#include <assert.h>
#include <pthread.h>
struct __attribute__((packed)) member {
  char tag;
  int value;
} some[2];
volatile int chosen;
#ifdef INDEXED
#define PLACE some[chosen & 1].value
#else
#define PLACE some[0].value
#endif
void* writer(void* arg) {
  PLACE = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
#ifdef JOINED
  pthread_join(thread, 0);
  assert(some[0].value == 1 && some[1].value == 0);
#else
  assert(PLACE == 0);
#endif
}
