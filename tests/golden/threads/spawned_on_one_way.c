// fencepost: verify --unwind 2
// fencepost: verify --unwind 2 --model tso
// fencepost: verify --unwind 2 --model rc11
// fencepost: verify --unwind 2 -DENDLESS
// What the first thread does where there is another one on some ways, and none on the way that fails, or that ends.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int number;

void *other(void *unused) {
#ifdef ENDLESS
  for (;;) {
  }
#endif
  pthread_mutex_lock(&lock);
  number++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  int has_first = 0;
#ifdef ENDLESS
  while (__VERIFIER_nondet_int())
#else
  if (__VERIFIER_nondet_int())
#endif
  {
    has_first = 1;
    pthread_create(&first, 0, other, 0);
  }
  pthread_mutex_lock(&lock);
  number = 5;
  pthread_mutex_unlock(&lock);
#ifndef ENDLESS
  pthread_create(&second, 0, other, 0);
  pthread_join(second, 0);
  pthread_mutex_lock(&lock);
  assert(has_first || number != 6);
#endif
  return 0;
}
