// fencepost: verify --property valid-memtrack
// fencepost: verify --property valid-memcleanup
// The line is that of the call which allocates.
#include <string.h>
int main(void) {
  char *copy = strdup("text");  // !
  return copy[0] == 0;
}
