// A counter under tso.
// fencepost: verify --engine symmetric --property unreach-call --model tso
#include "../../../examples/symmetric/tso/cas_counter.c"
