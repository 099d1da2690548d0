// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// A thread ends the program while main may hold anything.
#include <pthread.h>
#include <stdlib.h>
static void *work(void *unused) { exit(0); }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  char *own = malloc(1);  // !
  free(own);
  pthread_join(thread, NULL);
  return 0;
}
