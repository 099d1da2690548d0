// fencepost: verify --property no-data-race --model sc
// fencepost: verify --property no-data-race --model tso
// fencepost: verify --property no-data-race --model rc11
// fencepost: verify --property no-data-race --model sc -DEXPECTED=0
// fencepost: verify --property no-data-race --model rc11 -DEXPECTED=0
// fencepost: verify --property no-data-race --model sc -DWRITE
// fencepost: verify --property no-data-race --model sc -DHELD
// A compare-exchange that fails is a read (C11 7.17.7.4p2): it races with writes alone.
#include <pthread.h>
int word;
#ifndef EXPECTED
#define EXPECTED 1
#endif
void *tries(void *unused) {
#ifdef HELD
  __sync_val_compare_and_swap(&word, 0, 2);
#else
  __sync_val_compare_and_swap(&word, EXPECTED, 2);
#endif
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, tries, 0);
#ifdef WRITE
  word = 5;
#elif defined HELD
  if (__sync_val_compare_and_swap(&word, 0, 2) == 0) {
    int seen = word;  // by now the other one fails
  }
#else
  int seen = word;
#endif
  pthread_join(a, 0);
}
