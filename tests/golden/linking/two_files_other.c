static int hidden = 41;
int divisor(int n) { return hidden + n - 42; }
