// fencepost: verify
// fencepost: verify -DTWICE
// fencepost: verify -DWRONG
// What a thread has made is used by main alone, on some paths: it is what the thread left wherever main did not touch it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int *made;
static void *work(void *unused) {
  made = calloc(1, sizeof *made);
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  int touched = __VERIFIER_nondet_int() != 0, freed = __VERIFIER_nondet_int() != 0;
  if (touched) *made = 1;
#ifdef WRONG
  assert(*made == 1);  // !
#endif
  assert(*made == touched);
  if (freed) free(made);
#ifdef TWICE
  free(made);  // !
#endif
  if (!freed) free(made);
  return 0;
}
