#ifndef FENCEPOST_FENV_H
#define FENCEPOST_FENV_H

typedef unsigned int fexcept_t;
typedef struct {
  unsigned int __word[8];
} fenv_t;

#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INEXACT)
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00

extern int feclearexcept(int __exceptions);
extern int feraiseexcept(int __exceptions);
extern int fetestexcept(int __exceptions);
extern int fegetround(void);
extern int fesetround(int __mode);

#endif
