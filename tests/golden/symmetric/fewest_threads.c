// A run that is drawn at random is found before the engine, which is known to find one with the fewest threads, has ended: it is waited for.
// fencepost: verify --engine symmetric --property unreach-call -DBUG --cube-length 2
// statistic: symmetric.threads = 2
// statistic: engine.ticks > 15000
#include "../../../examples/symmetric/inc_dec_c.c"
