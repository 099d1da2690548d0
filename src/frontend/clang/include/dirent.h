#ifndef FENCEPOST_DIRENT_H
#define FENCEPOST_DIRENT_H

#include <fencepost_types.h>

typedef struct __fencepost_directory DIR;

struct dirent {
  ino_t d_ino;
  off_t d_off;
  unsigned short d_reclen;
  unsigned char d_type;
  char d_name[256];
};

enum { DT_UNKNOWN = 0, DT_FIFO = 1, DT_CHR = 2, DT_DIR = 4, DT_BLK = 6, DT_REG = 8, DT_LNK = 10, DT_SOCK = 12 };

extern DIR* opendir(const char* __path);
extern DIR* fdopendir(int __descriptor);
extern struct dirent* readdir(DIR* __directory);
extern int readdir_r(DIR* __directory, struct dirent* __entry, struct dirent** __result);
extern void rewinddir(DIR* __directory);
extern void seekdir(DIR* __directory, long __position);
extern long telldir(DIR* __directory);
extern int dirfd(DIR* __directory);
extern int closedir(DIR* __directory);
extern int scandir(const char* __path, struct dirent*** __entries, int (*__wanted)(const struct dirent*),
                   int (*__order)(const struct dirent**, const struct dirent**));
extern int alphasort(const struct dirent** __a, const struct dirent** __b);

#endif
