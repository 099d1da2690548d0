// fencepost: verify --engine cegar --property valid-deref
// fencepost: verify --engine cegar --property valid-deref --malloc-may-fail
// fencepost: verify --engine cegar --property valid-deref -DONE_OF_TWO
// fencepost: verify --engine cegar --property valid-deref -DONE_OF_TWO -DWRONG
// fencepost: verify --engine cegar --property valid-deref -DON_ONE_WAY
// fencepost: verify --engine cegar --property valid-deref -DON_ONE_WAY -DWRONG
// fencepost: verify --engine cegar --property valid-deref -DSCOPE
// fencepost: verify --engine cegar --property valid-deref -DSCOPE -DWRONG
// fencepost: verify --engine cegar --property valid-deref -DOUTLIVED
// fencepost: verify --engine cegar --property unreach-call -DOUTLIVED
// Objects that end where not everything about them is known: which of two, on which way, or whether there is one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *shared;

void *reader(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    if (shared) *shared = 1;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
#if defined ONE_OF_TWO
  int *a = malloc(4), *b = malloc(4), first = __VERIFIER_nondet_int();
  int *ended = first ? a : b;
  pthread_mutex_lock(&lock);
#ifdef WRONG
  shared = a;
#else
  shared = first ? b : a;
#endif
  free(ended);
  pthread_mutex_unlock(&lock);
#elif defined ON_ONE_WAY
  int *a = malloc(4), ends = __VERIFIER_nondet_int();
  if (ends) free(a);
#ifndef WRONG
  if (!ends)
#endif
  {
    pthread_mutex_lock(&lock);
    shared = a;
    pthread_mutex_unlock(&lock);
  }
  for (;;) {
  }
#elif defined SCOPE
  for (;;) {
    {
      int local = 0;
      pthread_mutex_lock(&lock);
      shared = &local;
      pthread_mutex_unlock(&lock);
#ifndef WRONG
      pthread_mutex_lock(&lock);
      shared = 0;
      pthread_mutex_unlock(&lock);
#endif
    }
    for (;;) {
    }
  }
#elif defined OUTLIVED
  // The last one's pointer is none to the new one, though made at the same place.
  for (;;) {
    int *a = malloc(4);
    *a = 0;
    pthread_mutex_lock(&lock);
    int *old = shared;
    pthread_mutex_unlock(&lock);
    assert(!old || old == a);
    free(a);
    pthread_mutex_lock(&lock);
    shared = a;
    pthread_mutex_unlock(&lock);
  }
#else
  int *a = malloc(4);
  pthread_mutex_lock(&lock);
  shared = a;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  free(shared);
  shared = 0;
  pthread_mutex_unlock(&lock);
#endif
}
