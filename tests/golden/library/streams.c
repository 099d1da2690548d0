// What a stream remembers (C11 7.21.7.1, 7.21.7.10, 7.21.10), and what is none: closed, a copy (7.21.3p4, p6).
// fencepost: verify -DOUTPUT_CLOSED
// fencepost: verify -DINPUT_CLOSED
// fencepost: verify -DCOPY
// fencepost: verify -DZEROS
// fencepost: verify -DEND_UNSEEN
// fencepost: verify -DEND_OR_ERROR
// fencepost: verify -DTRUTH
// fencepost: verify -DSECOND
// fencepost: verify -DPUSHED_SCANNED
// fencepost: verify -DFAILED
// fencepost: verify -DRIGHT
// fencepost: verify -DSOUGHT
#include <assert.h>
#include <stdio.h>

int main(void) {
#ifdef OUTPUT_CLOSED
  fclose(stdout);
  printf("x");
#elif defined INPUT_CLOSED
  fclose(stdin);
  return getchar();
#elif defined COPY
  FILE f = *stdout;
  fputs("x", &f);
#elif defined ZEROS
  static FILE f;
  fputc('x', &f);
#elif defined END_UNSEEN
  char line[4];
  while (!feof(stdin)) {
    fgets(line, 4, stdin);
    return line[0] == 0;
  }
#elif defined END_OR_ERROR
  if (getchar() == EOF) assert(feof(stdin));
#elif defined TRUTH
  if (getchar() == EOF && feof(stdin)) assert(feof(stdin) == 1);
#elif defined SECOND
  ungetc('a', stdin);
  assert(ungetc('b', stdin) == 'b');
#elif defined PUSHED_SCANNED
  int x;
  ungetc('1', stdin);
  scanf("%d", &x);
#elif defined FAILED
  if (printf("x") < 0) return 0;
  assert(puts("y") >= 0 || !ferror(stdout));
#elif defined RIGHT
  int c = getchar();
  if (c == EOF) {
    assert(feof(stdin) || ferror(stdin));
    if (feof(stdin)) assert(getchar() == EOF && feof(stdin));
    clearerr(stdin);
    assert(!feof(stdin) && !ferror(stdin));
  } else {
    assert(ungetc(c, stdin) == c && getchar() == c);
    assert(ungetc(EOF, stdin) == EOF);
    char line[3];
    assert(ungetc('x', stdin) == 'x' && fgets(line, 2, stdin) == line && line[0] == 'x' && line[1] == 0);
  }
  int x = 0, r = scanf("%d", &x);
  if (r == EOF) assert(feof(stdin) || ferror(stdin));
  if (puts("y") < 0) assert(ferror(stdout));
#elif defined SOUGHT
  FILE *f = fopen("x", "r");
  if (!f) return 0;
  while (fgetc(f) != EOF) break;
  if (fseek(f, 0, SEEK_SET) == 0) assert(!feof(f));
  assert(ftell(f) >= -1);
  fclose(f);
#endif
  return 0;
}
