/* <stdio.h>: streams and files; see string.c for the rules. Formats are the front end's. What a file holds is arbitrary, each
   time it is read, which is right as long as the program itself writes none. Every operation may fail. */
#include <errno.h>
#include <fencepost_characters.h>
#include <fencepost_intrinsics.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define __FENCEPOST_FILES 8
enum { __FENCEPOST_STANDARD, __FENCEPOST_OPEN, __FENCEPOST_CLOSED }; /* what a handle says */

static FILE __fencepost_files[__FENCEPOST_FILES];
static int __fencepost_files_opened, __fencepost_files_written;

/* A stream is used by one thread at a time (C11 7.21.2p7), so its state is no matter of races. */
static int __fencepost_state(FILE* stream) {
  int state = __atomic_load_n(&stream->__handle, __ATOMIC_RELAXED);
  __fencepost_check("bad-argument", state != __FENCEPOST_CLOSED);
  return state;
}

void __fencepost_write_stream(FILE* stream) {
  if (__fencepost_state(stream) == __FENCEPOST_OPEN) __atomic_store_n(&__fencepost_files_written, 1, __ATOMIC_RELAXED);
}

void __fencepost_read_stream(FILE* stream) {
  if (__fencepost_state(stream) == __FENCEPOST_OPEN && __atomic_load_n(&__fencepost_files_written, __ATOMIC_RELAXED))
    __fencepost_unsupported("reading files after having written some");
}

static int __fencepost_failure(void) {
  int any = __fencepost_any_int();
  errno = any > 0 ? any : EIO;
  return 1;
}
#define __FENCEPOST_FAILS (__fencepost_any_bool() && __fencepost_failure())

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

//: fopen | strings; a mode that begins like one | may fail; up to 8 files, each holds anything as long as none is written
//: fclose fflush | an open stream, or null for `fflush` | may fail
//: fgets | an open stream; a positive size | any text, at its end or in error null
//: fread fwrite | an open stream; all of the array | how much, and what is read
//: remove rename perror | strings | any number
/* Of modes, what begins like one is taken for one (7.21.5.3p3). */
FILE* fopen(const char* restrict path, const char* restrict mode) {
  strlen(path);
  strlen(mode);
  __fencepost_check("bad-argument", mode[0] == 'r' || mode[0] == 'w' || mode[0] == 'a');
  if (__FENCEPOST_FAILS) return 0;
  int number = __atomic_fetch_add(&__fencepost_files_opened, 1, __ATOMIC_RELAXED);
  if (number >= __FENCEPOST_FILES) __fencepost_unsupported("so many files");
  if (mode[0] != 'r') __atomic_store_n(&__fencepost_files_written, 1, __ATOMIC_RELAXED);
  FILE* opened = &__fencepost_files[number];
  __atomic_store_n(&opened->__handle, __FENCEPOST_OPEN, __ATOMIC_RELAXED);
  return opened;
}

int fclose(FILE* stream) {
  __fencepost_state(stream);
  __atomic_store_n(&stream->__handle, __FENCEPOST_CLOSED, __ATOMIC_RELAXED);
  return __FENCEPOST_FAILS ? EOF : 0;
}

int fflush(FILE* stream) {
  if (stream != 0) __fencepost_state(stream);
  return __FENCEPOST_FAILS ? EOF : 0;
}

/* At the end of the file nothing is changed, after an error the contents are indeterminate (7.21.7.2p3). */
char* fgets(char* restrict to, int count, FILE* restrict stream) {
  int length = 0;
  __fencepost_read_stream(stream);
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
  __fencepost_read_stream(stream);
  if (bytes == 0 || count == 0) return 0;
  __fencepost_check("bad-argument", count <= SIZE_MAX / bytes);
  __fencepost_check_write(to, bytes * count);
  size_t length = 0;
  while (length < bytes * count && !__fencepost_any_bool()) text[length++] = (unsigned char)__fencepost_any_int();
  return length / bytes;
}

size_t fwrite(const void* restrict from, size_t bytes, size_t count, FILE* restrict stream) {
  __fencepost_write_stream(stream);
  if (bytes == 0 || count == 0) return 0;
  __fencepost_check("bad-argument", count <= SIZE_MAX / bytes);
  __fencepost_check_read(from, bytes * count);
  size_t any = (size_t)__fencepost_any_int();
  return __FENCEPOST_FAILS && any < count ? any : count;
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
