// fencepost: verify --property unreach-call --model sc -DDEPTH=3
// fencepost: verify --property unreach-call --model sc -DDEPTH=1000
// What is not understood (here: an access that may lie outside, with the check for it switched off) leaves no room for SAFE,
// but a violation some iterations later is one all the same.
#include <pthread.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int cells[2], where;
void *other(void *unused) {
  where = 5;
  where = 0;
  return 0;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  cells[where] = 1;
  for (int rounds = 1; __VERIFIER_nondet_int(); ++rounds)
    if (rounds == DEPTH) reach_error();
  pthread_join(thread, 0);
}
