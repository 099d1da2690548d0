#ifndef FENCEPOST_SYS_POLL_H
#define FENCEPOST_SYS_POLL_H

#include <poll.h>

#endif
