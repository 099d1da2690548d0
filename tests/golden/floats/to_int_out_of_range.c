// fencepost: verify
int main(void) {
  double d = 3e9;
  return (int)d;  // !
}
