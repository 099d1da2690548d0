// Two threads, each of which is known.
// fencepost: verify --engine symmetric --property unreach-call
// fencepost: verify --engine symmetric --property unreach-call -DBUG
#include "../../../examples/symmetric/peterson.c"
