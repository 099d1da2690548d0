// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// fencepost: verify --property valid-memsafety
// A producer hands buffers over in a slot, one at a time; the consumer frees them.
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *slot;
static void *produce(void *unused) {
  for (int i = 0; i < 2; i++) {
    int *made = malloc(sizeof *made);
    *made = i;
    pthread_mutex_lock(&lock);
    if (slot == NULL) {
      slot = made;
      made = NULL;
    }
    pthread_mutex_unlock(&lock);
    free(made);
  }
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, produce, NULL);
  pthread_mutex_lock(&lock);
  int *found = slot;
  slot = NULL;
  pthread_mutex_unlock(&lock);
  free(found);
  pthread_join(thread, NULL);
  free(slot);
  return 0;
}
