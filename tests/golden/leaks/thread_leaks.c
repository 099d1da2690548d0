// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// Of two buffers of a thread one is freed; the thread has ended before the program does.
#include <pthread.h>
#include <stdlib.h>
static void *work(void *unused) {
  char *a = malloc(1), *b = malloc(2);  // !
  free(a);
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
