struct same {
  int x;
};
typedef struct {
  int x;
} anonymous;
struct other {
  int x, y;
};
int call_same(void* f) {
  struct same s = {0};
  int (*p)(struct same*) = (int (*)(struct same*))f;
  return p(&s);
}
int call_anonymous(int (*p)(anonymous*)) {
  anonymous s = {0};
  return p(&s);
}
int call_other(void* f) {
  struct other s = {0};
  int (*p)(struct other*) = (int (*)(struct other*))f;
  return p(&s);  // !
}
long returns_long(int n) { return n; }
int returns_int(int n) { return n; }
int takes_unsigned(unsigned n) { return n; }
