// Output, with numbers that a seed determines.
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t state = SEED;
static uint64_t next(void) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state ^ state >> 29) >> (state >> 58);
}

static char text[128];
static void told(int count) { printf("[%s] %d\n", text, count); }

int main(void) {
  for (int round = 0; round < 12; ++round) {
    uint64_t number = next();
    int i = (int)number, n = -1;
    long l = (long)number;
    short h = (short)number;
    signed char c = (signed char)number;
    memset(text, '#', sizeof text - 1);
    told(sprintf(text, "%d|%5d|%-7d|%07d", i, i % 1000, i % 1000, i % 1000));
    told(sprintf(text, "%i|%u|%x|%X|%o", i, (unsigned)i, (unsigned)i, (unsigned)i, (unsigned)i));
    told(sprintf(text, "%hhd|%hd|%ld|%hhu|%hu", c, h, l, (unsigned char)c, (unsigned short)h));
    told(sprintf(text, "%lld|%jd|%zu|%td", (long long)l, (intmax_t)l, (size_t)number, (ptrdiff_t)l));
    told(sprintf(text, "%+d|% d|%.7d|%*d|%-*.*d|", i, h, c, (int)(number % 15) - 7, c, 9, 4, h));
    told(sprintf(text, "%#x|%#o|%#08x|%.0u|%*c|%*.*s", (unsigned)h, (unsigned)c, (unsigned)i, (unsigned)(number % 2), 3, 'z', -6, 2, "text"));
    told(sprintf(text, "%llx|%lo|%" PRIu64, (unsigned long long)number, (unsigned long)number, number));
    told(snprintf(text, number % 9, "%d|%s", i, "text"));
    told(snprintf(text, sizeof text, "%.3s|%6s|%-6s|%c|%3c|%%", "abcdef", "ab", "cd", 'x', 'y'));
    told(snprintf(text, sizeof text, "%.*s|ab%n", (int)(number % 5), "abcdef", &n));
    printf("%d %d\n", n, snprintf(NULL, 0, "%d", i));
    fprintf(stdout, "%u %lx %lld %c %s %5.2s| %-4d| %04x\n", (unsigned)i, l, (long long)l, 'a' + i % 7, "s", "text", i % 50, (unsigned)h);
    printf("%f %.3e %g %5.1f\n", (double)(i % 1000) / 8, (double)(l % 100000), (double)h / 4, (double)c / 2);
  }
  puts("line");
  fputs("no line ", stdout);
  putchar('x');
  putc('y', stdout);
  fputc('\n', stdout);
  return 0;
}
