// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// main ends by itself, and the program with the last thread, which frees what it gets.
#include <pthread.h>
#include <stdlib.h>
static void *work(void *given) {
  free(given);
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, malloc(4));
  pthread_exit(NULL);
}
