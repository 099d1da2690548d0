#ifndef FENCEPOST_ASM_TYPES_H
#define FENCEPOST_ASM_TYPES_H

#include <linux/types.h>

#endif
