// What tickets are left no two threads know: for a given number of threads alone.
// fencepost: verify --engine symmetric --property unreach-call --threads 2
// fencepost: verify --engine symmetric --property unreach-call --threads 3
// fencepost: verify --engine symmetric --property unreach-call -DBUG
#include "../../../examples/symmetric/ticket_l.c"
