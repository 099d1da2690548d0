// A fence where the machine needs one, under tso and pso alike; -DNO_FENCE leaves it out.
#pragma once

#ifdef NO_FENCE
#define FENCE() (void)0
#else
#define FENCE() __sync_synchronize()
#endif
