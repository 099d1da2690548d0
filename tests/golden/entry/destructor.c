// fencepost: verify
#include <assert.h>
int x;
__attribute__((destructor(200))) static void after(void) { assert(x == 0); }
int main(void) { x = 1; }
