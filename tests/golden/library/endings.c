// exit is called once, and what atexit was given is called then, last first (C11 7.22.4.2-4).
// fencepost: verify -DCALLED
// fencepost: verify -DORDER
// fencepost: verify -DREVERSED
// fencepost: verify -DTWICE
// fencepost: verify -DRETURNS
// fencepost: verify -DQUICK
// fencepost: verify -DAT_ONCE
// fencepost: verify -DTHREADS
// fencepost: verify -DMAIN_RETURNS
// fencepost: verify -DJOINED
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;
static void set(void) { done = 1; }
static void check(void) { assert(done); }
static void leave(void) { exit(1); }
static void *leaving(void *unused) {
  exit(0);
  return unused;
}

int main(void) {
#ifdef CALLED
  atexit(check);
#elif defined ORDER
  atexit(check);
  atexit(set);
#elif defined REVERSED
  atexit(set);
  atexit(check);
  exit(0);
#elif defined TWICE
  atexit(leave);
  exit(0);
#elif defined RETURNS
  atexit(leave);
#elif defined QUICK
  at_quick_exit(leave);
  quick_exit(0);
#elif defined AT_ONCE
  atexit(check);
  _Exit(0);
#elif defined THREADS
  pthread_t t;
  pthread_create(&t, 0, leaving, 0);
  exit(0);
#elif defined MAIN_RETURNS
  pthread_t t;
  pthread_create(&t, 0, leaving, 0);
#elif defined JOINED
  pthread_t t;
  pthread_create(&t, 0, leaving, 0);
  pthread_join(t, 0);
#endif
  return 0;
}
