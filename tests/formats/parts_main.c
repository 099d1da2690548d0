/* A program of two files that share a header, and fail in it. */
#include "parts.h"
extern int __VERIFIER_nondet_int(void);
int others(int of);
int main(void) {
  int of = __VERIFIER_nondet_int();
  if (part(of, 2) > 10) return others(of);
  return 0;
}
