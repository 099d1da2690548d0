// The same with a lock.
// fencepost: verify --engine symmetric --property unreach-call
// fencepost: verify --engine symmetric --property unreach-call -DTHREADS=8
// fencepost: verify --engine symmetric --property unreach-call -DBUG
#include "../../../examples/symmetric/inc_l.c"
