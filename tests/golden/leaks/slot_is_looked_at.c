// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// Whoever finds a buffer there frees it before putting another one into its place.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *slot;
static void *work(void *unused) {
  char *made = malloc(1);
  pthread_mutex_lock(&lock);
  free(slot);
  slot = made;
  pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  free(slot);
  return 0;
}
