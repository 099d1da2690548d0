// A model that forbids every execution, and assumptions that no execution meets.
// fencepost: explore --model explore/forbids_all.cat
// fencepost: explore --model sc -DASSUME
#include <pthread.h>
void __VERIFIER_assume(int);
int x;
void *f(void *unused) {
  x = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, f, 0);
  pthread_join(a, 0);
#ifdef ASSUME
  __VERIFIER_assume(x == 2);
#endif
  return x;
}
