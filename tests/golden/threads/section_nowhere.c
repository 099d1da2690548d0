// A store in an atomic section through a pointer that points nowhere, or to what lives no longer.
// fencepost: verify --model sc
// fencepost: verify --model tso -DFREED
// fencepost: verify --model sc --property unreach-call
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int* word;
void* run(void* arg) {
  __VERIFIER_atomic_begin();
  *word = 1;
  __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t a, b;
#ifdef FREED
  word = malloc(sizeof *word);
  if (word == 0) return 0;
  free(word);
#endif
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  return 0;
}
