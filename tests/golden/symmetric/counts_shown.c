// A proof by counts of threads, a line each: who has the lowest ticket is told by none of the threads alone.
// fencepost-text: verify --engine symmetric --model sc --property unreach-call --show-proof --threads 2 --views 0
#include "../../../examples/symmetric/ticket_l.c"
