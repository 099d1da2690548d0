// fencepost: verify --model sc
// fencepost: verify --model sc -DTORN
// fencepost: verify --model sc -DMOVE
// fencepost: verify --model tso -DFILL
// fencepost: explore --model sc
// fencepost: verify --model sc -DLONG

// Copies, moves and fills of memory that threads share, at places and of lengths that another thread chooses.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static unsigned char from[4] = {1, 2, 3, 4}, to[4];
static int words[6];
static unsigned at, count;

static void *copier(void *unused) {
  unsigned a = at % 3, n = count % 3;
#if defined(MOVE)
  memmove(from + a, from + 1, n);
#elif defined(FILL)
  memset(from + a, 9, n);
#elif defined(LONG)
  memcpy(words + a, words + 3, n * sizeof *words);
#else
  memcpy(to + 1 + a % 2, from + a, n);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 6; ++i) words[i] = 100 * i;
  pthread_create(&thread, 0, copier, 0);
  at = 1;
  count = 2;
#ifdef TORN
  from[2] = 7;
  unsigned char second = to[2], third = to[3];
  assert(!(second == 2 && third == 0));  // at most one of both is there yet
#endif
  pthread_join(thread, 0);
  assert(to[0] == 0);
#if defined(MOVE)
  assert(from[0] == 1 || from[0] == 2);
  assert(from[3] == 4);
#elif defined(FILL)
  assert(from[0] == 1 || from[0] == 9);
  assert(from[3] == 4);
#elif defined(LONG)
  assert(words[0] % 100 == 0 && (words[1] == 100 || words[1] == 300 || words[1] == 400) && words[5] == 500);
#endif
}
