// Readers and a writer.
// fencepost: verify --engine symmetric --property unreach-call
#include "../../../examples/symmetric/readers_wr.c"
