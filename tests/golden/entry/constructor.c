// fencepost: verify
// fencepost: run
#include <assert.h>
int x;
__attribute__((constructor)) void before(void) { x = 1; }
int main(void) { assert(x == 0); }
