/* <stdio.h>: streams and files; see string.c for the rules. Formats are the front end's. What a file holds is arbitrary, each
   time it is read, which is right as long as the program itself writes none. Every operation may fail. */
#include <errno.h>
#include <fencepost_characters.h>
#include <fencepost_intrinsics.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define __FENCEPOST_FILES 8
enum { __FENCEPOST_STANDARD, __FENCEPOST_OPEN, __FENCEPOST_INPUT, __FENCEPOST_CLOSED }; /* what a handle says */

FILE __fencepost_stdin;
FILE __fencepost_stdout;
FILE __fencepost_stderr;
static FILE __fencepost_files[__FENCEPOST_FILES];
static int __fencepost_files_opened, __fencepost_files_written;

/* A stream is used by one thread at a time (C11 7.21.2p7), so its state is no matter of races. What the program cannot see of
   it is not kept. */
#define __FENCEPOST_OF(stream, member) __atomic_load_n(&(stream)->member, __ATOMIC_RELAXED)
#define __FENCEPOST_NOTE(stream, member, value) __atomic_store_n(&(stream)->member, value, __ATOMIC_RELAXED)
#define __FENCEPOST_INDICATES (__fencepost_uses("feof") || __fencepost_uses("ferror"))
#define __FENCEPOST_HAS_ERRNO (__fencepost_uses("__fencepost_errno") || __fencepost_uses("__errno_location"))

/* A copy of a FILE is no stream (7.21.3p6), nor is one that was closed (p4). */
static int __fencepost_state(FILE* stream) {
  __fencepost_check_read(stream, sizeof *stream);
  int is_stream = stream == &__fencepost_stdin || stream == &__fencepost_stdout || stream == &__fencepost_stderr;
  int state = __FENCEPOST_STANDARD;
  if (__fencepost_uses("fopen"))
    for (int i = 0; i < __FENCEPOST_FILES; ++i) is_stream = is_stream || stream == &__fencepost_files[i];
  __fencepost_check("bad-argument", is_stream);
  if (__fencepost_uses("fopen") || __fencepost_uses("fclose")) state = __FENCEPOST_OF(stream, __handle);
  __fencepost_check("bad-argument", state != __FENCEPOST_CLOSED);
  return state;
}

/* A function that does not fail may change errno all the same, but not to 0 (7.5p3, POSIX). */
static void __fencepost_succeed(void) {
  if (!__FENCEPOST_HAS_ERRNO) return;
  int any = __fencepost_any_int();
  if (any > 0) errno = any;
}

static void __fencepost_fail(void) {
  if (!__FENCEPOST_HAS_ERRNO) return;
  int any = __fencepost_any_int();
  errno = any > 0 ? any : EIO;
}

int __fencepost_fails(void) {
  int fails = __fencepost_any_bool();
  if (fails)
    __fencepost_fail();
  else
    __fencepost_succeed();
  return fails;
}

/* Before something is written: will that fail? */
int __fencepost_write_stream(FILE* stream) {
  int state = __fencepost_state(stream);
  if (state != __FENCEPOST_STANDARD) __atomic_store_n(&__fencepost_files_written, 1, __ATOMIC_RELAXED);
  int fails = __fencepost_fails();
  if (fails && __FENCEPOST_INDICATES) __FENCEPOST_NOTE(stream, __failed, 1);
  return fails;
}
int __fencepost_write_output(void) { return __fencepost_write_stream(&__fencepost_stdout); }

static void __fencepost_read_stream(FILE* stream) {
  int state = __fencepost_state(stream);
  if (state != __FENCEPOST_STANDARD && __atomic_load_n(&__fencepost_files_written, __ATOMIC_RELAXED))
    __fencepost_unsupported("reading files after having written some");
  __fencepost_succeed();
}

/* Nothing more is read: at the end of the file, or in an error. What was noted is told. */
#define __FENCEPOST_ERROR (EOF - 1)
static int __fencepost_stop(FILE* stream) {
  int is_error = __fencepost_any_bool();
  if (is_error) __fencepost_fail();
  if (is_error && __FENCEPOST_INDICATES) __FENCEPOST_NOTE(stream, __failed, 1);
  if (!is_error && __FENCEPOST_INDICATES) __FENCEPOST_NOTE(stream, __ended, 1);
  return is_error ? __FENCEPOST_ERROR : EOF;
}

/* The next character, EOF or __FENCEPOST_ERROR. Behind the end of the file there is nothing, until that is forgotten
   (7.21.7.1p3). */
static int __fencepost_next_character(FILE* stream) {
  int any = __fencepost_any_int();
  if (__fencepost_uses("ungetc")) {
    int pushed = __FENCEPOST_OF(stream, __pushed);
    __FENCEPOST_NOTE(stream, __pushed, 0);
    if (pushed) return pushed - 1;
  }
  if (__FENCEPOST_INDICATES && __FENCEPOST_OF(stream, __ended)) return EOF;
  return any >= 0 && any <= 255 ? any : __fencepost_stop(stream);
}

//: getchar getc fgetc | an open stream | any character or EOF
int fgetc(FILE* stream) {
  __fencepost_read_stream(stream);
  int next = __fencepost_next_character(stream);
  return next >= 0 ? next : EOF;
}
int getc(FILE* stream) { return fgetc(stream); }
int getchar(void) { return fgetc(&__fencepost_stdin); }

//: ungetc | an open stream | for a second character, failure
/* One character can be pushed back (7.21.7.10p3). */
int ungetc(int character, FILE* stream) {
  __fencepost_state(stream);
  if (character == EOF) return EOF;
  if (__FENCEPOST_OF(stream, __pushed)) {
    if (!__fencepost_any_bool()) return EOF;
    __fencepost_unsupported("two characters pushed back");
  }
  __FENCEPOST_NOTE(stream, __pushed, (unsigned char)character + 1);
  __FENCEPOST_NOTE(stream, __ended, 0);
  return (unsigned char)character;
}

//: feof ferror | an open stream | any number but 0 for true
//: clearerr | an open stream |
static int __fencepost_indicated(int holds) {
  int any = __fencepost_any_int();
  return !holds ? 0 : any == 0 ? 1 : any;
}
int feof(FILE* stream) {
  __fencepost_state(stream);
  return __fencepost_indicated(__FENCEPOST_OF(stream, __ended));
}
int ferror(FILE* stream) {
  __fencepost_state(stream);
  return __fencepost_indicated(__FENCEPOST_OF(stream, __failed));
}
void clearerr(FILE* stream) {
  __fencepost_state(stream);
  __FENCEPOST_NOTE(stream, __ended, 0);
  __FENCEPOST_NOTE(stream, __failed, 0);
}

/* Before and after formatted input: is the stream known to be at its end; how many conversions were made. A number is read up
   to the end of the file as well as up to what follows it. */
int __fencepost_scan_stream(FILE* stream) {
  __fencepost_read_stream(stream);
  if (__fencepost_uses("ungetc") && __FENCEPOST_OF(stream, __pushed))
    __fencepost_unsupported("formatted input of a character that was pushed back");
  return __FENCEPOST_INDICATES && __FENCEPOST_OF(stream, __ended);
}
int __fencepost_scan_input(void) { return __fencepost_scan_stream(&__fencepost_stdin); }

void __fencepost_scanned(FILE* stream, int made) {
  if (__FENCEPOST_INDICATES && (made == EOF || __fencepost_any_bool())) __fencepost_stop(stream);
}
void __fencepost_scanned_input(int made) { __fencepost_scanned(&__fencepost_stdin, made); }

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
  if (__fencepost_fails()) return 0;
  int number = __atomic_fetch_add(&__fencepost_files_opened, 1, __ATOMIC_RELAXED);
  if (number >= __FENCEPOST_FILES) __fencepost_unsupported("so many files");
  int is_input = mode[0] == 'r' && mode[1] != '+' && (mode[1] == 0 || mode[2] != '+');
  if (mode[0] != 'r') __atomic_store_n(&__fencepost_files_written, 1, __ATOMIC_RELAXED);
  FILE* opened = &__fencepost_files[number];
  __FENCEPOST_NOTE(opened, __handle, is_input ? __FENCEPOST_INPUT : __FENCEPOST_OPEN);
  return opened;
}

int fclose(FILE* stream) {
  __fencepost_state(stream);
  __FENCEPOST_NOTE(stream, __handle, __FENCEPOST_CLOSED);
  return __fencepost_fails() ? EOF : 0;
}

/* C says nothing about input (7.21.5.2p2), POSIX does. */
int fflush(FILE* stream) {
  if (stream != 0) {
    int state = __fencepost_state(stream);
    __fencepost_check("loose-argument", stream != &__fencepost_stdin && state != __FENCEPOST_INPUT);
  }
  return __fencepost_fails() ? EOF : 0;
}

/* At the end of the file nothing is changed, after an error the contents are indeterminate (7.21.7.2p3). */
char* fgets(char* restrict to, int count, FILE* restrict stream) {
  int length = 0;
  __fencepost_read_stream(stream);
  __fencepost_check("bad-argument", count > 0);
  if (count == 1 && __fencepost_any_bool()) return 0;
  while (length + 1 < count) {
    int next = __fencepost_next_character(stream);
    if (next == __FENCEPOST_ERROR || (next == EOF && length == 0)) return 0;
    if (next == EOF) break;
    to[length++] = (char)next;
    if (next == '\n') break;
  }
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
  for (; length < bytes * count; ++length) {
    int next = __fencepost_next_character(stream);
    if (next < 0) break;
    text[length] = (unsigned char)next;
  }
  return length / bytes;
}

size_t fwrite(const void* restrict from, size_t bytes, size_t count, FILE* restrict stream) {
  if (bytes == 0 || count == 0) {
    __fencepost_state(stream);
    return 0;
  }
  int fails = __fencepost_write_stream(stream);
  __fencepost_check("bad-argument", count <= SIZE_MAX / bytes);
  __fencepost_check_read(from, bytes * count);
  size_t any = (size_t)__fencepost_any_int();
  return !fails ? count : any < count ? any : 0;
}

/* Not 0: it failed (7.21.4). */
static int __fencepost_failed(void) {
  int any = __fencepost_any_int();
  return !__fencepost_fails() ? 0 : any == 0 ? -1 : any;
}

int remove(const char* path) {
  strlen(path);
  return __fencepost_failed();
}

int rename(const char* from, const char* to) {
  strlen(from);
  strlen(to);
  return __fencepost_failed();
}

void perror(const char* text) {
  if (text != 0) strlen(text);
  __fencepost_write_stream(&__fencepost_stderr);
}

//: fseek | an open stream | may fail
//: ftell | an open stream | any number from -1 on
//: rewind | an open stream |
/* What was pushed back is dropped, and the end of the file is forgotten (7.21.9.2p5). */
static void __fencepost_move(FILE* stream) {
  __FENCEPOST_NOTE(stream, __pushed, 0);
  __FENCEPOST_NOTE(stream, __ended, 0);
}

int fseek(FILE* stream, long offset, int whence) {
  (void)offset, (void)whence;
  __fencepost_state(stream);
  int failed = __fencepost_failed();
  if (failed == 0) __fencepost_move(stream);
  return failed;
}

void rewind(FILE* stream) {
  __fencepost_state(stream);
  if (__fencepost_fails()) return;
  __fencepost_move(stream);
  __FENCEPOST_NOTE(stream, __failed, 0);
}

long ftell(FILE* stream) {
  long any = __fencepost_any_long();
  __fencepost_state(stream);
  return __fencepost_fails() ? -1 : any >= 0 ? any : 0;
}
