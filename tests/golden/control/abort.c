// fencepost: verify
// fencepost: verify --check abort
#include <stdlib.h>
int main(void) {
  abort();  // !
}
