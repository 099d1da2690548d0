#ifndef FENCEPOST_LOCALE_H
#define FENCEPOST_LOCALE_H

#include <fencepost_types.h>

struct lconv {
  char* decimal_point;
  char* thousands_sep;
  char* grouping;
};

#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_TIME 2
#define LC_COLLATE 3
#define LC_MONETARY 4
#define LC_ALL 6

extern char* setlocale(int __category, const char* __locale);
extern struct lconv* localeconv(void);

#endif
