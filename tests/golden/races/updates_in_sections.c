// A section reads what it is about to write, at one place.
// fencepost: verify --model sc --check data-race
// fencepost: verify --model tso --check data-race
// fencepost: verify --model pso --check data-race -DUPDATE=x++
// fencepost: verify --model sc --check data-race -DUPDATE=x+=y
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
#ifndef UPDATE
#define UPDATE x ^= 1
#endif
int x, y;
static void *section(void *unused) {
  __VERIFIER_atomic_begin();
  UPDATE;
  __VERIFIER_atomic_end();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, section, 0);
  x = 5;
}
