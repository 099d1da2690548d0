#ifndef FENCEPOST_SETJMP_H
#define FENCEPOST_SETJMP_H

typedef struct __fencepost_jump {
  long __registers[32];
} jmp_buf[1];
typedef jmp_buf sigjmp_buf;

extern int setjmp(jmp_buf __environment);
extern _Noreturn void longjmp(jmp_buf __environment, int __value);
extern int sigsetjmp(sigjmp_buf __environment, int __save_mask);
extern _Noreturn void siglongjmp(sigjmp_buf __environment, int __value);

#endif
