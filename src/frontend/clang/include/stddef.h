#ifndef FENCEPOST_STDDEF_H
#define FENCEPOST_STDDEF_H

#include <fencepost_types.h>

typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
  long long __integer __attribute__((__aligned__(__alignof__(long long))));
  long double __floating __attribute__((__aligned__(__alignof__(long double))));
} max_align_t;

#define offsetof(type, member) __builtin_offsetof(type, member)

#if __STDC_VERSION__ >= 202311L
typedef typeof(nullptr) nullptr_t;
#define unreachable() __builtin_unreachable()
#endif

#endif
