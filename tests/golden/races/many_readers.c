// fencepost: verify --property no-data-race
// fencepost: verify --property no-data-race -DWRITING_READER
// Readers of a read-write lock do not race with each other, unless one of them writes.
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x, sum[2];
void *reader(void *to) {
  pthread_rwlock_rdlock(&lock);
  *(int *)to = x;
#ifdef WRITING_READER
  x = 0;
#endif
  pthread_rwlock_unlock(&lock);
  return 0;
}
void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  x++;
  pthread_rwlock_unlock(&lock);
  return 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, reader, &sum[0]);
  pthread_create(&b, 0, reader, &sum[1]);
  pthread_create(&c, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
