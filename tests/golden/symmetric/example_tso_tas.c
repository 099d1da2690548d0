// A lock under tso, for any number of threads.
// fencepost: verify --engine symmetric --property unreach-call --model tso
// fencepost: verify --engine symmetric --property unreach-call --model pso
#include "../../../examples/symmetric/tso/tas.c"
