/* What sscanf reads, directive by directive (C11 7.21.6.2); see string.c for the rules. The front end reads the format and calls
   these, which do nothing any more once a directive has failed. */
#include <fencepost_characters.h>
#include <fencepost_intrinsics.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const char* text;
  size_t at;
  int made, completed; /* conversions that were assigned, and all */
  int is_over, has_ended;
  unsigned long long magnitude; /* of the number read last */
  int is_negative, is_too_large;
} __fencepost_scan;

static _Thread_local __fencepost_scan __fencepost_scanned_text;

void __fencepost_scan_begin(const char* text) {
  __fencepost_scan begun = {text, 0, 0, 0, 0, 0, 0, 0, 0};
  strlen(text);
  __fencepost_scanned_text = begun;
}

void __fencepost_scan_spaces(void) {
  __fencepost_scan* scan = &__fencepost_scanned_text;
  while (!scan->is_over && __FENCEPOST_SPACE(scan->text[scan->at])) ++scan->at;
}

/* Is there more to read? If not, that is an input failure (p9). */
static int __fencepost_scan_goes_on(void) {
  __fencepost_scan* scan = &__fencepost_scanned_text;
  if (scan->is_over) return 0;
  scan->is_over = scan->has_ended = scan->text[scan->at] == 0;
  return !scan->is_over;
}

static void __fencepost_scan_complete(int is_assigned) {
  ++__fencepost_scanned_text.completed;
  __fencepost_scanned_text.made += is_assigned;
}

void __fencepost_scan_literal(char character) {
  __fencepost_scan* scan = &__fencepost_scanned_text;
  if (!__fencepost_scan_goes_on()) return;
  if (scan->text[scan->at] == character)
    ++scan->at;
  else
    scan->is_over = 1;
}

static int __fencepost_scan_digit(int character, unsigned int base) {
  int digit = __FENCEPOST_DIGIT(character)   ? character - '0'
              : __FENCEPOST_LOWER(character) ? character - 'a' + 10
              : __FENCEPOST_UPPER(character) ? character - 'A' + 10
                                             : INT_MAX;
  return (unsigned int)digit < base ? digit : -1;
}

/* Was there one, of at most so many characters? What it is tells __fencepost_scan_value. */
int __fencepost_scan_integer(size_t width, unsigned int base, int is_assigned) {
  __fencepost_scan* scan = &__fencepost_scanned_text;
  __fencepost_scan_spaces();
  if (!__fencepost_scan_goes_on()) return 0;
  const char* text = scan->text;
  size_t at = scan->at, end = width > SIZE_MAX - at ? SIZE_MAX : at + width;
  scan->magnitude = 0;
  scan->is_too_large = 0;
  scan->is_negative = text[at] == '-';
  if (text[at] == '-' || text[at] == '+') ++at;
  if ((base == 0 || base == 16) && at + 1 < end && text[at] == '0' && (text[at + 1] == 'x' || text[at + 1] == 'X')) {
    if (at + 2 >= end || __fencepost_scan_digit(text[at + 2], 16) < 0)
      __fencepost_unsupported("scanning 0x without a digit");
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = at < end && text[at] == '0' ? 8 : 10;
  }
  size_t first = at;
  for (; at < end && __fencepost_scan_digit(text[at], base) >= 0; ++at) {
    unsigned int digit = (unsigned int)__fencepost_scan_digit(text[at], base);
    if (scan->magnitude > (ULLONG_MAX - digit) / base) scan->is_too_large = 1;
    scan->magnitude = scan->magnitude * base + digit;
  }
  scan->at = at;
  scan->is_over = at == first;
  if (scan->is_over) return 0;
  __fencepost_scan_complete(is_assigned);
  return 1;
}

/* It must fit the object (p10); a sign is taken as strtoul takes it. */
unsigned long long __fencepost_scan_value(unsigned int bits, int is_signed) {
  const __fencepost_scan* scan = &__fencepost_scanned_text;
  unsigned long long half = 1ull << (bits - 1), most = is_signed ? half - 1 : half - 1 + half;
  if (is_signed && scan->is_negative) most = half;
  __fencepost_check("bad-argument", !scan->is_too_large && scan->magnitude <= most);
  return scan->is_negative ? -scan->magnitude : scan->magnitude;
}

static void __fencepost_scan_store(char* to, size_t number, char character) {
  const __fencepost_scan* scan = &__fencepost_scanned_text;
  __fencepost_check("overlap", !__fencepost_overlap(to, number + 1, scan->text, scan->at + 1));
  to[number] = character;
}

void __fencepost_scan_string(char* to, size_t width, int is_assigned) {
  __fencepost_scan* scan = &__fencepost_scanned_text;
  size_t length = 0;
  __fencepost_scan_spaces();
  if (!__fencepost_scan_goes_on()) return;
  for (; length < width && scan->text[scan->at] != 0 && !__FENCEPOST_SPACE(scan->text[scan->at]); ++length) {
    if (is_assigned) __fencepost_scan_store(to, length, scan->text[scan->at]);
    ++scan->at;
  }
  if (is_assigned) to[length] = 0;
  __fencepost_scan_complete(is_assigned);
}

void __fencepost_scan_block(char* to, size_t width, int is_assigned) {
  __fencepost_scan* scan = &__fencepost_scanned_text;
  if (!__fencepost_scan_goes_on()) return;
  for (size_t i = 0; i < width; ++i) {
    if (scan->text[scan->at] == 0) __fencepost_unsupported("scanning fewer characters than asked for");
    if (is_assigned) __fencepost_scan_store(to, i, scan->text[scan->at]);
    ++scan->at;
  }
  __fencepost_scan_complete(is_assigned);
}

/* How many characters were read; -1: not so far. */
int __fencepost_scan_count(void) { return __fencepost_scanned_text.is_over ? -1 : (int)__fencepost_scanned_text.at; }

/* The number of conversions, or EOF if the text ends before the first (p16); whether one that assigns nothing is a first one is read
   both ways. */
int __fencepost_scan_made(void) {
  const __fencepost_scan* scan = &__fencepost_scanned_text;
  int any = __fencepost_any_bool();
  if (!scan->has_ended || scan->made != 0) return scan->made;
  return scan->completed == 0 || any ? EOF : 0;
}
