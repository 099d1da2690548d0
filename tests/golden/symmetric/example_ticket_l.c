// No predicate about one thread tells that tickets are different: what holds of two threads does. A proof for a given number does without that.
// fencepost: verify --engine symmetric --property unreach-call
// fencepost: verify --engine symmetric --property unreach-call --threads 2 --views 0
// fencepost: verify --engine symmetric --property unreach-call --threads 3
// fencepost: verify --engine symmetric --property unreach-call -DBUG
#include "../../../examples/symmetric/ticket_l.c"
