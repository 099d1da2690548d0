// What only a predicate about both a thread's own variable and a shared one tells.
// fencepost: verify --engine symmetric --property unreach-call
// fencepost: verify --engine symmetric --property unreach-call -DBUG
#include "../../../examples/symmetric/unverex.c"
