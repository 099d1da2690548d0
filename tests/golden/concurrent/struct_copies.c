// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DSEEN="first(shared.second,shared.first)"
// fencepost: verify --model sc -DSEEN="copied()"
// fencepost: verify --model sc -DWRITE="memset(&shared,1,sizeof(shared))"
// fencepost: verify --model sc -DWRITE="memcpy(&shared,&ones,sizeof(shared))"
// fencepost: verify --model sc -DLOCKED
// fencepost: verify --model rc11 -DLOCKED
// fencepost: verify --model sc -DSEEN=0
// Who looks on while a struct is copied or filled may find any of its members done and others not.
#include <assert.h>
#include <pthread.h>
#include <string.h>
struct pair {
  int first, second;
} shared, ones = {1, 1};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#ifndef WRITE
#define WRITE shared = ones
#endif
#ifndef SEEN
#define SEEN in_turn()
#endif
#ifdef LOCKED
#define LOCK pthread_mutex_lock(&mutex)
#define UNLOCK pthread_mutex_unlock(&mutex)
#else
#define LOCK
#define UNLOCK
#endif
int in_turn(void) {
  int first = shared.first;
  return first && !shared.second;
}
int first(int second, int first) { return second && !first; }
int copied(void) {
  struct pair own = shared;
  return !own.first != !own.second;
}
void *writes(void *unused) {
  LOCK;
  WRITE;
  UNLOCK;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, writes, 0);
  LOCK;
  int torn = SEEN;
  UNLOCK;
  assert(!torn);
  pthread_join(a, 0);
  assert(shared.first && shared.second);
}
