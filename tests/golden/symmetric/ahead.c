// Any number of threads run one function: nobody has to ask for the engine that is made for it, and others, which take long here, wait for it.
// fencepost: verify --property unreach-call --model sc
// statistic: symmetric.threads > 0
#include "../../../examples/symmetric/inc_dec_c.c"
