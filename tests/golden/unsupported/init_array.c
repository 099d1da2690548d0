// The loader calls what stands in this section.
// fencepost: verify
#include <assert.h>
int x;
static void before(void) { x = 1; }
__attribute__((used, section(".init_array"))) static void (*entry)(void) = before;
int main(void) { assert(x == 0); }
