// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// The program may end after the thread that has lost its buffer.
#include <pthread.h>
#include <stdlib.h>
static int busy;
static void *work(void *unused) {
  char *a = malloc(1);  // !
  busy = 1;
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  return 0;
}
