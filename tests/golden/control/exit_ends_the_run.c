// fencepost: verify
#include <assert.h>
#include <stdlib.h>
void stop(int code) { exit(code); }
int main(void) {
  stop(0);
  assert(0);
  return 0;
}
