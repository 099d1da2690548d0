// A generator of numbers with a lock; two threads fail without it, and one does not.
// fencepost: verify --engine symmetric --property unreach-call
// fencepost: verify --engine symmetric --property unreach-call --cube-length 2
// fencepost: verify --engine symmetric --property unreach-call -DBUG
// fencepost: verify --engine symmetric --property unreach-call -DBUG --threads 2
// fencepost: verify --engine symmetric --property unreach-call -DBUG --threads 1
#include "../../../examples/symmetric/prng_l.c"
