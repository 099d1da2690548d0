// fencepost: verify
#include <assert.h>
int x;
__asm__(".section .init_array\n.quad change");
int main(void) { assert(x == 0); }
