#ifndef FENCEPOST_ALLOCA_H
#define FENCEPOST_ALLOCA_H

#include <fencepost_types.h>

extern void* alloca(size_t __bytes);

#endif
