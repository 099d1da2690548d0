// Variable arguments, and what vsnprintf and vsprintf make of them.
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned state = SEED;

static unsigned any(unsigned limit) {
  state = state * 1103515245 + 12345;
  return (state >> 16) % limit;
}

static int put(char* to, size_t limit, const char* format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  int count = limit == 64 ? vsprintf(to, format, list) : vsnprintf(to, limit, format, list);
  va_end(list);
  return length == count ? count : -1;
}

static long long sum(const char* types, ...) {
  va_list list;
  long long total = 0;
  va_start(list, types);
  for (; *types; ++types) {
    if (*types == 'i') total += va_arg(list, int);
    if (*types == 'l') total += va_arg(list, long);
    if (*types == 'd') total += (long long)va_arg(list, double);
    if (*types == 's') total += (long long)strlen(va_arg(list, char*));
  }
  va_end(list);
  return total;
}

int main(void) {
  static const int kNumbers[] = {0, 1, -1, 7, 255, -300, INT_MAX, INT_MIN};
  char text[64];
  for (int i = 0; i < 6; ++i) {
    int number = kNumbers[any(8)], width = (int)any(9) - 4, precision = (int)any(5) - 1;
    size_t limit = any(3) ? sizeof text : any(8);
    memset(text, 0, sizeof text);
    printf("%d ", put(text, limit, "%d|%+5d|%-6u|%#x|%08X|% hd", number, number, number, number, number, number));
    printf("%s\n", text);
    printf("%d ", put(text, limit, "%*.*d|%#o|%hhu|%c%%", width, precision, number, number, number, 'a' + (int)any(26)));
    printf("%s\n", text);
    printf("%d ", put(text, limit, "%.*s|%5s|%-5s|%ld|%llx|%zu|%jd", precision, "abc", "de", "f", (long)number * 3,
                      (long long)number * 5, sizeof text, (intmax_t)number));
    printf("%s\n", text);
    printf("%lld\n", sum("ildsi", number / 2, (long)number, 2.5 * i, "abcd", i));
  }
  return 0;
}
