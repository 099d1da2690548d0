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

size_t __fencepost_put_string(char* to, size_t limit, size_t at, const char* text, int precision, size_t width,
                              int is_left) {
  size_t length = __fencepost_shown(text, precision);
  size_t end = at + (length < width ? width : length) + 1;
  size_t read = precision < 0 || length < (size_t)precision ? length + 1 : length;
  if (limit != 0 && read != 0)
    __fencepost_check("overlap", !__fencepost_overlap(to, end < limit ? end : limit, text, read));
  if (!is_left) at = __fencepost_pad(to, limit, at, ' ', length, width);
  for (size_t i = 0; i < length; ++i) at = __fencepost_put(to, limit, at, text[i]);
  return is_left ? __fencepost_pad(to, limit, at, ' ', length, width) : at;
}

/* `ten`: what stands for the digit 10. */
size_t __fencepost_put_integer(char* to, size_t limit, size_t at, unsigned long long value, int is_negative, int is_int,
                               unsigned int base, char ten, size_t width, int has_zeros, int is_left) {
  char digits[24];
  size_t count = 0;
  if (is_int) {
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
  size_t length = count + (is_negative ? 1 : 0);
  if (!is_left && !has_zeros) at = __fencepost_pad(to, limit, at, ' ', length, width);
  if (is_negative) at = __fencepost_put(to, limit, at, '-');
  if (!is_left && has_zeros) at = __fencepost_pad(to, limit, at, '0', length, width);
  while (count > 0) at = __fencepost_put(to, limit, at, digits[--count]);
  return is_left ? __fencepost_pad(to, limit, at, ' ', length, width) : at;
}
