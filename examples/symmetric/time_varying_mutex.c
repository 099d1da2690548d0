// 19/TIME-VARYING-MUTEX: a block of a disk whose lock changes over time (after the file system of Flanagan, Freund, Qadeer, ESOP 2002). While it is
// free, the lock of `busy` protects it; once it belongs to a file, the lock of that file does. One thread gives the file a block, if it has none,
// and writes there; the other one clears the block if it is free.
//
// -DBUG: the block is not marked as busy. Both threads are needed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t file_lock = PTHREAD_MUTEX_INITIALIZER, busy_lock = PTHREAD_MUTEX_INITIALIZER;
int has_block;  // under file_lock
int busy;       // under busy_lock
atomic_int block;

void *allocate(void *unused) {
  pthread_mutex_lock(&file_lock);
  if (!has_block) {
    pthread_mutex_lock(&busy_lock);
#ifndef BUG
    busy = 1;
#endif
    pthread_mutex_unlock(&busy_lock);
    has_block = 1;
  }
  block = 1;
  assert(block == 1);
  pthread_mutex_unlock(&file_lock);
  return 0;
}

void *clear(void *unused) {
  pthread_mutex_lock(&busy_lock);
  if (!busy) {
    block = 0;
    assert(block == 0);
  }
  pthread_mutex_unlock(&busy_lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, allocate, 0);
  pthread_create(&b, 0, clear, 0);
}
