#ifndef FENCEPOST_SYS_STAT_H
#define FENCEPOST_SYS_STAT_H

#include <fencepost_types.h>

struct stat {
  dev_t st_dev;
  ino_t st_ino;
  mode_t st_mode;
  nlink_t st_nlink;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  off_t st_size;
  blksize_t st_blksize;
  blkcnt_t st_blocks;
  struct timespec st_atim;
  struct timespec st_mtim;
  struct timespec st_ctim;
};

#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXU 0700
#define S_IRGRP 0040
#define S_IROTH 0004

extern int stat(const char* __restrict __path, struct stat* __restrict __result);
extern int lstat(const char* __restrict __path, struct stat* __restrict __result);
extern int fstat(int __descriptor, struct stat* __result);
extern int mkdir(const char* __path, mode_t __mode);
extern int chmod(const char* __path, mode_t __mode);
extern mode_t umask(mode_t __mask);

#endif
