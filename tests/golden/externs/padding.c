// fencepost: verify
// Whoever compares whole objects compares padding, which is not zero only because it is not ours.
#include <assert.h>

extern struct {
  char c;
  int i;
} s;

int main(void) {
  unsigned char *bytes = (unsigned char *)&s;
  assert(bytes[1] == 0);
  return 0;
}
