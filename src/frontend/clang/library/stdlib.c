/* <stdlib.h>, <inttypes.h>: numbers, searching, sorting; see string.c for the rules. */
#include <errno.h>
#include <fencepost_characters.h>
#include <fencepost_intrinsics.h>
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

//: abs labs llabs imaxabs | the result fits |
//: div ldiv lldiv imaxdiv | not by 0; the quotient fits |
//: ffs ffsl ffsll | |
//: posix_memalign | | may fail, as `malloc`; then the pointer may become null
int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }
intmax_t imaxabs(intmax_t value) { return value < 0 ? -value : value; }

/* POSIX; where nothing is asked for, the answer may be a null pointer, and if it fails, too. */
int posix_memalign(void** result, size_t alignment, size_t bytes) {
  int is_power = alignment >= sizeof(void*) && (alignment & (alignment - 1)) == 0;
  void* made = is_power ? aligned_alloc(alignment, bytes) : 0;
  int error = !is_power ? EINVAL : made == 0 && bytes != 0 ? ENOMEM : 0;
  __fencepost_check_write(result, sizeof *result);
  if (error == 0 || __fencepost_any_bool()) *result = made;
  return error;
}

void __fencepost_no_memory(size_t bytes) {
  if (bytes != 0 || __fencepost_any_bool()) errno = ENOMEM;
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

//: getenv | a string | null or a string, which is UNKNOWN
//: system | a string or null | any number
/* What the environment holds is not known, nor that it holds anything. */
char* getenv(const char* name) {
  strlen(name);
  if (__fencepost_any_bool()) __fencepost_unsupported("what the environment holds");
  return 0;
}

/* Commands change nothing that the program could see in its memory. */
int system(const char* command) {
  if (command != 0) strlen(command);
  return __fencepost_any_int();
}

int ffs(int value) { return __builtin_ffs(value); }
int ffsl(long value) { return __builtin_ffsl(value); }
int ffsll(long long value) { return __builtin_ffsll(value); }

//: atoi atol atoll | a string; the number fits |
/* atoi and its kin have undefined behaviour when the number does not fit (C11 7.22.1p1): counting downwards lets the
   smallest value through and makes every other overflow a signed overflow. */
#define __FENCEPOST_NUMBER(type, text)                                         \
  type value = 0;                                                              \
  strlen(text);                                                                \
  while (__FENCEPOST_SPACE(*text)) ++text;                                     \
  int negative = *text == '-';                                                 \
  if (*text == '-' || *text == '+') ++text;                                    \
  for (; __FENCEPOST_DIGIT(*text); ++text) value = value * 10 - (*text - '0'); \
  return negative ? value : -value

long long atoll(const char* text) { __FENCEPOST_NUMBER(long long, text); }
long atol(const char* text) { __FENCEPOST_NUMBER(long, text); }
int atoi(const char* text) { __FENCEPOST_NUMBER(int, text); }

int __fencepost_digit(int character) {
  if (__FENCEPOST_DIGIT(character)) return character - '0';
  if (__FENCEPOST_LOWER(character)) return character - 'a' + 10;
  if (__FENCEPOST_UPPER(character)) return character - 'A' + 10;
  return INT_MAX;
}

//: strtol strtoll strtoul strtoull strtoimax strtoumax | a string; a base | `errno` where there is no number
/* C11 7.22.1.4: reads a magnitude of at most `limit` (`negative_limit` after a minus sign); *overflow tells whether it
   was more. Where there is no number, errno may become EINVAL (POSIX). */
unsigned long long __fencepost_parse(const char* text, char** end, int base, unsigned long long limit,
                                     unsigned long long negative_limit, int* negative, int* overflow) {
  const char* at = text;
  const char* behind = text;
  __fencepost_check("bad-argument", base == 0 || (base >= 2 && base <= 36));
  strlen(text);
  *negative = 0;
  *overflow = 0;
  while (__FENCEPOST_SPACE(*at)) ++at;
  if (*at == '-' || *at == '+') {
    *negative = *at == '-';
    ++at;
  }
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && __FENCEPOST_XDIGIT(at[2])) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  if (*negative) limit = negative_limit;
  unsigned long long radix = (unsigned long long)base, value = 0;
  for (; __fencepost_digit(*at) < base; ++at) {
    unsigned long long digit = (unsigned long long)__fencepost_digit(*at);
    if (value > (limit - digit) / radix || digit > limit)
      *overflow = 1;
    else
      value = value * radix + digit;
    behind = at + 1;
  }
  if (end != 0) *end = (char*)behind;
  if (*overflow) errno = ERANGE;
  if (behind == text && __fencepost_any_bool()) errno = EINVAL;
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

//: bsearch | all of the array, in the order of the comparison, which does not alter it | which elements are compared, which of equal ones is found
//: qsort | all of the array; the comparison defines an order, and does not alter it | which elements are compared how often, the order of equal ones
/* A comparison does not alter the array (7.22.5p2): of the elements that it gets, and of what they hold for certain. */
static int __fencepost_is_kept(const unsigned char* element, const unsigned char* kept, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i)
    if (__fencepost_is_specified(&element[i]) && __fencepost_is_specified(&kept[i]) && element[i] != kept[i]) return 0;
  return 1;
}

static int __fencepost_compare(const void* key, const void* element, size_t bytes,
                               int (*compare)(const void*, const void*)) {
  unsigned char kept[bytes];
  memcpy(kept, element, bytes);
  int order = compare(key, element);
  __fencepost_check("comparison", __fencepost_is_kept(element, kept, bytes));
  return (order > 0) - (order < 0);
}

/* C11 7.22.5.1: elements that are less than the key, equal to it, greater, in that order. Which of them are looked at, and
   which of several equal ones is found, is left open: before an ordinary search for one, any others may be looked at. */
void* bsearch(const void* key, const void* base, size_t count, size_t bytes, int (*compare)(const void*, const void*)) {
  int last = 1;
  const char* elements = base;
  __fencepost_check("bad-argument", count == 0 || (bytes != 0 && count <= SIZE_MAX / bytes));
  __fencepost_check_read(base, count * bytes);
  __fencepost_check_read(key, 0);
  for (size_t i = 0; i < count; ++i) {
    if (!__fencepost_any_bool()) continue;
    int order = __fencepost_compare(key, elements + i * bytes, bytes, compare);
    __fencepost_check("comparison", order <= last);
    last = order;
    if (order == 0 && __fencepost_any_bool()) return (void*)(elements + i * bytes);
  }
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char* element = elements + middle * bytes;
    int order = __fencepost_compare(key, element, bytes, compare);
    if (order == 0) return (void*)element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return 0;
}

/* The sign of a comparison, made in either direction. */
int __fencepost_order(const void* a, const void* b, size_t bytes, int (*compare)(const void*, const void*)) {
  unsigned char kept[bytes];
  int turned = __fencepost_any_bool();
  const void* first = turned ? b : a;
  memcpy(kept, first, bytes);
  int order = __fencepost_compare(first, turned ? a : b, bytes, compare);
  __fencepost_check("comparison", __fencepost_is_kept(first, kept, bytes));
  return turned ? -order : order;
}

/* Moves the last of so many elements, which are in order but for it, to its place. Among equal ones it may be any
   (7.22.5.2p4); whether it is the first of all may be looked at before. */
void __fencepost_insert(unsigned char* elements, size_t last, size_t bytes, int (*compare)(const void*, const void*)) {
  unsigned char* added = elements + last * bytes;
  size_t place = last;
  if (__fencepost_any_bool() && __fencepost_order(elements, added, bytes, compare) > 0) place = 0;
  for (; place > 0; --place) {
    int order = __fencepost_order(elements + (place - 1) * bytes, added, bytes, compare);
    if (order < 0 || (order == 0 && !__fencepost_any_bool())) break;
  }
  if (place == last) return;
  unsigned char kept[bytes]; /* representations are copied, whatever they hold (6.2.6.1p4) */
  memcpy(kept, added, bytes);
  for (size_t i = last; i > place; --i) memcpy(elements + i * bytes, elements + (i - 1) * bytes, bytes);
  memcpy(elements + place * bytes, kept, bytes);
}

/* C11 7.22.5p4: however often and in which direction elements are compared, the answers define a total order. So they do if
   they do for any three, and any may be compared besides those that decide. */
void __fencepost_check_order(unsigned char* elements, size_t count, size_t bytes,
                             int (*compare)(const void*, const void*)) {
  size_t i = (size_t)__fencepost_any_int(), j = (size_t)__fencepost_any_int(), k = (size_t)__fencepost_any_int();
  if (i >= j || j >= count) return;
  unsigned char *a = elements + i * bytes, *b = elements + j * bytes;
  int first = __fencepost_order(a, b, bytes, compare);
  __fencepost_check("comparison", first <= 0);
  if (__fencepost_any_bool()) return;
  __fencepost_check("comparison", __fencepost_order(a, b, bytes, compare) == first);
  if (j >= k || k >= count) return;
  unsigned char* c = elements + k * bytes;
  int second = __fencepost_order(b, c, bytes, compare);
  __fencepost_check("comparison", second <= 0);
  __fencepost_check("comparison", __fencepost_order(a, c, bytes, compare) == (first < second ? first : second));
}

void qsort(void* base, size_t count, size_t bytes, int (*compare)(const void*, const void*)) {
  __fencepost_check("bad-argument", count == 0 || (bytes != 0 && count <= SIZE_MAX / bytes));
  __fencepost_check_write(base, count * bytes);
  for (size_t last = 1; last < count; ++last) __fencepost_insert(base, last, bytes, compare);
  __fencepost_check_order(base, count, bytes, compare);
}
