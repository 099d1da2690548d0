#ifndef FENCEPOST_SYS_UIO_H
#define FENCEPOST_SYS_UIO_H

#include <fencepost_types.h>

struct iovec {
  void* iov_base;
  size_t iov_len;
};

extern ssize_t readv(int __descriptor, const struct iovec* __parts, int __count);
extern ssize_t writev(int __descriptor, const struct iovec* __parts, int __count);

#endif
