// A counter by compare-and-swap: for any number of threads, for eight of them, and three that fail without the comparison.
// fencepost: verify --engine symmetric --property unreach-call
// fencepost: verify --engine symmetric --property unreach-call -DTHREADS=8
// fencepost: verify --engine symmetric --property unreach-call -DBUG
// statistic: symmetric.threads = 3
// fencepost: verify --engine symmetric --property unreach-call -DBUG --threads 2
// fencepost: verify --engine symmetric --property unreach-call --symmetry off --threads 3
// fencepost: verify --engine symmetric --property unreach-call --cube-length 0
// fencepost: verify --engine symmetric --property unreach-call --cube-length 2
#include "../../../examples/symmetric/inc_c.c"
