// 18/READERS-WR: a lock for one who writes or several who read, for a writer and a reader. Both change who is there under a mutex. What the
// reader copies stays what it is while it is there.
//
// -DBUG: the writer does not ask for readers. Both threads are needed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int readers, writers;  // under the lock
atomic_int data, copy;

static _Bool may_write(void) {
  pthread_mutex_lock(&lock);
#ifdef BUG
  _Bool free = writers == 0;
#else
  _Bool free = writers == 0 && readers == 0;
#endif
  if (free) writers = 1;
  pthread_mutex_unlock(&lock);
  return free;
}

static _Bool may_read(void) {
  pthread_mutex_lock(&lock);
  _Bool free = writers == 0;
  if (free) readers = readers + 1;
  pthread_mutex_unlock(&lock);
  return free;
}

void *writer(void *unused) {
  while (!may_write()) {
  }
  data = 3;
  pthread_mutex_lock(&lock);
  writers = 0;
  pthread_mutex_unlock(&lock);
  return 0;
}

void *reader(void *unused) {
  while (!may_read()) {
  }
  int seen = data;
  copy = seen;
  assert(copy == data);
  pthread_mutex_lock(&lock);
  readers = readers - 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
}
