// fencepost: verify
// fencepost: verify --data-model ILP32
#include <alloca.h>
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <iso646.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <memory.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <asm/types.h>
#include <asm/unistd.h>
#include <byteswap.h>
#include <endian.h>
#include <err.h>
#include <features.h>
#include <getopt.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <linux/types.h>
#include <linux/unistd.h>
#include <poll.h>
#include <sys/cdefs.h>
#include <sys/endian.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/param.h>
#include <sys/poll.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <syscall.h>
static_assert(INT8_MAX == 127 and UINT16_MAX == 65535 and INT64_MIN < 0, "limits");
static_assert(sizeof(size_t) == sizeof(void *) and sizeof(intptr_t) == sizeof(void *), "sizes");
static_assert(CHAR_BIT == 8 and SCHAR_MIN == -128 and ULONG_MAX + 1 == 0, "limits");
int main(void) {
  atomic_int a = ATOMIC_VAR_INIT(1);
  assert(atomic_fetch_add(&a, 2) == 1 && atomic_load(&a) == 3);
  uint64_t big = UINT64_C(18446744073709551615);
  assert(big + 1 == 0);
  assert(offsetof(struct timespec, tv_nsec) == sizeof(time_t));
  assert(stdout != NULL);
  return 0;
}
