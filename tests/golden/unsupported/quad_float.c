// fencepost: verify
// fencepost: verify -D BY_MODE
#include <assert.h>
#ifdef BY_MODE
typedef float Quad __attribute__((mode(TF)));
#else
typedef __float128 Quad;
#endif
Quad x = 1;
int main(void) { assert(x == 1 && sizeof x == 16); }
