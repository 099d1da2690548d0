/* What sprintf and snprintf write, piece by piece (C11 7.21.6.5-6); see string.c for the rules. `at` characters are written so far, of
   which those below `limit` and a null character are stored: the front end reads the format and calls these. */
#include <fencepost_intrinsics.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* What %s shows of a string: of a precision that is not negative, so much (7.21.6.1p4, p8). */
size_t __fencepost_shown(const char* text, int precision) {
  return precision < 0 ? strlen(text) : strnlen(text, (size_t)precision);
}

/* Of %ls: a wide character is one byte in the "C" locale. */
size_t __fencepost_wide_shown(const wchar_t* text, int precision) {
  size_t length = 0;
  while ((precision < 0 || length < (size_t)precision) && text[length] != 0) ++length;
  return length;
}

size_t __fencepost_put(char* to, size_t limit, size_t at, char character) {
  if (at < limit && at + 1 < limit) to[at] = character;
  return at + 1;
}

void __fencepost_put_end(char* to, size_t limit, size_t at) {
  if (limit != 0) to[at < limit ? at : limit - 1] = 0;
}

static size_t __fencepost_pad(char* to, size_t limit, size_t at, char character, size_t length, size_t width) {
  for (; length < width; ++length) at = __fencepost_put(to, limit, at, character);
  return at;
}

/* A negative width is a flag - and the width (7.21.6.1p5). */
static size_t __fencepost_width(int width) { return width < 0 ? 0u - (unsigned int)width : (unsigned int)width; }

size_t __fencepost_put_string(char* to, size_t limit, size_t at, const char* text, int precision, int given,
                              int is_left) {
  size_t length = __fencepost_shown(text, precision), width = __fencepost_width(given);
  size_t end = at + (length < width ? width : length) + 1;
  size_t read = precision < 0 || length < (size_t)precision ? length + 1 : length;
  is_left = is_left || given < 0;
  if (limit != 0 && read != 0)
    __fencepost_check("overlap", !__fencepost_overlap(to, end < limit ? end : limit, text, read));
  if (!is_left) at = __fencepost_pad(to, limit, at, ' ', length, width);
  for (size_t i = 0; i < length; ++i) at = __fencepost_put(to, limit, at, text[i]);
  return is_left ? __fencepost_pad(to, limit, at, ' ', length, width) : at;
}

size_t __fencepost_put_character(char* to, size_t limit, size_t at, char character, int given, int is_left) {
  size_t width = __fencepost_width(given);
  is_left = is_left || given < 0;
  if (!is_left) at = __fencepost_pad(to, limit, at, ' ', 1, width);
  at = __fencepost_put(to, limit, at, character);
  return is_left ? __fencepost_pad(to, limit, at, ' ', 1, width) : at;
}

/* `sign`: a character or 0; `ten`: what stands for the digit 10; a precision that is negative is none (p4-6, p8). */
size_t __fencepost_put_integer(char* to, size_t limit, size_t at, unsigned long long value, char sign, int is_int,
                               unsigned int base, char ten, int is_alternative, int given, int precision, int has_zeros,
                               int is_left) {
  char digits[24];
  size_t count = 0, width = __fencepost_width(given);
  int is_zero = is_int ? (unsigned int)value == 0 : value == 0;
  is_left = is_left || given < 0;
  has_zeros = has_zeros && !is_left && precision < 0;
  if (is_zero && precision == 0) {
  } else if (is_int) {
    unsigned int rest = (unsigned int)value;
    do {
      unsigned int digit = rest % base;
      digits[count++] = (char)(digit < 10 ? '0' + digit : ten + digit - 10);
      rest /= base;
    } while (rest != 0);
  } else {
    do {
      unsigned int digit = (unsigned int)(value % base);
      digits[count++] = (char)(digit < 10 ? '0' + digit : ten + digit - 10);
      value /= base;
    } while (value != 0);
  }
  size_t zeros = precision > 0 && count < (size_t)precision ? (size_t)precision - count : 0;
  int has_prefix = is_alternative && base == 16 && !is_zero;
  if (is_alternative && base == 8 && zeros == 0 && (!is_zero || count == 0)) zeros = 1;
  size_t length = count + zeros + (sign != 0 ? 1 : 0) + (has_prefix ? 2 : 0);
  if (!is_left && !has_zeros) at = __fencepost_pad(to, limit, at, ' ', length, width);
  if (sign != 0) at = __fencepost_put(to, limit, at, sign);
  if (has_prefix) {
    at = __fencepost_put(to, limit, at, '0');
    at = __fencepost_put(to, limit, at, (char)(ten - 'a' + 'x'));
  }
  if (has_zeros) at = __fencepost_pad(to, limit, at, '0', length, width);
  at = __fencepost_pad(to, limit, at, '0', 0, zeros);
  while (count > 0) at = __fencepost_put(to, limit, at, digits[--count]);
  return is_left ? __fencepost_pad(to, limit, at, ' ', length, width) : at;
}
