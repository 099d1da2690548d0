// fencepost: run
#include <stdio.h>
int main(void) {
  char name[] = {'f', 'e', 'n', 'c', 'e', 0};
  const char *const format = "%s post, %5.2f|%-4d|%04x|%lu|%c%%\n";
  printf(format, name, 2.5, -7, 255u, 1ul << 40, 'x');
  printf("%.3s %*d %hhd %lld\n", "abcdef", 4, 42, 300, -1ll);
  puts("a line");
  putchar('z');
  fputs(" to stdout\n", stdout);
  fputs("not shown\n", stderr);
  fprintf(stdout, "end");
  return 0;
}
