// sscanf, on texts that a seed determines.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t state = SEED;
static unsigned next(unsigned below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

int main(void) {
  for (int round = 0; round < 40; ++round) {
    static const char letters[] = " 0123456789-+,ax";
    char text[9];
    size_t length = next(9);
    for (size_t i = 0; i < length; ++i) text[i] = letters[next(next(2) ? 14 : 16)];
    text[length] = 0;
    if (strstr(text, "0x")) continue;  // may be read both ways
    int i = -7, j = -7, n = -7;
    unsigned u = 7, o = 7;
    long l = -7;
    short h = -7;
    char word[9] = "none", block[3] = "xx";
    printf("[%s]", text);
    printf(" %d", sscanf(text, "%d,%d%n", &i, &j, &n));
    printf(" %d %d %d |", i, j, n);
    printf(" %d", sscanf(text, " %2u %o", &u, &o));
    printf(" %u %u |", u, o);
    printf(" %d", sscanf(text, "%li %3s", &l, word));
    printf(" %ld %s |", l, word);
    if (length >= 2) printf(" %d", sscanf(text, "%2c%*3d %n", block, &n));
    printf(" %s %d |", block, n);
    printf(" %d", sscanf(text, "%3hd%%%x", &h, &u));
    printf(" %d %u |", h, u);
    printf(" %d\n", sscanf(text, "%*s%8s", word) == 1);  // 0 or EOF
    printf("%s\n", word);
  }
  return 0;
}
