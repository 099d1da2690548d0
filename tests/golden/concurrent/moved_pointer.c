// fencepost: verify
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify -DROOM=1
// fencepost: verify -DROOM=1 --model rc11
// fencepost: verify -DBYTES --model sc
// fencepost: verify -DFROM=40 -DROOM=43 --model sc
// fencepost: verify -DAPART --model sc
// Threads move one atomic pointer through an array, each to a place of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef ROOM
#define ROOM 3
#endif
#ifndef FROM
#define FROM 0
#endif
#ifdef BYTES
typedef char element;
#else
typedef int element;
#endif
element places[ROOM];
element *_Atomic next = places + FROM;
void *put(void *unused) {
#ifdef APART
  element *mine = next;
  next = mine + 1;
  *mine = 1;
#else
  *next++ = 1;
#endif
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, put, 0);
  put(0);
  pthread_join(thread, 0);
  assert(next == places + FROM + 2);
  assert(places[FROM] + places[FROM + 1] == 2);
}
