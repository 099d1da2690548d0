// C11 6.2.6.1p5: a _Bool is 0 or 1.
// fencepost: verify -DBYTE=2
// fencepost: verify -DBYTE=1
// fencepost: verify -DBYTE=2 -DBYTEWISE
#include <assert.h>
#include <string.h>

struct flags {
  _Bool first, second;
};

int main(void) {
  struct flags flags, copy;
  memset(&flags, BYTE, sizeof flags);
  copy = flags;  // no value is read here
#ifdef BYTEWISE
  assert(*(unsigned char*)&copy.second == BYTE);
#else
  assert(copy.second);
#endif
}
