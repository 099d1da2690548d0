// fencepost: verify
#include <assert.h>
int ready;
static void set_up(void) { ready = 1; }
#pragma clang section data = ".init_array"
void (*first)(void) = set_up;
int main(void) { assert(!ready); }
