// A device that is trimmed, written and read under a semaphore: each section is one block.
// fencepost: verify --engine symmetric --property unreach-call
#include "../../../examples/symmetric/scull.c"
