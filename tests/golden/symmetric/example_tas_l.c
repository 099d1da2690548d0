// A lock by test-and-set.
// fencepost: verify --engine symmetric --property unreach-call
// fencepost: verify --engine symmetric --property unreach-call -DBUG
// fencepost: verify --engine symmetric --property unreach-call --symmetry off
// fencepost: verify --engine symmetric --property unreach-call --cube-length 2
#include "../../../examples/symmetric/tas_l.c"
