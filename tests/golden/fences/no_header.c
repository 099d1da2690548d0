// Fences that need no header, where <stdatomic.h> is not included, or only later: the word in this comment is no inclusion.
// fencepost-text: fences --model tso --patch
#if 0
#include <stdatomic.h>
#endif
#include "no_header.inc"
#include <assert.h>
#include <pthread.h>

int atomic_load(int of_the_program) { return of_the_program; }

void *first(void *unused) {
#define WRITTEN x
#define READ y
#define RESULT a
#include "no_header.inc"
  return 0;
}

void *second(void *unused) {
#undef WRITTEN
#undef READ
#undef RESULT
#define WRITTEN y
#define READ x
#define RESULT b
#include "no_header.inc"
  return 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a || b);
  return 0;
}
