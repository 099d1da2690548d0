// fencepost: verify --property unreach-call --engine cegar
// statistic: facts.settled = 19
// fencepost: verify --property unreach-call --engine cegar -DONE_LESS
// Threads read a variable of main, which ends when all of them have been waited for, one after the other in a loop: it lives whenever
// they look. Where one of them is not waited for, it may not.
#include <pthread.h>

extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
#ifdef ONE_LESS
enum { WAITED_FOR = 4 };
#else
enum { WAITED_FOR = 5 };
#endif
pthread_t threads[5];

void *serve(void *argument) {
  for (int request = 0; __VERIFIER_nondet_bool(); request = (request + 1) % 100) {
    int limit = *(int *)argument;
    if (request + limit < 7) reach_error();
  }
  return 0;
}

int main(void) {
  int limit = 7;
  for (int i = 0; i < 5; ++i) {
    limit = 7 + i;
    pthread_create(&threads[i], 0, serve, &limit);
  }
  for (int i = 0; i < WAITED_FOR; ++i) pthread_join(threads[i], 0);
}
