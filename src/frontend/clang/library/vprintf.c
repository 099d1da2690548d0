/* Output by a va_list (C11 7.21.6.8, 10, 12, 13); see string.c for the rules. The format is read as the program runs, and va_arg
   checks what it finds in the list. */
#include <fencepost_intrinsics.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern size_t __fencepost_wide_shown(const wchar_t* text, int precision);
extern size_t __fencepost_put(char* to, size_t limit, size_t at, char character);
extern void __fencepost_put_end(char* to, size_t limit, size_t at);
extern size_t __fencepost_put_string(char* to, size_t limit, size_t at, const char* text, int precision, int width,
                                     int is_left);
extern size_t __fencepost_put_character(char* to, size_t limit, size_t at, char character, int width, int is_left);
extern size_t __fencepost_put_integer(char* to, size_t limit, size_t at, unsigned long long value, char sign,
                                      int is_int, unsigned int base, char ten, int is_alternative, int width,
                                      int precision, int has_zeros, int is_left);
extern int __fencepost_write_output(void);
extern int __fencepost_write_stream(FILE* stream);

/* What stands between % and the letter. hh and ll are H and q. */
struct __fencepost_directive {
  int is_left, has_plus, has_space, is_alternative, has_zeros, width, precision, has_precision;
  char length;
};

static int __fencepost_flag(struct __fencepost_directive* found, char character) {
  switch (character) {
    case '-':
      return found->is_left = 1;
    case '+':
      return found->has_plus = 1;
    case ' ':
      return found->has_space = 1;
    case '#':
      return found->is_alternative = 1;
    case '0':
      return found->has_zeros = 1;
    default:
      return 0;
  }
}

/* Behind the digits. */
static const char* __fencepost_digits(const char* format, int* number) {
  for (*number = 0; *format >= '0' && *format <= '9'; ++format) *number = 10 * *number + (*format - '0');
  return format;
}

static const char* __fencepost_length(const char* format, char* length) {
  *length = 0;
  if (*format == 0 || !strchr("hljztL", *format)) return format;
  *length = *format++;
  if (*format != *length || (*length != 'h' && *length != 'l')) return format;
  *length = *length == 'h' ? 'H' : 'q';
  return format + 1;
}

static long long __fencepost_signed(va_list list, char length) {
  switch (length) {
    case 'H':
      return (signed char)va_arg(list, int);
    case 'h':
      return (short)va_arg(list, int);
    case 'l':
      return va_arg(list, long);
    case 'q':
      return va_arg(list, long long);
    case 'j':
      return va_arg(list, intmax_t);
    case 'z':
    case 't':
      return va_arg(list, ptrdiff_t);
    default:
      return va_arg(list, int);
  }
}

static unsigned long long __fencepost_unsigned(va_list list, char length) {
  switch (length) {
    case 'H':
      return (unsigned char)va_arg(list, unsigned int);
    case 'h':
      return (unsigned short)va_arg(list, unsigned int);
    case 'l':
      return va_arg(list, unsigned long);
    case 'q':
      return va_arg(list, unsigned long long);
    case 'j':
      return va_arg(list, uintmax_t);
    case 'z':
    case 't':
      return va_arg(list, size_t);
    default:
      return va_arg(list, unsigned int);
  }
}

static void __fencepost_count(va_list list, char length, long long count) {
  switch (length) {
    case 'H':
      *va_arg(list, signed char*) = (signed char)count;
      break;
    case 'h':
      *va_arg(list, short*) = (short)count;
      break;
    case 'l':
      *va_arg(list, long*) = (long)count;
      break;
    case 'q':
    case 'j':
      *va_arg(list, long long*) = count;
      break;
    case 'z':
    case 't':
      *va_arg(list, ptrdiff_t*) = (ptrdiff_t)count;
      break;
    default:
      *va_arg(list, int*) = (int)count;
  }
}

/* Flags, precision and length that the letter does not have (7.21.6.1p4-8). */
static void __fencepost_check_directive(const struct __fencepost_directive* found, char letter) {
  int is_number = strchr("diouxX", letter) != 0, is_float = strchr("aAeEfFgG", letter) != 0;
  __fencepost_check("bad-argument", is_number || is_float || strchr("cspn", letter));
  __fencepost_check("bad-argument", !found->is_alternative || strchr("oxX", letter) || is_float);
  __fencepost_check("bad-argument", !found->has_zeros || is_number || is_float);
  __fencepost_check("bad-argument", !found->has_precision || is_number || is_float || letter == 's');
  if (found->length == 'L')
    __fencepost_check("bad-argument", is_float);
  else if (found->length == 'l')
    __fencepost_check("bad-argument", letter != 'p');
  else if (found->length != 0)
    __fencepost_check("bad-argument", is_number || letter == 'n');
}

/* So many characters, or more where not all are known. */
static long long __fencepost_reached(size_t at, int is_open) {
  int any = __fencepost_any_int();
  return is_open && any > 0 && (size_t)any > at ? any : (long long)at;
}

/* How many characters; `is_open` is set where that is not known, which nothing that is stored may depend on. */
static size_t __fencepost_put_list(char* to, size_t limit, const char* format, va_list list, int* is_open) {
  size_t at = 0;
  for (; *format != 0; ++format) {
    if (*format != '%' || format[1] == '%') {
      at = __fencepost_put(to, limit, at, *format);
      if (*format == '%') ++format;
      continue;
    }
    struct __fencepost_directive found = {0};
    for (++format; __fencepost_flag(&found, *format);) ++format;
    if (*format == '*') {
      found.width = va_arg(list, int);
      ++format;
    } else {
      format = __fencepost_digits(format, &found.width);
    }
    found.precision = -1;
    if (*format == '.') {
      found.has_precision = 1;
      ++format;
      if (*format == '*') {
        found.precision = va_arg(list, int);
        ++format;
      } else {
        format = __fencepost_digits(format, &found.precision);
      }
    }
    format = __fencepost_length(format, &found.length);
    char letter = *format;
    __fencepost_check("bad-argument", letter != 0);
    if (strchr("$'ImCS", letter)) __fencepost_unsupported("a conversion beyond C's with a va_list");
    __fencepost_check_directive(&found, letter);
    if (letter == 'd' || letter == 'i') {
      long long value = __fencepost_signed(list, found.length);
      char sign = value < 0 ? '-' : found.has_plus ? '+' : found.has_space ? ' ' : 0;
      unsigned long long size = value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value;
      at = __fencepost_put_integer(to, limit, at, size, sign, 0, 10, 'a', 0, found.width, found.precision,
                                   found.has_zeros, found.is_left);
    } else if (strchr("ouxX", letter)) {
      unsigned long long value = __fencepost_unsigned(list, found.length);
      at = __fencepost_put_integer(to, limit, at, value, 0, 0,
                                   letter == 'o'   ? 8
                                   : letter == 'u' ? 10
                                                   : 16,
                                   letter == 'X' ? 'A' : 'a', found.is_alternative, found.width, found.precision,
                                   found.has_zeros, found.is_left);
    } else if (letter == 'n') {
      __fencepost_count(list, found.length, __fencepost_reached(at, *is_open));
    } else if (letter == 'c' && found.length == 0) {
      at = __fencepost_put_character(to, limit, at, (char)va_arg(list, int), found.width, found.is_left);
    } else if (letter == 's' && found.length == 0) {
      const char* text = va_arg(list, char*);
      at = __fencepost_put_string(to, limit, at, text, found.precision, found.width, found.is_left);
    } else {
      if (limit != 0) __fencepost_unsupported("floats, pointers or wide characters to memory with a va_list");
      *is_open = 1;
      if (letter == 's')
        __fencepost_wide_shown(va_arg(list, wchar_t*), found.precision);
      else if (letter == 'c')
        (void)va_arg(list, unsigned int);
      else if (letter == 'p')
        (void)va_arg(list, void*);
      else if (found.length == 'L')
        (void)va_arg(list, long double);
      else
        (void)va_arg(list, double);
    }
  }
  return at;
}

static int __fencepost_put_to_memory(char* to, size_t limit, const char* format, va_list list) {
  int is_open = 0;
  size_t at = __fencepost_put_list(to, limit, format, list, &is_open), end = at < limit ? at + 1 : limit;
  if (end != 0) __fencepost_check("overlap", !__fencepost_overlap(to, end, format, strlen(format) + 1));
  __fencepost_put_end(to, limit, at);
  if (is_open) __fencepost_unsupported("how long floats, pointers or wide characters are with a va_list");
  return (int)at;
}

static int __fencepost_put_to_stream(const char* format, va_list list, int fails) {
  int is_open = 0, any = __fencepost_any_int();
  size_t at = __fencepost_put_list(0, 0, format, list, &is_open);
  if (fails) return any < 0 ? any : -1;
  return (int)__fencepost_reached(at, is_open);
}

//: vsprintf vsnprintf | the format; number and types of arguments; strings; room; no overlap | UNKNOWN: floats, pointers, wide characters
//- vprintf vfprintf | what they write is not shown; it is that of `vsnprintf`
int vsprintf(char* restrict to, const char* restrict format, va_list list) {
  return __fencepost_put_to_memory(to, SIZE_MAX, format, list);
}

int vsnprintf(char* restrict to, size_t limit, const char* restrict format, va_list list) {
  return __fencepost_put_to_memory(to, limit, format, list);
}

//: vprintf vfprintf | the format; number and types of arguments; strings; an open stream | the number of characters, or negative
int vprintf(const char* restrict format, va_list list) {
  return __fencepost_put_to_stream(format, list, __fencepost_write_output());
}

int vfprintf(FILE* restrict stream, const char* restrict format, va_list list) {
  return __fencepost_put_to_stream(format, list, __fencepost_write_stream(stream));
}
