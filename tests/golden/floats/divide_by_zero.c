// fencepost: verify
// fencepost: verify --strict
int main(void) {
  volatile double z = 0;
  double q = 1 / z;  // !
  return q > 0 ? 0 : 1;
}
