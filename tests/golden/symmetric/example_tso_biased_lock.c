// A lock that is biased towards one thread.
// fencepost: verify --engine symmetric --property unreach-call --model tso
#include "../../../examples/symmetric/tso/biased_lock.c"
