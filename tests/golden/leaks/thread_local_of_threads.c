// fencepost: verify --model sc --property valid-memtrack
// fencepost: verify --model sc --property valid-memtrack -DENDS
// fencepost: verify --model sc --property valid-memtrack -DMAIN
// A thread-local object holds as long as its thread lives: main's until the program ends, unless it leaves by pthread_exit.
#include <pthread.h>
#include <stdlib.h>
static _Thread_local int *own;
static void *run(void *unused) {
#ifndef MAIN
  own = malloc(sizeof *own);  // !
#endif
  return 0;
}
int main(void) {
  pthread_t id;
#ifdef MAIN
  own = malloc(sizeof *own);
#endif
  pthread_create(&id, 0, run, 0);
#ifdef ENDS
  pthread_exit(0);
#endif
  pthread_join(id, 0);
}
