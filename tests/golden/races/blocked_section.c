// A section that is blocked has no effect on a race of others.
// fencepost: verify --model sc --check data-race
// fencepost: verify --model tso --check data-race
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int condition);
int x, y;
static void *blocked(void *unused) {
  __VERIFIER_atomic_begin();
  y = 1;
  __VERIFIER_assume(0);
  __VERIFIER_atomic_end();
  return unused;
}
static void *writes(void *unused) { x = 1; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, blocked, 0);
  pthread_create(&thread, 0, writes, 0);
  __VERIFIER_atomic_begin();
  int r = y;
  __VERIFIER_atomic_end();
  if (r == 0) x = 5;
}
