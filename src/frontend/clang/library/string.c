/* <string.h>, <strings.h>. The rules for all files of plain C here: a definition is elaborated with a user's program when
   the program uses but does not define the function, and failed checks are reported at the caller. Written to be checked,
   not to be fast: byte loops, no word tricks, no table. What needs magic (allocation, copying of representations, input
   and output) is not here but in the front end. Locale: "C". A definition starts in the first column, by which library.cpp
   finds it. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

size_t strlen(const char* text) {
  size_t length = 0;
  while (text[length] != 0) ++length;
  return length;
}

size_t strnlen(const char* text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length] != 0) ++length;
  return length;
}

char* strcpy(char* restrict to, const char* restrict from) {
  size_t i = 0;
  for (; from[i] != 0; ++i) to[i] = from[i];
  to[i] = 0;
  return to;
}

char* stpcpy(char* restrict to, const char* restrict from) {
  size_t i = 0;
  for (; from[i] != 0; ++i) to[i] = from[i];
  to[i] = 0;
  return to + i;
}

char* strncpy(char* restrict to, const char* restrict from, size_t limit) {
  size_t i = 0;
  for (; i < limit && from[i] != 0; ++i) to[i] = from[i];
  for (; i < limit; ++i) to[i] = 0;
  return to;
}

char* strcat(char* restrict to, const char* restrict from) {
  size_t end = 0;
  while (to[end] != 0) ++end;
  size_t i = 0;
  for (; from[i] != 0; ++i) to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

char* strncat(char* restrict to, const char* restrict from, size_t limit) {
  size_t end = 0;
  while (to[end] != 0) ++end;
  size_t i = 0;
  for (; i < limit && from[i] != 0; ++i) to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}

int strcmp(const char* a, const char* b) {
  const unsigned char *x = (const unsigned char*)a, *y = (const unsigned char*)b;
  size_t i = 0;
  while (x[i] != 0 && x[i] == y[i]) ++i;
  return x[i] - y[i];
}

int strncmp(const char* a, const char* b, size_t limit) {
  const unsigned char *x = (const unsigned char*)a, *y = (const unsigned char*)b;
  for (size_t i = 0; i < limit; ++i) {
    if (x[i] != y[i]) return x[i] - y[i];
    if (x[i] == 0) return 0;
  }
  return 0;
}

int strcoll(const char* a, const char* b) { return strcmp(a, b); }

size_t strxfrm(char* restrict to, const char* restrict from, size_t limit) {
  size_t length = strlen(from);
  for (size_t i = 0; i < limit && i <= length; ++i) to[i] = from[i];
  return length;
}

int strcasecmp(const char* a, const char* b) {
  const unsigned char *x = (const unsigned char*)a, *y = (const unsigned char*)b;
  size_t i = 0;
  while (x[i] != 0 && tolower(x[i]) == tolower(y[i])) ++i;
  return tolower(x[i]) - tolower(y[i]);
}

int strncasecmp(const char* a, const char* b, size_t limit) {
  const unsigned char *x = (const unsigned char*)a, *y = (const unsigned char*)b;
  for (size_t i = 0; i < limit; ++i) {
    if (tolower(x[i]) != tolower(y[i])) return tolower(x[i]) - tolower(y[i]);
    if (x[i] == 0) return 0;
  }
  return 0;
}

char* strchr(const char* text, int character) {
  char wanted = (char)character;
  size_t i = 0;
  while (text[i] != wanted) {
    if (text[i] == 0) return 0;
    ++i;
  }
  return (char*)text + i;
}

char* strchrnul(const char* text, int character) {
  char wanted = (char)character;
  size_t i = 0;
  while (text[i] != wanted && text[i] != 0) ++i;
  return (char*)text + i;
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
  for (size_t at = 0;; ++at) {
    size_t i = 0;
    while (part[i] != 0 && text[at + i] == part[i]) ++i;
    if (part[i] == 0) return (char*)text + at;
    if (text[at + i] == 0) return 0;
  }
}

char* strtok_r(char* restrict text, const char* restrict separators, char** restrict state) {
  if (text == 0) text = *state;
  if (text == 0) return 0;
  text += strspn(text, separators);
  if (*text == 0) {
    *state = 0;
    return 0;
  }
  char* end = text + strcspn(text, separators);
  if (*end == 0) {
    *state = 0;
  } else {
    *end = 0;
    *state = end + 1;
  }
  return text;
}

char* __fencepost_strtok_state;

char* strtok(char* restrict text, const char* restrict separators) {
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

int memcmp(const void* a, const void* b, size_t bytes) {
  const unsigned char *x = a, *y = b;
  for (size_t i = 0; i < bytes; ++i)
    if (x[i] != y[i]) return x[i] - y[i];
  return 0;
}

int bcmp(const void* a, const void* b, size_t bytes) { return memcmp(a, b, bytes); }

void* memchr(const void* from, int value, size_t bytes) {
  const unsigned char* text = from;
  for (size_t i = 0; i < bytes; ++i)
    if (text[i] == (unsigned char)value) return (void*)(text + i);
  return 0;
}

void* memrchr(const void* from, int value, size_t bytes) {
  const unsigned char* text = from;
  for (size_t i = bytes; i > 0; --i)
    if (text[i - 1] == (unsigned char)value) return (void*)(text + i - 1);
  return 0;
}

void* memccpy(void* restrict to, const void* restrict from, int value, size_t bytes) {
  unsigned char* x = to;
  const unsigned char* y = from;
  for (size_t i = 0; i < bytes; ++i) {
    x[i] = y[i];
    if (y[i] == (unsigned char)value) return x + i + 1;
  }
  return 0;
}

void* mempcpy(void* restrict to, const void* restrict from, size_t bytes) {
  return (char*)memcpy(to, from, bytes) + bytes;
}

void bzero(void* to, size_t bytes) { memset(to, 0, bytes); }
void bcopy(const void* from, void* to, size_t bytes) { memmove(to, from, bytes); }
