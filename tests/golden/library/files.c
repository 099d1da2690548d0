// Streams must be open; whatever is done with them may fail (C11 7.21.3-10).
// fencepost: verify -DUNCHECKED
// fencepost: verify -DNULL_STREAM
// fencepost: verify -DTWICE
// fencepost: verify -DCLOSED
// fencepost: verify -DMODE
// fencepost: verify -DROOM
// fencepost: verify -DNOTHING_READ
// fencepost: verify -DBLOCK
// fencepost: verify -DENVIRONMENT
// fencepost: verify -DCLOCK
// fencepost: verify -DREAD_BACK
// fencepost: verify -DRIGHT
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
#ifdef UNCHECKED
  FILE *f = fopen("x", "r");
  fgetc(f);
#elif defined NULL_STREAM
  fprintf((FILE *)0, "x");
#elif defined TWICE
  FILE *f = fopen("x", "r");
  if (f) fclose(f), fclose(f);
#elif defined CLOSED
  FILE *f = fopen("x", "r");
  if (f) fclose(f), fputs("x", f);
#elif defined MODE
  fopen("x", "q");
#elif defined ROOM
  char line[8];
  fgets(line, 9, stdin);
#elif defined NOTHING_READ
  char line[8];
  fgets(line, 8, stdin);
  return line[0] == 0;
#elif defined BLOCK
  char b[4];
  fread(b, 1, 5, stdin);
#elif defined ENVIRONMENT
  return *getenv("HOME");
#elif defined CLOCK
  assert(time(0) != (time_t)-1);
#elif defined READ_BACK
  FILE *f = fopen("x", "w");
  if (!f || fputs("a", f) < 0 || fclose(f) != 0) return 0;
  f = fopen("x", "r");
  if (f) assert(fgetc(f) != 'b');
#elif defined RIGHT
  FILE *f = fopen("x", "r");
  if (!f) return 1;
  int c = fgetc(f);
  assert(c == EOF || (c >= 0 && c <= 255));
  char line[4];
  if (fgets(line, 4, f)) assert(strlen(line) < 4);
  size_t n = fread(line, 1, 4, f);
  assert(n <= 4 && (n == 0 || line[n - 1] <= 127));
  fclose(f);
  time_t t, now = time(&t);
  assert(t == now);
#endif
  return 0;
}
