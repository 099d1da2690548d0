static inline int part(int of, int divisor) {
  if (divisor > 100) return 0;
  return of / divisor;
}
