// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// The same, but the thread forgets to.
#include <pthread.h>
#include <stdlib.h>
static void *work(void *given) { return given; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, malloc(4));  // !
  pthread_exit(NULL);
}
