// Its second: neither is it a shared one.
// fencepost: verify --engine symmetric --property unreach-call
#include "../../../examples/symmetric/unsound_shared.c"
