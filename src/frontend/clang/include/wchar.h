#ifndef FENCEPOST_WCHAR_H
#define FENCEPOST_WCHAR_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef __WINT_TYPE__ wint_t;
typedef struct {
  int __count;
  wint_t __partial;
} mbstate_t;

#define WEOF ((wint_t) - 1)

extern size_t wcslen(const wchar_t* __text);
extern wchar_t* wcscpy(wchar_t* __restrict __to, const wchar_t* __restrict __from);
extern wchar_t* wcsncpy(wchar_t* __restrict __to, const wchar_t* __restrict __from, size_t __limit);
extern wchar_t* wcscat(wchar_t* __restrict __to, const wchar_t* __restrict __from);
extern int wcscmp(const wchar_t* __a, const wchar_t* __b);
extern int wcsncmp(const wchar_t* __a, const wchar_t* __b, size_t __limit);
extern wchar_t* wcschr(const wchar_t* __text, wchar_t __character);
extern wchar_t* wcsrchr(const wchar_t* __text, wchar_t __character);
extern wchar_t* wmemcpy(wchar_t* __restrict __to, const wchar_t* __restrict __from, size_t __count);
extern wchar_t* wmemset(wchar_t* __to, wchar_t __value, size_t __count);
extern int wprintf(const wchar_t* __restrict __format, ...);

#endif
