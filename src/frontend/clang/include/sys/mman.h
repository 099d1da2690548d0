#ifndef FENCEPOST_SYS_MMAN_H
#define FENCEPOST_SYS_MMAN_H

#include <fencepost_types.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 0x01
#define MAP_PRIVATE 0x02
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_ANON MAP_ANONYMOUS
#define MAP_NORESERVE 0x4000
#define MAP_LOCKED 0x2000
#define MAP_POPULATE 0x8000
#define MAP_STACK 0x20000
#define MAP_HUGETLB 0x40000
#define MAP_FIXED_NOREPLACE 0x100000
#define MAP_FAILED ((void*)-1)
#define MREMAP_MAYMOVE 1
#define MREMAP_FIXED 2
#define MS_ASYNC 1
#define MS_INVALIDATE 2
#define MS_SYNC 4
#define MADV_NORMAL 0
#define MADV_RANDOM 1
#define MADV_SEQUENTIAL 2
#define MADV_WILLNEED 3
#define MADV_DONTNEED 4
#define MADV_FREE 8
#define MADV_DONTFORK 10
#define MADV_HUGEPAGE 14
#define MADV_NOHUGEPAGE 15
#define MADV_DONTDUMP 16

extern void* mmap(void* __where, size_t __bytes, int __rights, int __flags, int __file, off_t __offset);
extern void* mremap(void* __where, size_t __old_bytes, size_t __bytes, int __flags, ...);
extern int munmap(void* __where, size_t __bytes);
extern int mprotect(void* __where, size_t __bytes, int __rights);
extern int madvise(void* __where, size_t __bytes, int __advice);
extern int msync(void* __where, size_t __bytes, int __flags);
extern int mlock(const void* __where, size_t __bytes);
extern int munlock(const void* __where, size_t __bytes);
extern int shm_open(const char* __name, int __flags, mode_t __mode);
extern int shm_unlink(const char* __name);

#endif
