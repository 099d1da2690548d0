// fencepost: verify
# 1 "program.c"
# 1 "/usr/include/stdlib.h" 1 3 4
typedef unsigned long size_t;
typedef struct _IO_FILE FILE;
extern FILE *stderr;
extern void free (void *__ptr) __attribute__ ((__nothrow__ , __leaf__));
extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__))
     __attribute__ ((__alloc_size__ (1))) ;
extern FILE *fopen (const char *__restrict __filename, const char *__restrict __modes)
  __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (free, 1))) ;
extern int fprintf (FILE *__restrict __stream, const char *__restrict __format, ...);
extern int *__errno_location (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));
extern const unsigned short int **__ctype_b_loc (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__const__));
extern void __assert_fail (const char *__assertion, const char *__file, unsigned int __line, const char *__function)
     __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
# 8 "program.c" 2
int main(void) {
  int *p = malloc(sizeof *p);
  (*__errno_location ()) = 0;
  *p = ((*__ctype_b_loc ())[(int) (('7'))] & (unsigned short int) 2048) ? 7 : 0;
  ((*p == 7) ? (void) (0) : __assert_fail ("*p == 7", "program.c", 12, __extension__ __PRETTY_FUNCTION__));
  fprintf(stderr, "%d\n", *p);
  free(p);
  return *p;
}
