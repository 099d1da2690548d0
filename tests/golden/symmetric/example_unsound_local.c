// The seed's first example of an abstraction that would be unsound: the predicate is no variable of the thread alone.
// fencepost: verify --engine symmetric --property unreach-call
#include "../../../examples/symmetric/unsound_local.c"
