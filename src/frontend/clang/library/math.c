/* <math.h>; see string.c for the rules. */
#include <fencepost_intrinsics.h>
#include <math.h>

/* "True" is any number but 0 (C11 7.12.3). */
static int __fencepost_truth(int holds) {
  int any = __fencepost_any_int();
  return holds ? any == 0 ? 1 : any : 0;
}

//: ceil ceilf floor floorf round roundf trunc truncf fabs fabsf fabsl | |
//: fmax fmaxf fmin fminf | | the sign of a zero
//: isfinite isinf isnan isnormal signbit | | any number but 0 for true
//: fpclassify | |
double fabs(double x) { return x == 0 ? 0 : x < 0 ? -x : x; }
float fabsf(float x) { return x == 0 ? 0 : x < 0 ? -x : x; }
long double fabsl(long double x) { return x == 0 ? 0 : x < 0 ? -x : x; }

int __fencepost_isfinite(double x) { return __fencepost_truth(x - x == 0); }
int __fencepost_isinf(double x) { return __fencepost_truth(x == x && x - x != 0); }
int __fencepost_isnan(double x) { return __fencepost_truth(x != x); }
int __fencepost_isunordered(double x, double y) { return x != x || y != y; }
int __fencepost_islessgreater(double x, double y) { return x < y || x > y; }

int __fencepost_signbit(double x) {
  union {
    double value;
    unsigned long long bits;
  } view = {x};
  return __fencepost_truth(view.bits >> 63 != 0);
}

int __fencepost_isnormal(double x, double smallest) {
  return __fencepost_truth(x - x == 0 && (x >= smallest || x <= -smallest));
}

int __fencepost_fpclassify(double x, double smallest) {
  if (x != x) return FP_NAN;
  if (x - x != 0) return FP_INFINITE;
  if (x == 0) return FP_ZERO;
  return x >= smallest || x <= -smallest ? FP_NORMAL : FP_SUBNORMAL;
}

/* Which of two zeros is the larger is left open (7.12.12.2, note). */
#define __FENCEPOST_FIRST(x, y, before) \
  int any = __fencepost_any_bool();     \
  return x != x ? y : y != y ? x : x before y ? x : y before x ? y : any ? x : y

double fmax(double x, double y) { __FENCEPOST_FIRST(x, y, >); }
float fmaxf(float x, float y) { __FENCEPOST_FIRST(x, y, >); }
double fmin(double x, double y) { __FENCEPOST_FIRST(x, y, <); }
float fminf(float x, float y) { __FENCEPOST_FIRST(x, y, <); }

/* From 2^52 on every double is integral; below, the value fits long long. Adding a signed zero's worth back keeps the
   sign of a zero result. */
double trunc(double x) {
  if (!(x > -4503599627370496.0 && x < 4503599627370496.0) || x == 0) return x;
  double whole = (double)(long long)x;
  return whole == 0 && x < 0 ? -0.0 : whole;
}

double floor(double x) {
  double whole = trunc(x);
  return whole > x ? whole - 1 : whole;
}

double ceil(double x) {
  double whole = trunc(x);
  if (!(whole < x)) return whole;
  return whole == -1 ? -0.0 : whole + 1;
}

double round(double x) {
  double whole = trunc(x);
  double rest = x - whole;
  if (rest >= 0.5) return whole + 1;
  if (rest <= -0.5) return whole - 1;
  return whole;
}

float truncf(float x) { return (float)trunc(x); }
float floorf(float x) { return (float)floor(x); }
float ceilf(float x) { return (float)ceil(x); }
float roundf(float x) { return (float)round(x); }
