// A generator of numbers with a lock.
// fencepost: verify --engine symmetric --property unreach-call
// fencepost: verify --engine symmetric --property unreach-call -DBUG
#include "../../../examples/symmetric/prng_l.c"
