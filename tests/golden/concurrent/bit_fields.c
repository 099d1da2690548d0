// fencepost: verify --model sc
// fencepost: verify --model tso
// fencepost: verify --model rc11
// fencepost: verify --model aarch64
// fencepost: verify --model sc -DAPART
// fencepost: verify --model aarch64 -DAPART
// fencepost: verify --model sc -DLOCKED
// fencepost: verify --model sc -DONE
// fencepost: verify --model sc -DHEAP
// A store to a bit-field writes its neighbours back as it found them: an update in between is lost, and only one of two.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct flags {
  unsigned first : 4;
#ifdef APART
  unsigned : 0;
#endif
  unsigned second : 4;
} own, *flags = &own;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#ifdef LOCKED
#define CHANGE(change) (pthread_mutex_lock(&mutex), change, pthread_mutex_unlock(&mutex))
#else
#define CHANGE(change) (change)
#endif
void *left(void *unused) {
  CHANGE(flags->first = 1);
  return 0;
}
int main(void) {
  pthread_t a;
#ifdef HEAP
  flags = malloc(sizeof *flags);
  if (!flags) return 1;
#endif
  pthread_create(&a, 0, left, 0);
#ifndef HEAP
  CHANGE(flags->second = 2);
#endif
  pthread_join(a, 0);
#ifdef HEAP
  assert(flags->first == 1);  // what its neighbour holds is nobody's business
#elif defined ONE
  assert(flags->first == 1 || flags->second == 2);
#else
  assert(flags->first == 1 && flags->second == 2);
#endif
}
