/* <stdlib.h>, <inttypes.h>: numbers, searching, sorting; see string.c for the rules. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

/* POSIX; where nothing is asked for, the answer may be a null pointer. */
int posix_memalign(void** result, size_t alignment, size_t bytes) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* made = aligned_alloc(alignment, bytes);
  if (made == 0 && bytes != 0) return ENOMEM;
  *result = made;
  return 0;
}

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

int ffs(int value) { return __builtin_ffs(value); }
int ffsl(long value) { return __builtin_ffsl(value); }
int ffsll(long long value) { return __builtin_ffsll(value); }

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
