// A maximum by compare-and-swap, with the plainest first abstraction: interpolants tell what the text of the program does not.
// fencepost: verify --engine symmetric --property unreach-call --cube-length 0
#include "../../../examples/symmetric/maxsimp_c.c"
