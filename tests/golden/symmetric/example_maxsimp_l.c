// The largest of what threads have seen.
// fencepost: verify --engine symmetric --property unreach-call
// fencepost: verify --engine symmetric --property unreach-call -DBUG
#include "../../../examples/symmetric/maxsimp_l.c"
