#ifndef FENCEPOST_STDLIB_H
#define FENCEPOST_STDLIB_H

#include <fencepost_types.h>

typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
  int quot;
  int rem;
} div_t;
typedef struct {
  long quot;
  long rem;
} ldiv_t;
typedef struct {
  long long quot;
  long long rem;
} lldiv_t;

#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX 1

extern void* malloc(size_t __bytes);
extern void* calloc(size_t __count, size_t __bytes);
extern void* realloc(void* __old, size_t __bytes);
extern void* reallocarray(void* __old, size_t __count, size_t __bytes);
extern void* aligned_alloc(size_t __alignment, size_t __bytes);
extern int posix_memalign(void** __result, size_t __alignment, size_t __bytes);
extern void* valloc(size_t __bytes);
extern void* alloca(size_t __bytes);
extern void free(void* __ptr);

extern _Noreturn void abort(void);
extern _Noreturn void exit(int __status);
extern _Noreturn void _Exit(int __status);
extern _Noreturn void quick_exit(int __status);
extern int atexit(void (*__function)(void));
extern int at_quick_exit(void (*__function)(void));
extern int system(const char* __command);
extern char* getenv(const char* __name);
extern int setenv(const char* __name, const char* __value, int __overwrite);
extern int unsetenv(const char* __name);

extern int rand(void);
extern void srand(unsigned int __seed);
extern int rand_r(unsigned int* __seed);
extern long random(void);
extern void srandom(unsigned int __seed);
extern double drand48(void);
extern long lrand48(void);

extern int abs(int __value);
extern long labs(long __value);
extern long long llabs(long long __value);
extern div_t div(int __numerator, int __denominator);
extern ldiv_t ldiv(long __numerator, long __denominator);
extern lldiv_t lldiv(long long __numerator, long long __denominator);

extern int atoi(const char* __text);
extern long atol(const char* __text);
extern long long atoll(const char* __text);
extern double atof(const char* __text);
extern long strtol(const char* __text, char** __end, int __base);
extern long long strtoll(const char* __text, char** __end, int __base);
extern unsigned long strtoul(const char* __text, char** __end, int __base);
extern unsigned long long strtoull(const char* __text, char** __end, int __base);
extern float strtof(const char* __text, char** __end);
extern double strtod(const char* __text, char** __end);
extern long double strtold(const char* __text, char** __end);

extern void* bsearch(const void* __key, const void* __base, size_t __count, size_t __bytes,
                     int (*__compare)(const void*, const void*));
extern void qsort(void* __base, size_t __count, size_t __bytes, int (*__compare)(const void*, const void*));

extern int mblen(const char* __text, size_t __bytes);
extern int mbtowc(wchar_t* __result, const char* __text, size_t __bytes);
extern int wctomb(char* __result, wchar_t __character);

#endif
