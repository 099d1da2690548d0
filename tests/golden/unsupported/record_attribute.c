// The size alone is a use.
// fencepost: verify
#include <assert.h>
struct __attribute__((ms_struct)) Bits { char a : 3; int b : 4; };
int main(void) { assert(sizeof(struct Bits) == 8); }
