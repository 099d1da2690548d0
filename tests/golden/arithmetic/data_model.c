// fencepost: verify
// fencepost: verify --data-model ILP32
#include <assert.h>
int main(void) {
  assert(sizeof(long) == 8);  // !
  assert(sizeof(void *) == 8);
  return 0;
}
