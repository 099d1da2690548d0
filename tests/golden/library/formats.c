// fencepost: verify
#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

static const char constant[] = "%d\n";

int main(void) {
  int number = 1;
  char text[] = "text";
  unsigned long big = 3;
  printf("%d %i %u %x %o %c %%\n", number, number, 2u, 7, number, 'c');
  printf("%hhd %hd %ld %lu %lld %jd %zu %td\n", text[0], (short)1, 1L, big, 1LL, (intmax_t)1, sizeof number, text - text);
  printf("%f %5.2lf %-*.*e %La %s %p\n", 1.0, 2.0f, 8, 3, 4.0, 5.0L, text, (void*)text);
  printf("%" PRId64 " %" PRIuPTR "\n", (int64_t)1, (uintptr_t)2);
  fprintf(stderr, constant, number);
  printf("no argument\n", number);
  printf("%.4s%n", text, &number);
  assert(number == 1 || number != 1);
}
