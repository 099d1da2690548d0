/* <stdio.h>: streams and files; see string.c for the rules. Formats are the front end's. What a file holds is arbitrary, each
   time it is read; what is written is gone. Every operation may fail. */
#include <errno.h>
#include <fencepost_characters.h>
#include <fencepost_intrinsics.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define __FENCEPOST_FILES 8
#define __FENCEPOST_CLOSED 1

static FILE __fencepost_files[__FENCEPOST_FILES];
static int __fencepost_files_opened;

/* A stream is used by one thread at a time (C11 7.21.2p7), so its state is no matter of races. */
void __fencepost_use_stream(FILE* stream) {
  int state = __atomic_load_n(&stream->__handle, __ATOMIC_RELAXED);
  __fencepost_check("bad-argument", state != __FENCEPOST_CLOSED);
}

static int __fencepost_failure(void) {
  int any = __fencepost_any_int();
  errno = any > 0 ? any : EIO;
  return 1;
}
#define __FENCEPOST_FAILS (__fencepost_any_bool() && __fencepost_failure())

/* What %s shows of a string: of a precision that is not negative, so much (7.21.6.1p4, p8). */
size_t __fencepost_shown(const char* text, int precision) {
  return precision < 0 ? strlen(text) : strnlen(text, (size_t)precision);
}

void __fencepost_scan_characters(char* to, size_t count) {
  for (size_t i = 0; i < count; ++i) to[i] = (char)__fencepost_any_int();
}

void __fencepost_scan_word(char* to, size_t limit) {
  size_t length = 0;
  do {
    char any = (char)__fencepost_any_int();
    to[length++] = any == 0 || __FENCEPOST_SPACE(any) ? '0' : any;
  } while (length < limit && __fencepost_any_bool());
  to[length] = 0;
}

static FILE* __fencepost_open(void) {
  if (__FENCEPOST_FAILS) return 0;
  int number = __atomic_fetch_add(&__fencepost_files_opened, 1, __ATOMIC_RELAXED);
  if (number >= __FENCEPOST_FILES) __fencepost_unsupported("so many files");
  return &__fencepost_files[number];
}

//: fopen tmpfile | strings; a mode that begins like one | may fail; up to 8 files, each holds anything
//: fclose fflush | an open stream, or null for `fflush` | may fail
//: fgets | an open stream; a positive size | any text, at its end or in error null
//: fread fwrite | an open stream; all of the array | how much, and what is read
//: ungetc feof ferror fseek ftell clearerr rewind | an open stream | any answer that there is
//: remove rename perror | strings | any number
/* Of modes, what begins like one is taken for one (7.21.5.3p3). */
FILE* fopen(const char* restrict path, const char* restrict mode) {
  strlen(path);
  strlen(mode);
  __fencepost_check("bad-argument", mode[0] == 'r' || mode[0] == 'w' || mode[0] == 'a');
  return __fencepost_open();
}

FILE* tmpfile(void) { return __fencepost_open(); }

int fclose(FILE* stream) {
  __fencepost_use_stream(stream);
  __atomic_store_n(&stream->__handle, __FENCEPOST_CLOSED, __ATOMIC_RELAXED);
  return __FENCEPOST_FAILS ? EOF : 0;
}

int fflush(FILE* stream) {
  if (stream != 0) __fencepost_use_stream(stream);
  return __FENCEPOST_FAILS ? EOF : 0;
}

/* At the end of the file nothing is changed, after an error the contents are indeterminate (7.21.7.2p3). */
char* fgets(char* restrict to, int count, FILE* restrict stream) {
  int length = 0;
  __fencepost_use_stream(stream);
  __fencepost_check("bad-argument", count > 0);
  if (__FENCEPOST_FAILS) return 0;
  while (length + 1 < count) {
    char any = (char)__fencepost_any_int();
    to[length++] = any;
    if (any == '\n' || __fencepost_any_bool()) break;
  }
  if (__FENCEPOST_FAILS) return 0;
  to[length] = 0;
  return to;
}

size_t fread(void* restrict to, size_t bytes, size_t count, FILE* restrict stream) {
  unsigned char* text = to;
  __fencepost_use_stream(stream);
  if (bytes == 0 || count == 0) return 0;
  __fencepost_check("bad-argument", count <= SIZE_MAX / bytes);
  __fencepost_check_write(to, bytes * count);
  size_t length = 0;
  while (length < bytes * count && !__fencepost_any_bool()) text[length++] = (unsigned char)__fencepost_any_int();
  return length / bytes;
}

size_t fwrite(const void* restrict from, size_t bytes, size_t count, FILE* restrict stream) {
  __fencepost_use_stream(stream);
  if (bytes == 0 || count == 0) return 0;
  __fencepost_check("bad-argument", count <= SIZE_MAX / bytes);
  __fencepost_check_read(from, bytes * count);
  size_t any = (size_t)__fencepost_any_int();
  return __FENCEPOST_FAILS && any < count ? any : count;
}

int ungetc(int character, FILE* stream) {
  __fencepost_use_stream(stream);
  return character == EOF || __fencepost_any_bool() ? EOF : (unsigned char)character;
}

int feof(FILE* stream) {
  __fencepost_use_stream(stream);
  return __fencepost_any_int();
}

int ferror(FILE* stream) {
  __fencepost_use_stream(stream);
  return __fencepost_any_int();
}

void clearerr(FILE* stream) { __fencepost_use_stream(stream); }
void rewind(FILE* stream) { __fencepost_use_stream(stream); }

int fseek(FILE* stream, long offset, int whence) {
  (void)offset;
  __fencepost_use_stream(stream);
  __fencepost_check("bad-argument", whence == SEEK_SET || whence == SEEK_CUR || whence == SEEK_END);
  return __fencepost_any_int();
}

long ftell(FILE* stream) {
  long any = __fencepost_any_long();
  __fencepost_use_stream(stream);
  return any >= 0 ? any : -1;
}

int remove(const char* path) {
  strlen(path);
  return __fencepost_any_int();
}

int rename(const char* from, const char* to) {
  strlen(from);
  strlen(to);
  return __fencepost_any_int();
}

void perror(const char* text) {
  if (text != 0) strlen(text);
}
