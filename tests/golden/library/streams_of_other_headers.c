// Streams as the headers of another library declare them, whose type our models do not know.
// fencepost: verify -DCLOSED
// fencepost: verify -DRIGHT
typedef struct _IO_FILE {
  int flags[54];
} FILE;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *fopen(const char *, const char *);
extern int fclose(FILE *);
extern int fgetc(FILE *);
extern int getc(FILE *);
extern int ungetc(int, FILE *);
extern int fputs(const char *, FILE *);
extern int feof(FILE *);
extern int ferror(FILE *);
extern void abort(void);
extern void reach_error(void);

int main(void) {
#ifdef CLOSED
  fclose(stdout);
  fputs("x", stdout);
#else
  int (*put)(const char *, FILE *) = fputs;
  int c = getc(stdin), (*get)(FILE *) = fgetc;
  if (c == -1 && !feof(stdin) && !ferror(stdin)) reach_error();
  if (c != -1 && ungetc(c, stdin) == c && get(stdin) != c) reach_error();
  if (put("x", stdout) < 0 && !ferror(stdout)) reach_error();
#endif
  return 0;
}
