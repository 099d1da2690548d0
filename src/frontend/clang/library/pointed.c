/* Functions that the front end knows by name have a body for calls by a pointer; see string.c for the rules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void* __fencepost_pointed_malloc(size_t bytes) { return malloc(bytes); }
void* __fencepost_pointed_calloc(size_t count, size_t bytes) { return calloc(count, bytes); }
void* __fencepost_pointed_realloc(void* old, size_t bytes) { return realloc(old, bytes); }
void* __fencepost_pointed_aligned_alloc(size_t alignment, size_t bytes) { return aligned_alloc(alignment, bytes); }
void __fencepost_pointed_free(void* old) { free(old); }
void* __fencepost_pointed_memcpy(void* to, const void* from, size_t bytes) { return memcpy(to, from, bytes); }
void* __fencepost_pointed_memmove(void* to, const void* from, size_t bytes) { return memmove(to, from, bytes); }
void* __fencepost_pointed_memset(void* to, int value, size_t bytes) { return memset(to, value, bytes); }
void __fencepost_pointed_exit(int status) { exit(status); }
void __fencepost_pointed__Exit(int status) { _Exit(status); }
void __fencepost_pointed_quick_exit(int status) { quick_exit(status); }
void __fencepost_pointed_abort(void) { abort(); }
int __fencepost_pointed_rand(void) { return rand(); }
void __fencepost_pointed_srand(unsigned int seed) { srand(seed); }
int __fencepost_pointed_puts(const char* text) { return puts(text); }
int __fencepost_pointed_fputs(const char* text, FILE* stream) { return fputs(text, stream); }
int __fencepost_pointed_putchar(int character) { return putchar(character); }
int __fencepost_pointed_putc(int character, FILE* stream) { return putc(character, stream); }
int __fencepost_pointed_fputc(int character, FILE* stream) { return fputc(character, stream); }
