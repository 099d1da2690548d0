// A lock of the library.
// fencepost: verify --engine symmetric --property unreach-call
// fencepost: verify --engine symmetric --property unreach-call -DBUG
#include "../../../examples/symmetric/spin.c"
