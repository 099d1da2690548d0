// Copies between objects that overlap (C11 7.24.2).
// fencepost: verify -DFORWARD
// fencepost: verify -DBACKWARD
// fencepost: verify -DEND
// fencepost: verify -DAPPENDED
// fencepost: verify -DLIMITED
// fencepost: verify -DPADDED
// fencepost: verify -DAPPENDED_LIMITED
// fencepost: verify -DMEMPCPY
// fencepost: verify -DMEMCCPY
// fencepost: verify -DSTRXFRM
// fencepost: verify -DRIGHT
#include <assert.h>
#include <string.h>

static char b[12] = "abc";

int main(void) {
#ifdef FORWARD
  strcpy(b + 1, b);
#elif defined BACKWARD
  strcpy(b, b + 1);
#elif defined END
  strcpy(b + 3, b);
#elif defined APPENDED
  strcat(b, b);
#elif defined LIMITED
  strncpy(b + 1, b, 3);
#elif defined PADDED
  strncpy(b, b + 5, 6);
#elif defined APPENDED_LIMITED
  strncat(b, b + 1, 5);
#elif defined MEMPCPY
  mempcpy(b + 1, b, 3);
#elif defined MEMCCPY
  memccpy(b + 1, b, 'c', 4);
#elif defined STRXFRM
  strxfrm(b + 1, b, 4);
#elif defined RIGHT
  strcpy(b + 4, b);
  assert(b[3] == 0 && b[6] == 'c');
  strncpy(b, b + 4, 4);
  memmove(b + 1, b, 3);
  assert(b[3] == 'c');
#endif
  return 0;
}
