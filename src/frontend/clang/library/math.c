/* <math.h>; see string.c for the rules. */
#include <math.h>

double fabs(double x) { return x == 0 ? 0 : x < 0 ? -x : x; }
float fabsf(float x) { return x == 0 ? 0 : x < 0 ? -x : x; }
long double fabsl(long double x) { return x == 0 ? 0 : x < 0 ? -x : x; }

int __fencepost_isfinite(double x) { return x - x == 0; }
int __fencepost_isinf(double x) { return x == x && !__fencepost_isfinite(x); }
int __fencepost_isunordered(double x, double y) { return x != x || y != y; }
int __fencepost_islessgreater(double x, double y) { return x < y || x > y; }

int __fencepost_signbit(double x) {
  union {
    double value;
    unsigned long long bits;
  } view = {x};
  return (int)(view.bits >> 63);
}

int __fencepost_fpclassify(double x, double smallest) {
  if (x != x) return FP_NAN;
  if (!__fencepost_isfinite(x)) return FP_INFINITE;
  if (x == 0) return FP_ZERO;
  return x >= smallest || x <= -smallest ? FP_NORMAL : FP_SUBNORMAL;
}

double fmax(double x, double y) { return x != x ? y : y != y ? x : x < y ? y : x; }
float fmaxf(float x, float y) { return x != x ? y : y != y ? x : x < y ? y : x; }
double fmin(double x, double y) { return x != x ? y : y != y ? x : y < x ? y : x; }
float fminf(float x, float y) { return x != x ? y : y != y ? x : y < x ? y : x; }

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
