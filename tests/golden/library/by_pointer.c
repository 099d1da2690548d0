// Library functions that are called by a pointer.
// fencepost: verify -DTWICE
// fencepost: verify -DOVERLAP
// fencepost: verify -DENDING
// fencepost: verify -DDESTRUCTOR
// fencepost: verify -DRIGHT
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct memory {
  void *(*get)(size_t);
  void (*put)(void *);
};

static void fail(void) { assert(0); }
static pthread_key_t key;
static void *run(void *argument) {
  pthread_setspecific(key, argument);
  return 0;
}

int main(void) {
  struct memory memory = {malloc, free};
#ifdef TWICE
  char *p = memory.get(2);
  memory.put(p), memory.put(p);
#elif defined OVERLAP
  void *(*copy)(void *, const void *, size_t) = memcpy;
  char text[8] = "abc";
  copy(text, text + 1, 2);
#elif defined ENDING
  void (*leave)(int) = exit;
  atexit(fail);
  leave(0);
#elif defined DESTRUCTOR
  pthread_t thread;
  char *p = malloc(1);
  pthread_key_create(&key, free);
  pthread_create(&thread, 0, run, p);
  pthread_join(thread, 0);
  *p = 0;
#elif defined RIGHT
  char *p = memory.get(3);
  void *(*fill)(void *, int, size_t) = memset;
  int (*number)(void) = rand, (*show)(const char *) = puts;
  fill(p, 'x', 2);
  p[2] = 0;
  assert(strlen(p) == 2 && number() >= 0 && show(p) >= EOF && memory.put == free);
  memory.put(p);
#endif
  return 0;
}
