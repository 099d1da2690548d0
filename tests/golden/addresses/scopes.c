// Automatic objects, one after the other.
// fencepost: verify
#include <assert.h>

int *first, *second;

int main(void) {
  {
    int x = 1;
    first = &x;
  }
  {
    int y = 2;
    second = &y;
    assert(first != second);
  }
  return 0;
}
