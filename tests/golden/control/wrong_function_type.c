// fencepost: verify
double half(double x) { return x / 2; }
int main(void) {
  int (*f)(int) = (int (*)(int))half;
  return f(4);  // !
}
