// fencepost: verify
int main(void) {
  int __attribute__((address_space(256))) *p = (int __attribute__((address_space(256))) *)8;
  return *p;
}
