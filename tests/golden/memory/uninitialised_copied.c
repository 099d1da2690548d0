// fencepost: verify
// fencepost: verify --uninit strict
struct pair { int a, b; };
int main(void) {
  struct pair p, q;
  p.a = 1;
  q = p;
  unsigned char c, d;
  unsigned char *take = &c;
  d = *take;  // !
  return q.a - 1;
}
