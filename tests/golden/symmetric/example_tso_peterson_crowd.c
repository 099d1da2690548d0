// One thread against any number of others.
// fencepost: verify --engine symmetric --property unreach-call --model tso
// fencepost: verify --engine symmetric --property unreach-call --model tso -DNO_FENCE
#include "../../../examples/symmetric/tso/peterson_crowd.c"
