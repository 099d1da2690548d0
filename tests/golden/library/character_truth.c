// What isalpha and its kin return for true is any number but 0 (C11 7.4.1p1).
// fencepost: verify -DONE
// fencepost: verify -DPOSITIVE
// fencepost: verify -DALIKE
// fencepost: verify -DCOUNTED
// fencepost: verify -DRIGHT
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void) {
#ifdef ONE
  assert(isalpha('a') == 1);
#elif defined POSITIVE
  assert(isdigit('5') > 0);
#elif defined ALIKE
  assert(isupper('A') == isupper('B'));
#elif defined COUNTED
  int spaces = 0;
  for (const char *at = "a b"; *at; ++at) spaces += isspace((unsigned char)*at);
  assert(spaces == 1);
#elif defined RIGHT
  assert(isalpha('a') && !isalpha('1') && !!isupper('A') == !!isupper('B') && isxdigit(EOF) == 0);
  assert(tolower('A') == 'a' && toupper('a') == 'A' && toupper(EOF) == EOF);
#endif
  return 0;
}
