// fencepost: verify --property no-data-race
// fencepost: verify --property no-data-race -DOUTSIDE
// fencepost: verify --property no-data-race -DOUTSIDE --model pso
// fencepost: verify --property no-data-race -DHIDDEN
// Accesses in atomic sections are atomic, also behind others in the section; an access outside races with them, unless what
// the section reads keeps it away.
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int turn, x;
void *one(void *unused) {
  __VERIFIER_atomic_begin();
  turn = turn + 1;
  x = turn;
  __VERIFIER_atomic_end();
  return 0;
}
void *other(void *unused) {
#if defined(OUTSIDE)
  x++;
#elif defined(HIDDEN)
  __VERIFIER_atomic_begin();
  int mine = turn == 1;
  __VERIFIER_atomic_end();
  if (mine) x++;
#else
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
#endif
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
