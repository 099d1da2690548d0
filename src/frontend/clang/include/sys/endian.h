#ifndef FENCEPOST_SYS_ENDIAN_H
#define FENCEPOST_SYS_ENDIAN_H

#include <endian.h>

#endif
