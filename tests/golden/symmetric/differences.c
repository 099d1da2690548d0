// Threads that cannot be exchanged for each other are told, with the place where they begin to differ.
// fencepost: verify --engine symmetric --property unreach-call --model sc
// fencepost: verify --engine symmetric --property unreach-call --model sc -DOTHER
// fencepost: verify --engine symmetric --property unreach-call --model sc -DALONE
// fencepost: verify --property unreach-call --model sc
#include <assert.h>
#include <pthread.h>

int parts[2];

static void *worker(void *number) {
  int *mine = &parts[(long)number];
  *mine = 1;
  assert(*mine == 1);
  return 0;
}

static void *other(void *unused) { return 0; }

int main(void) {
  pthread_t id;
#ifndef ALONE
  pthread_create(&id, 0, worker, (void *)0);
#endif
#ifdef OTHER
  pthread_create(&id, 0, other, 0);
#else
  pthread_create(&id, 0, worker, (void *)1);
#endif
  return 0;
}
