// Several statements on a line, behind a label of a switch, in a macro that begins where its statement does.
// fencepost-text: fences --model tso --patch
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int x, y, a, b;
#define SET(v) v = 1

void *first(void *p) { SET(x); SET(a); if (y) a = 2; return 0; }
void *second(void *p) { switch (1) { default: y = 1; b = x; } return 0; }

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(a == 2 || b);
  return 0;
}
