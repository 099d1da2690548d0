// sscanf: what it reads, what it demands (C11 7.21.6.2p10, 7.21.6.7p2), and what it does not assign.
// fencepost: verify -DTOO_LARGE
// fencepost: verify -DTYPE
// fencepost: verify -DROOM
// fencepost: verify -DOVERLAP
// fencepost: verify -DUNTERMINATED
// fencepost: verify -DNOT_ASSIGNED
// fencepost: verify -DSUPPRESSED
// fencepost: verify -DFLOATS
// fencepost: verify -DANY_TEXT
// fencepost: verify -DCOUNTED
// fencepost: verify -DRIGHT
#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  int x = -1, y = -1, n = -1;
#ifdef TOO_LARGE
  sscanf("2147483648", "%d", &x);
#elif defined TYPE
  sscanf("1", "%ld", &x);
#elif defined ROOM
  char word[3];
  sscanf("abc", "%s", word);
#elif defined OVERLAP
  char text[] = "abc";
  sscanf(text, "%s", text + 1);
#elif defined UNTERMINATED
  char text[2] = {'1', ' '};
  sscanf(text, "%d", &x);
#elif defined NOT_ASSIGNED
  int z;
  if (sscanf("1 x", "%d%d", &x, &z) >= 1) return z == 0;
#elif defined SUPPRESSED
  assert(sscanf("1", "%*d%d", &x) == EOF);
#elif defined FLOATS
  float f;
  sscanf("1.5", "%f", &f);
#elif defined ANY_TEXT
  char line[4];
  if (!fgets(line, 4, stdin)) return 0;
  if (sscanf(line, "%d", &x) == 1) assert(x < 100);
#elif defined COUNTED
  if (scanf("%d%n", &x, &n) == 1) assert(n >= 1);
  if (scanf("%d,%n", &x, &y) == 1) assert(y >= 1);
#elif defined RIGHT
  char word[4];
  unsigned char small;
  assert(sscanf("12,-7 ", "%d,%d%n", &x, &y, &n) == 2 && x == 12 && y == -7 && n == 5);
  assert(sscanf(" x", "%d", &x) == 0 && x == 12);
  assert(sscanf("  ", "%d", &x) == EOF && x == 12);
  assert(sscanf("-2147483648", "%d", &x) == 1 && x == INT_MIN);
  assert(sscanf("12345 0x1F 017", "%2d%*d %i%i", &x, &y, &n) == 3 && x == 12 && y == 31 && n == 15);
  assert(sscanf("abcdef", "%3s%hhu", word, &small) == 1 && !strcmp(word, "abc"));
  assert(sscanf("5%255", "%d%%%hhu", &x, &small) == 2 && small == 255);
  assert(sscanf(" q", " %c", word) == 1 && word[0] == 'q' && word[1] == 'b');
#endif
  return 0;
}
