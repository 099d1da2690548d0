// fencepost: show --stage core
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_trylock(&mutex) == 0) return 1;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
}
