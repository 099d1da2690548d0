#ifndef FENCEPOST_STRINGS_H
#define FENCEPOST_STRINGS_H

#include <fencepost_types.h>

extern void bzero(void* __to, size_t __bytes);
extern void bcopy(const void* __from, void* __to, size_t __bytes);
extern int bcmp(const void* __a, const void* __b, size_t __bytes);
extern char* index(const char* __text, int __character);
extern char* rindex(const char* __text, int __character);
extern int strcasecmp(const char* __a, const char* __b);
extern int strncasecmp(const char* __a, const char* __b, size_t __limit);
extern int ffs(int __value);
extern int ffsl(long __value);
extern int ffsll(long long __value);

#endif
