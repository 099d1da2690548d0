// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// The program may end while the thread still has its buffer, which is then not freed, but not lost.
#include <pthread.h>
#include <stdlib.h>
static void *work(void *unused) {
  char *a = malloc(1);  // !
  free(a);
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  return 0;
}
