#ifndef FENCEPOST_SYS_PARAM_H
#define FENCEPOST_SYS_PARAM_H

#include <endian.h>
#include <limits.h>
#include <signal.h>
#include <sys/types.h>

#define NBBY 8
#define MAXPATHLEN 4096
#define MAXHOSTNAMELEN 64
#define setbit(bits, i) ((bits)[(i) / NBBY] |= 1 << ((i) % NBBY))
#define clrbit(bits, i) ((bits)[(i) / NBBY] &= ~(1 << ((i) % NBBY)))
#define isset(bits, i) ((bits)[(i) / NBBY] & (1 << ((i) % NBBY)))
#define isclr(bits, i) (((bits)[(i) / NBBY] & (1 << ((i) % NBBY))) == 0)
#define howmany(count, unit) (((count) + ((unit) - 1)) / (unit))
#define roundup(count, unit)                                                               \
  (__builtin_constant_p(unit) && powerof2(unit) ? (((count) + (unit) - 1) & ~((unit) - 1)) \
                                                : howmany(count, unit) * (unit))
#define powerof2(number) ((((number) - 1) & (number)) == 0)
#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))

#endif
