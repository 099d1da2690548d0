// What scanf reads is anything, and as many arguments are set as it says (C11 7.21.6.2p16).
// fencepost: verify -DUNCHECKED
// fencepost: verify -DTOO_FEW
// fencepost: verify -DANY
// fencepost: verify -DNO_LIMIT
// fencepost: verify -DNO_ROOM
// fencepost: verify -DTYPE
// fencepost: verify -DNO_POINTER
// fencepost: verify -DRIGHT
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
#ifdef UNCHECKED
  int x;
  scanf("%d", &x);
  return x == 3;
#elif defined TOO_FEW
  int x, y;
  if (scanf("%d%d", &x, &y) >= 1) return x == y;
#elif defined ANY
  int x;
  if (scanf("%d", &x) == 1) assert(x != 77);
#elif defined NO_LIMIT
  char word[4];
  scanf("%s", word);
#elif defined NO_ROOM
  char word[4];
  scanf("%4s", word);
#elif defined TYPE
  int x;
  scanf("%ld", &x);
#elif defined NO_POINTER
  int x = 0;
  scanf("%d", x);
#elif defined RIGHT
  int x, y, r = scanf("%d%d", &x, &y);
  assert(r == EOF || (r >= 0 && r <= 2));
  if (r == 2) r = x == y;
  char word[4], c;
  if (fscanf(stdin, "%3s%c", word, &c) == 2) assert(strlen(word) > 0 && strlen(word) < 4 && (c == 'a' || c != 'a'));
#endif
  return 0;
}
