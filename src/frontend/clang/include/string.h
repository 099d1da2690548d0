#ifndef FENCEPOST_STRING_H
#define FENCEPOST_STRING_H

#include <fencepost_types.h>

extern void* memcpy(void* __restrict __to, const void* __restrict __from, size_t __bytes);
extern void* memmove(void* __to, const void* __from, size_t __bytes);
extern void* memset(void* __to, int __value, size_t __bytes);
extern int memcmp(const void* __a, const void* __b, size_t __bytes);
extern void* memchr(const void* __from, int __value, size_t __bytes);
extern void* memrchr(const void* __from, int __value, size_t __bytes);
extern void* mempcpy(void* __restrict __to, const void* __restrict __from, size_t __bytes);
extern void* memccpy(void* __restrict __to, const void* __restrict __from, int __value, size_t __bytes);

extern size_t strlen(const char* __text);
extern size_t strnlen(const char* __text, size_t __limit);
extern char* strcpy(char* __restrict __to, const char* __restrict __from);
extern char* strncpy(char* __restrict __to, const char* __restrict __from, size_t __limit);
extern char* stpcpy(char* __restrict __to, const char* __restrict __from);
extern char* strcat(char* __restrict __to, const char* __restrict __from);
extern char* strncat(char* __restrict __to, const char* __restrict __from, size_t __limit);
extern int strcmp(const char* __a, const char* __b);
extern int strncmp(const char* __a, const char* __b, size_t __limit);
extern int strcoll(const char* __a, const char* __b);
extern size_t strxfrm(char* __restrict __to, const char* __restrict __from, size_t __limit);
extern char* strchr(const char* __text, int __character);
extern char* strrchr(const char* __text, int __character);
extern char* strchrnul(const char* __text, int __character);
extern size_t strspn(const char* __text, const char* __accept);
extern size_t strcspn(const char* __text, const char* __reject);
extern char* strpbrk(const char* __text, const char* __accept);
extern char* strstr(const char* __text, const char* __part);
extern char* strtok(char* __restrict __text, const char* __restrict __separators);
extern char* strtok_r(char* __restrict __text, const char* __restrict __separators, char** __restrict __state);
extern char* strsep(char** __text, const char* __separators);
extern char* strdup(const char* __text);
extern char* strndup(const char* __text, size_t __limit);
extern char* strerror(int __number);

#include <strings.h>

#endif
