/* Library functions whose meaning is plain C. A definition is elaborated with a user's program when the program uses
   but does not define the function, and failed checks are reported at the caller. Written to be checked, not to be
   fast: byte loops, no word tricks, no table. What needs magic (allocation, copying of representations, input and
   output) is not here but in the front end. Locale: "C". */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

int isdigit(int character) { return character >= '0' && character <= '9'; }
int islower(int character) { return character >= 'a' && character <= 'z'; }
int isupper(int character) { return character >= 'A' && character <= 'Z'; }
int isalpha(int character) { return islower(character) || isupper(character); }
int isalnum(int character) { return isalpha(character) || isdigit(character); }
int isascii(int character) { return character >= 0 && character <= 127; }
int isblank(int character) { return character == ' ' || character == '\t'; }
int iscntrl(int character) { return (character >= 0 && character < 32) || character == 127; }
int isgraph(int character) { return character > 32 && character < 127; }
int isprint(int character) { return character >= 32 && character < 127; }
int ispunct(int character) { return isgraph(character) && !isalnum(character); }
int isspace(int character) { return character == ' ' || (character >= '\t' && character <= '\r'); }
int isxdigit(int character) {
  return isdigit(character) || (character >= 'a' && character <= 'f') || (character >= 'A' && character <= 'F');
}
int tolower(int character) { return isupper(character) ? character - 'A' + 'a' : character; }
int toupper(int character) { return islower(character) ? character - 'a' + 'A' : character; }
int toascii(int character) { return character & 127; }

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

div_t div(int numerator, int denominator) {
  div_t result = {numerator / denominator, numerator % denominator};
  return result;
}

ldiv_t ldiv(long numerator, long denominator) {
  ldiv_t result = {numerator / denominator, numerator % denominator};
  return result;
}

lldiv_t lldiv(long long numerator, long long denominator) {
  lldiv_t result = {numerator / denominator, numerator % denominator};
  return result;
}

imaxdiv_t imaxdiv(intmax_t numerator, intmax_t denominator) {
  imaxdiv_t result = {numerator / denominator, numerator % denominator};
  return result;
}

int ffs(int value) {
  unsigned rest = (unsigned)value;
  if (rest == 0) return 0;
  int place = 1;
  while ((rest & 1) == 0) {
    rest >>= 1;
    ++place;
  }
  return place;
}

/* atoi and its kin have undefined behaviour when the number does not fit (C11 7.22.1p1): counting downwards lets the
   smallest value through and makes every other overflow a signed overflow. */
long long atoll(const char* text) {
  while (isspace((unsigned char)*text)) ++text;
  int negative = *text == '-';
  if (*text == '-' || *text == '+') ++text;
  long long value = 0;
  for (; isdigit((unsigned char)*text); ++text) value = value * 10 - (*text - '0');
  return negative ? value : -value;
}

long atol(const char* text) {
  while (isspace((unsigned char)*text)) ++text;
  int negative = *text == '-';
  if (*text == '-' || *text == '+') ++text;
  long value = 0;
  for (; isdigit((unsigned char)*text); ++text) value = value * 10 - (*text - '0');
  return negative ? value : -value;
}

int atoi(const char* text) {
  while (isspace((unsigned char)*text)) ++text;
  int negative = *text == '-';
  if (*text == '-' || *text == '+') ++text;
  int value = 0;
  for (; isdigit((unsigned char)*text); ++text) value = value * 10 - (*text - '0');
  return negative ? value : -value;
}

int __fencepost_digit(int character) {
  if (isdigit(character)) return character - '0';
  if (isalpha(character)) return tolower(character) - 'a' + 10;
  return INT_MAX;
}

/* C11 7.22.1.4: reads a magnitude of at most `limit` (`negative_limit` after a minus sign); *overflow tells whether it
   was more. */
unsigned long long __fencepost_parse(const char* text, char** end, int base, unsigned long long limit,
                                     unsigned long long negative_limit, int* negative, int* overflow) {
  const char* at = text;
  *negative = 0;
  *overflow = 0;
  if (end != 0) *end = (char*)text;
  while (isspace((unsigned char)*at)) ++at;
  if (*at == '-' || *at == '+') {
    *negative = *at == '-';
    ++at;
  }
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && isxdigit((unsigned char)at[2])) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  if (*negative) limit = negative_limit;
  unsigned long long radix = (unsigned long long)base, value = 0;
  for (; __fencepost_digit((unsigned char)*at) < base; ++at) {
    unsigned long long digit = (unsigned long long)__fencepost_digit((unsigned char)*at);
    if (value > (limit - digit) / radix || digit > limit)
      *overflow = 1;
    else
      value = value * radix + digit;
    if (end != 0) *end = (char*)at + 1;
  }
  if (*overflow) errno = ERANGE;
  return *overflow ? limit : value;
}

long strtol(const char* restrict text, char** restrict end, int base) {
  int negative, overflow;
  unsigned long long value =
      __fencepost_parse(text, end, base, LONG_MAX, (unsigned long long)LONG_MAX + 1, &negative, &overflow);
  if (!negative) return (long)value;
  return value == (unsigned long long)LONG_MAX + 1 ? LONG_MIN : -(long)value;
}

long long strtoll(const char* restrict text, char** restrict end, int base) {
  int negative, overflow;
  unsigned long long value =
      __fencepost_parse(text, end, base, LLONG_MAX, (unsigned long long)LLONG_MAX + 1, &negative, &overflow);
  if (!negative) return (long long)value;
  return value == (unsigned long long)LLONG_MAX + 1 ? LLONG_MIN : -(long long)value;
}

intmax_t strtoimax(const char* restrict text, char** restrict end, int base) { return strtoll(text, end, base); }

unsigned long strtoul(const char* restrict text, char** restrict end, int base) {
  int negative, overflow;
  unsigned long value = (unsigned long)__fencepost_parse(text, end, base, ULONG_MAX, ULONG_MAX, &negative, &overflow);
  return negative && !overflow ? -value : value;
}

unsigned long long strtoull(const char* restrict text, char** restrict end, int base) {
  int negative, overflow;
  unsigned long long value = __fencepost_parse(text, end, base, ULLONG_MAX, ULLONG_MAX, &negative, &overflow);
  return negative && !overflow ? -value : value;
}

uintmax_t strtoumax(const char* restrict text, char** restrict end, int base) { return strtoull(text, end, base); }

void* bsearch(const void* key, const void* base, size_t count, size_t bytes, int (*compare)(const void*, const void*)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char* element = (const char*)base + middle * bytes;
    int order = compare(key, element);
    if (order == 0) return (void*)element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}

void qsort(void* base, size_t count, size_t bytes, int (*compare)(const void*, const void*)) {
  unsigned char* elements = base;
  for (size_t sorted = 1; sorted < count; ++sorted) {
    for (size_t i = sorted; i > 0; --i) {
      unsigned char *right = elements + i * bytes, *left = right - bytes;
      if (compare(left, right) <= 0) break;
      for (size_t byte = 0; byte < bytes; ++byte) {
        unsigned char swap = left[byte];
        left[byte] = right[byte];
        right[byte] = swap;
      }
    }
  }
}

double fabs(double x) { return x == 0 ? 0 : x < 0 ? -x : x; }
float fabsf(float x) { return x == 0 ? 0 : x < 0 ? -x : x; }
long double fabsl(long double x) { return x == 0 ? 0 : x < 0 ? -x : x; }

int __fencepost_isfinite(double x) { return x - x == 0; }
int __fencepost_isinf(double x) { return x == x && !__fencepost_isfinite(x); }
int __fencepost_isunordered(double x, double y) { return x != x || y != y; }
int __fencepost_islessgreater(double x, double y) { return x < y || x > y; }

int __fencepost_signbit(double x) {
  union {
    double value;
    unsigned long long bits;
  } view = {x};
  return (int)(view.bits >> 63);
}

int __fencepost_fpclassify(double x, double smallest) {
  if (x != x) return FP_NAN;
  if (!__fencepost_isfinite(x)) return FP_INFINITE;
  if (x == 0) return FP_ZERO;
  return x >= smallest || x <= -smallest ? FP_NORMAL : FP_SUBNORMAL;
}

double fmax(double x, double y) { return x != x ? y : y != y ? x : x < y ? y : x; }
float fmaxf(float x, float y) { return x != x ? y : y != y ? x : x < y ? y : x; }
double fmin(double x, double y) { return x != x ? y : y != y ? x : y < x ? y : x; }
float fminf(float x, float y) { return x != x ? y : y != y ? x : y < x ? y : x; }

/* From 2^52 on every double is integral; below, the value fits long long. Adding a signed zero's worth back keeps the
   sign of a zero result. */
double trunc(double x) {
  if (!(x > -4503599627370496.0 && x < 4503599627370496.0) || x == 0) return x;
  double whole = (double)(long long)x;
  return whole == 0 && x < 0 ? -0.0 : whole;
}

double floor(double x) {
  double whole = trunc(x);
  return whole > x ? whole - 1 : whole;
}

double ceil(double x) {
  double whole = trunc(x);
  if (!(whole < x)) return whole;
  return whole == -1 ? -0.0 : whole + 1;
}

double round(double x) {
  double whole = trunc(x);
  double rest = x - whole;
  if (rest >= 0.5) return whole + 1;
  if (rest <= -0.5) return whole - 1;
  return whole;
}

float truncf(float x) { return (float)trunc(x); }
float floorf(float x) { return (float)floor(x); }
float ceilf(float x) { return (float)ceil(x); }
float roundf(float x) { return (float)round(x); }

/* What glibc's own headers expand to, for programs that were preprocessed with them. The table holds a word a character
   from -128 on, in the layout of a little-endian machine. */
const unsigned short __fencepost_ctype[384] = {
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    2,     2,     2,     2,     2,     2,     2,     2,     2,     8195,  8194,  8194,  8194,  8194,  2,     2,
    2,     2,     2,     2,     2,     2,     2,     2,     2,     2,     2,     2,     2,     2,     2,     2,
    24577, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156,
    55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 49156, 49156, 49156, 49156, 49156, 49156,
    49156, 54536, 54536, 54536, 54536, 54536, 54536, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440,
    50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 49156, 49156, 49156, 49156, 49156,
    49156, 54792, 54792, 54792, 54792, 54792, 54792, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696,
    50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 49156, 49156, 49156, 49156, 2,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,
    0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0,     0};
const unsigned short* __fencepost_ctype_middle = __fencepost_ctype + 128;
const unsigned short** __ctype_b_loc(void) { return &__fencepost_ctype_middle; }
int* __errno_location(void) { return &__fencepost_errno; }
char __fencepost_streams[3];
void* stdin = &__fencepost_streams[0];
void* stdout = &__fencepost_streams[1];
void* stderr = &__fencepost_streams[2];
