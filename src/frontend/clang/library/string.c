/* <string.h>, <strings.h>. The rules for all files of plain C here: a definition is elaborated with a user's program when
   the program uses but does not define the function, and failed checks are reported at the caller. Written to be checked,
   not to be fast: byte loops, no word tricks, no table. What C leaves open is a choice (__fencepost_any_int and its kin),
   what it demands a check. What needs magic (allocation, copying of representations, formats) is not here but in the front
   end. Locale: "C". A definition starts in the first column, by which library.cpp finds it. A line `//: names: what is checked;
   what is left open` is a row of docs/library.md (scripts/library_table.py).

   A string has an end (C11 7.1.1p1), which must be there even where the answer is known before it. Where a limit is given, a
   pointer must be valid even if it is 0 (7.24.1p2). */
#include <ctype.h>
#include <fencepost_intrinsics.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* What a comparison returns has the right sign (7.24.4p1), and nothing else is said. */
int __fencepost_sign_of(int order) {
  int any = __fencepost_any_int();
  if (order == 0) return 0;
  if (order > 0) return any > 0 ? any : 1;
  return any < 0 ? any : -1;
}

//: strlen strrchr rindex | a string |
//: strnlen | a string or so many characters; with 0 a valid pointer (`empty-argument`) |
size_t strlen(const char* text) {
  size_t length = 0;
  while (text[length] != 0) ++length;
  return length;
}

size_t strnlen(const char* text, size_t limit) {
  size_t length = 0;
  if (limit == 0) __fencepost_check_read(text, 0);
  while (length < limit && text[length] != 0) ++length;
  return length;
}

/* Copies a string, its end included: the length. That both overlap shows as soon as they do, and by then no more of the
   source was overwritten than its length. */
size_t __fencepost_copy_string(char* to, const char* from) {
  for (size_t i = 0;; ++i) {
    char next = from[i];
    __fencepost_check("overlap", !__fencepost_overlap(to, i + 1, from, i + 1));
    to[i] = next;
    if (next == 0) return i;
  }
}

//: strcpy stpcpy strcat | strings; no overlap |
//: strncpy strncat | no overlap; with 0 valid pointers (`empty-argument`) |
char* strcpy(char* restrict to, const char* restrict from) {
  __fencepost_copy_string(to, from);
  return to;
}

char* stpcpy(char* restrict to, const char* restrict from) { return to + __fencepost_copy_string(to, from); }

char* strncpy(char* restrict to, const char* restrict from, size_t limit) {
  size_t i = 0;
  __fencepost_check_write(to, limit);
  if (limit == 0) __fencepost_check_read(from, 0);
  for (; i < limit; ++i) {
    char next = from[i];
    __fencepost_check("overlap", !__fencepost_overlap(to, limit, from, i + 1));
    to[i] = next;
    if (next == 0) break;
  }
  for (; i < limit; ++i) to[i] = 0;
  return to;
}

char* strcat(char* restrict to, const char* restrict from) {
  __fencepost_copy_string(to + strlen(to), from);
  return to;
}

char* strncat(char* restrict to, const char* restrict from, size_t limit) {
  char* end = to + strlen(to);
  size_t i = 0;
  if (limit == 0) __fencepost_check_read(from, 0);
  for (; i < limit && from[i] != 0; ++i) {
    __fencepost_check("overlap", !__fencepost_overlap(end, i + 2, from, i + 1));
    end[i] = from[i];
  }
  end[i] = 0;
  return to;
}

//: strcmp strcoll strcasecmp | strings, to their ends | any number of the right sign
//: strncmp strncasecmp | with 0 valid pointers (`empty-argument`) | any number of the right sign
//: strxfrm | a string; no overlap | what is there if all does not fit
int strcmp(const char* a, const char* b) {
  const unsigned char *x = (const unsigned char*)a, *y = (const unsigned char*)b;
  size_t i = 0;
  strlen(a);
  strlen(b);
  while (x[i] != 0 && x[i] == y[i]) ++i;
  return __fencepost_sign_of(x[i] - y[i]);
}

int strncmp(const char* a, const char* b, size_t limit) {
  const unsigned char *x = (const unsigned char*)a, *y = (const unsigned char*)b;
  int order = 0;
  if (limit == 0) __fencepost_check_read(a, 0), __fencepost_check_read(b, 0);
  for (size_t i = 0; i < limit && order == 0; ++i) {
    order = x[i] - y[i];
    if (x[i] == 0) break;
  }
  return __fencepost_sign_of(order);
}

int strcoll(const char* a, const char* b) { return strcmp(a, b); }

/* Where the limit is too small, the contents are indeterminate (7.24.4.5p3). */
size_t strxfrm(char* restrict to, const char* restrict from, size_t limit) {
  size_t length = strlen(from);
  if (limit != 0) __fencepost_check("overlap", !__fencepost_overlap(to, limit, from, length + 1));
  for (size_t i = 0; i < limit && i <= length; ++i) to[i] = length < limit ? from[i] : (char)__fencepost_any_int();
  return length;
}

int strcasecmp(const char* a, const char* b) {
  const unsigned char *x = (const unsigned char*)a, *y = (const unsigned char*)b;
  size_t i = 0;
  strlen(a);
  strlen(b);
  while (x[i] != 0 && tolower(x[i]) == tolower(y[i])) ++i;
  return __fencepost_sign_of(tolower(x[i]) - tolower(y[i]));
}

int strncasecmp(const char* a, const char* b, size_t limit) {
  const unsigned char *x = (const unsigned char*)a, *y = (const unsigned char*)b;
  int order = 0;
  if (limit == 0) __fencepost_check_read(a, 0), __fencepost_check_read(b, 0);
  for (size_t i = 0; i < limit && order == 0; ++i) {
    order = tolower(x[i]) - tolower(y[i]);
    if (x[i] == 0) break;
  }
  return __fencepost_sign_of(order);
}

//: strchr strchrnul index strspn strcspn strpbrk strstr | strings, to their ends |
char* strchrnul(const char* text, int character) {
  char wanted = (char)character;
  size_t i = 0;
  strlen(text);
  while (text[i] != wanted && text[i] != 0) ++i;
  return (char*)text + i;
}

char* strchr(const char* text, int character) {
  char* found = strchrnul(text, character);
  return *found == (char)character ? found : 0;
}

char* strrchr(const char* text, int character) {
  char wanted = (char)character;
  char* found = 0;
  size_t i = 0;
  for (; text[i] != 0; ++i)
    if (text[i] == wanted) found = (char*)text + i;
  return wanted == 0 ? (char*)text + i : found;
}

char* index(const char* text, int character) { return strchr(text, character); }
char* rindex(const char* text, int character) { return strrchr(text, character); }

size_t strspn(const char* text, const char* accept) {
  size_t length = 0;
  strlen(text);
  strlen(accept);
  while (text[length] != 0) {
    size_t i = 0;
    while (accept[i] != 0 && accept[i] != text[length]) ++i;
    if (accept[i] == 0) return length;
    ++length;
  }
  return length;
}

size_t strcspn(const char* text, const char* reject) {
  size_t length = 0;
  strlen(text);
  strlen(reject);
  while (text[length] != 0) {
    for (size_t i = 0; reject[i] != 0; ++i)
      if (reject[i] == text[length]) return length;
    ++length;
  }
  return length;
}

char* strpbrk(const char* text, const char* accept) {
  size_t at = strcspn(text, accept);
  return text[at] == 0 ? 0 : (char*)text + at;
}

char* strstr(const char* text, const char* part) {
  strlen(text);
  strlen(part);
  for (size_t at = 0;; ++at) {
    size_t i = 0;
    while (part[i] != 0 && text[at + i] == part[i]) ++i;
    if (part[i] == 0) return (char*)text + at;
    if (text[at + i] == 0) return 0;
  }
}

//: strtok_r strsep | strings |
//: strtok | strings; the first call names one |
/* Behind the last token there is an empty string. */
static char __fencepost_no_tokens[1];

char* strtok_r(char* restrict text, const char* restrict separators, char** restrict state) {
  if (text == 0) text = *state;
  text += strspn(text, separators);
  char* end = text + strcspn(text, separators);
  *state = *end == 0 ? __fencepost_no_tokens : end + 1;
  if (end == text) return 0;
  if (*end != 0) *end = 0;
  return text;
}

char* __fencepost_strtok_state;
int __fencepost_strtok_begun;

/* The first call names a string (7.24.5.8p2). */
char* strtok(char* restrict text, const char* restrict separators) {
  __fencepost_check("bad-argument", text != 0 || __fencepost_strtok_begun);
  __fencepost_strtok_begun = 1;
  return strtok_r(text, separators, &__fencepost_strtok_state);
}

char* strsep(char** text, const char* separators) {
  char* start = *text;
  if (start == 0) return 0;
  char* end = start + strcspn(start, separators);
  if (*end == 0) {
    *text = 0;
  } else {
    *end = 0;
    *text = end + 1;
  }
  return start;
}

//: strdup strndup | a string | as `malloc`
char* strdup(const char* text) {
  size_t length = strlen(text);
  char* copy = malloc(length + 1);
  if (copy == 0) return 0;
  for (size_t i = 0; i <= length; ++i) copy[i] = text[i];
  return copy;
}

char* strndup(const char* text, size_t limit) {
  size_t length = strnlen(text, limit);
  char* copy = malloc(length + 1);
  if (copy == 0) return 0;
  for (size_t i = 0; i < length; ++i) copy[i] = text[i];
  copy[length] = 0;
  return copy;
}

//: memcmp | so many bytes in both; with 0 valid pointers (`empty-argument`) | any number of the right sign
//: bcmp | so many bytes in both; with 0 valid pointers (`empty-argument`) | any number but 0 for different
//: memchr | bytes up to the first match; with 0 a valid pointer (`empty-argument`) |
//: memrchr | so many bytes; with 0 a valid pointer (`empty-argument`) |
//: memccpy mempcpy | no overlap; with 0 valid pointers (`empty-argument`) |
//: bcopy bzero | with 0 valid pointers (`empty-argument`) |
/* All of both is compared, also what follows the first difference (7.24.4.1p2). */
int memcmp(const void* a, const void* b, size_t bytes) {
  const unsigned char *x = a, *y = b;
  int order = 0;
  __fencepost_check_read(a, bytes);
  __fencepost_check_read(b, bytes);
  for (size_t i = 0; i < bytes && order == 0; ++i) order = x[i] - y[i];
  return __fencepost_sign_of(order);
}

/* POSIX: any number but 0 if they differ. */
int bcmp(const void* a, const void* b, size_t bytes) {
  int any = __fencepost_any_int();
  return memcmp(a, b, bytes) == 0 ? 0 : any == 0 ? 1 : any;
}

/* Nothing behind the first match is read (7.24.5.1p2). */
void* memchr(const void* from, int value, size_t bytes) {
  const unsigned char* text = from;
  if (bytes == 0) __fencepost_check_read(from, 0);
  for (size_t i = 0; i < bytes; ++i)
    if (text[i] == (unsigned char)value) return (void*)(text + i);
  return 0;
}

void* memrchr(const void* from, int value, size_t bytes) {
  const unsigned char* text = from;
  __fencepost_check_read(from, bytes);
  for (size_t i = bytes; i > 0; --i)
    if (text[i - 1] == (unsigned char)value) return (void*)(text + i - 1);
  return 0;
}

void* memccpy(void* restrict to, const void* restrict from, int value, size_t bytes) {
  unsigned char* x = to;
  const unsigned char* y = from;
  if (bytes == 0) __fencepost_check_write(to, 0), __fencepost_check_read(from, 0);
  for (size_t i = 0; i < bytes; ++i) {
    unsigned char next = y[i];
    __fencepost_check("overlap", !__fencepost_overlap(to, i + 1, from, i + 1));
    x[i] = next;
    if (next == (unsigned char)value) return x + i + 1;
  }
  return 0;
}

void* mempcpy(void* restrict to, const void* restrict from, size_t bytes) {
  return (char*)memcpy(to, from, bytes) + bytes;
}

void bzero(void* to, size_t bytes) { memset(to, 0, bytes); }
void bcopy(const void* from, void* to, size_t bytes) { memmove(to, from, bytes); }
