// fencepost: verify
// Readers do not keep each other out: an increment is lost.
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
int c;
void *work(void *unused) {
  pthread_rwlock_rdlock(&rw);
  c++;
  pthread_rwlock_unlock(&rw);
  return 0;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, work, 0);
  work(0);
  pthread_join(id, 0);
  assert(c == 2);
}
