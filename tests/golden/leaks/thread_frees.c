// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// A thread frees what main has allocated, and main what the thread has.
#include <pthread.h>
#include <stdlib.h>
static int *made;
static void *work(void *given) {
  free(given);
  made = malloc(sizeof *made);
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, malloc(4));
  pthread_join(thread, NULL);
  free(made);
  return 0;
}
