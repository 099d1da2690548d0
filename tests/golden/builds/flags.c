// A build's command line: what it says of the program is obeyed, and the rest changes nothing.
// fencepost: verify -O2 -g -Wall -Wextra -pthread -march=x86-64 -fno-strict-aliasing -c -o flags.o -MMD -MF flags.d -DLIMIT=3 -ULEFT -include builds/forced.h
// fencepost: verify -DLIMIT=3 -include builds/forced.h -fwrapv -DWRAPS
// fencepost: verify -DLIMIT=3 -include builds/forced.h -DWRAPS
// fencepost: verify -DLIMIT=3 -includebuilds/forced.h -funsigned-char -DUNSIGNED -isystem builds
// fencepost: verify -DLIMIT=3 -include builds/forced.h -DUNSIGNED
// fencepost: verify -DLIMIT=3 -include builds/forced.h -m32 -DWORD=4
#include <assert.h>
#include <limits.h>

#ifndef WORD
#define WORD 8
#endif

int main(void) {
  assert(LIMIT == FORCED);
#ifdef LEFT
  assert(0);
#endif
#ifdef WRAPS
  int most = INT_MAX;
  assert(most + 1 == INT_MIN);
#endif
#ifdef UNSIGNED
  assert((char)-1 > 0);
#endif
  assert(sizeof(void *) == WORD);
  return 0;
}
