// fencepost: verify
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *other(void *unused) {
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_mutex_lock(&mutex);
  pthread_create(&id, 0, other, 0);
  pthread_join(id, 0);
}
