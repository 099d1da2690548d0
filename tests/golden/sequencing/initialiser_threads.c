// Threads see in which order an initialiser reads (C11 6.7.9p23).
// fencepost: verify --model sc
// fencepost: verify --model sc --eval-order left-to-right
#include <assert.h>
#include <pthread.h>

static int x, y;
static void* other(void* unused) {
  x = 1;
  y = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  int seen[2] = {y, x};
  assert(seen[0] <= seen[1]);  // !
  pthread_join(thread, 0);
  return 0;
}
