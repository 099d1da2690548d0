/* C11 7.21. The standard streams are objects of their own (library/stdio.c), so that their addresses are known and not null. */
#ifndef FENCEPOST_STDIO_H
#define FENCEPOST_STDIO_H

#include <fencepost_types.h>
#include <stdarg.h>

typedef struct __fencepost_file {
  int __handle, __ended, __failed, __pushed; /* library/stdio.c */
} FILE;
typedef long fpos_t;

extern FILE __fencepost_stdin;
extern FILE __fencepost_stdout;
extern FILE __fencepost_stderr;
#define stdin (&__fencepost_stdin)
#define stdout (&__fencepost_stdout)
#define stderr (&__fencepost_stderr)

#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define TMP_MAX 238328
#define L_tmpnam 20
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2

extern int printf(const char* __restrict __format, ...) __attribute__((__format__(__printf__, 1, 2)));
extern int fprintf(FILE* __restrict __stream, const char* __restrict __format, ...)
    __attribute__((__format__(__printf__, 2, 3)));
extern int dprintf(int __descriptor, const char* __restrict __format, ...)
    __attribute__((__format__(__printf__, 2, 3)));
extern int sprintf(char* __restrict __to, const char* __restrict __format, ...)
    __attribute__((__format__(__printf__, 2, 3)));
extern int snprintf(char* __restrict __to, size_t __bytes, const char* __restrict __format, ...)
    __attribute__((__format__(__printf__, 3, 4)));
extern int vprintf(const char* __restrict __format, va_list __arguments);
extern int vfprintf(FILE* __restrict __stream, const char* __restrict __format, va_list __arguments);
extern int vsprintf(char* __restrict __to, const char* __restrict __format, va_list __arguments);
extern int vsnprintf(char* __restrict __to, size_t __bytes, const char* __restrict __format, va_list __arguments);
extern int scanf(const char* __restrict __format, ...) __attribute__((__format__(__scanf__, 1, 2)));
extern int fscanf(FILE* __restrict __stream, const char* __restrict __format, ...)
    __attribute__((__format__(__scanf__, 2, 3)));
extern int sscanf(const char* __restrict __from, const char* __restrict __format, ...)
    __attribute__((__format__(__scanf__, 2, 3)));
extern int vscanf(const char* __restrict __format, va_list __arguments);
extern int vfscanf(FILE* __restrict __stream, const char* __restrict __format, va_list __arguments);
extern int vsscanf(const char* __restrict __from, const char* __restrict __format, va_list __arguments);

extern int puts(const char* __text);
extern int fputs(const char* __restrict __text, FILE* __restrict __stream);
extern int putchar(int __character);
extern int putc(int __character, FILE* __stream);
extern int fputc(int __character, FILE* __stream);
extern int getchar(void);
extern int getc(FILE* __stream);
extern int fgetc(FILE* __stream);
extern int ungetc(int __character, FILE* __stream);
extern char* gets(char* __to);
extern char* fgets(char* __restrict __to, int __bytes, FILE* __restrict __stream);

extern FILE* fopen(const char* __restrict __path, const char* __restrict __mode);
extern FILE* fdopen(int __descriptor, const char* __mode);
extern FILE* freopen(const char* __restrict __path, const char* __restrict __mode, FILE* __restrict __stream);
extern FILE* tmpfile(void);
extern char* tmpnam(char* __to);
extern int fclose(FILE* __stream);
extern int fflush(FILE* __stream);
extern int fileno(FILE* __stream);
extern size_t fread(void* __restrict __to, size_t __bytes, size_t __count, FILE* __restrict __stream);
extern size_t fwrite(const void* __restrict __from, size_t __bytes, size_t __count, FILE* __restrict __stream);
extern int fseek(FILE* __stream, long __offset, int __whence);
extern long ftell(FILE* __stream);
extern void rewind(FILE* __stream);
extern int fgetpos(FILE* __restrict __stream, fpos_t* __restrict __position);
extern int fsetpos(FILE* __stream, const fpos_t* __position);
extern int feof(FILE* __stream);
extern int ferror(FILE* __stream);
extern void clearerr(FILE* __stream);
extern void setbuf(FILE* __restrict __stream, char* __restrict __buffer);
extern int setvbuf(FILE* __restrict __stream, char* __restrict __buffer, int __mode, size_t __bytes);
extern void perror(const char* __text);
extern int remove(const char* __path);
extern int rename(const char* __from, const char* __to);

#endif
