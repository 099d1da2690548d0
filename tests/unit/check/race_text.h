// Random programs with locks, atomic accesses and atomic sections, some of which race.
#pragma once

#include <random>
#include <string>

namespace fencepost::check::testing {

class RaceText {
 public:
  explicit RaceText(uint64_t seed) : random_(seed) {}
  std::string operator()() {
    std::string text =
        "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);\n"
        "int x, y, a[2]; atomic_int c; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n";
    for (const char* name : {"f", "g"})
      text += std::string("void* ") + name + "(void* u) {" + body() + " return u; }\n";
    text += "int main(void) { pthread_t s, t;" + statement() + " pthread_create(&s, 0, f, 0);";
    if (below(2)) text += body();
    text += below(2) ? " pthread_join(s, 0);" : "";
    text += " pthread_create(&t, 0, g, 0);";
    text += below(2) ? " pthread_join(s, 0); pthread_join(t, 0);" : "";
    return text + statement() + " }\n";
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::string plain() {
    const char* all[] = {"x = 1;", "y = x;", "if (x == 1) y = 2;", "a[c & 1] = 1;", "a[0] = 2;", "x = a[1];"};
    return all[below(6)];
  }
  std::string atomic() {
    const char* all[] = {"c = 1;", "c++;", "{ int z = 1; atomic_compare_exchange_strong(&c, &z, 2); }",
                         "if (c == 1) c = 0;"};
    return all[below(4)];
  }
  std::string statement() {
    switch (below(9)) {
      case 0:
        return " " + plain();
      case 1:
        return " __VERIFIER_atomic_begin(); " + plain() + " __VERIFIER_atomic_end();";
      case 2:
      case 3:
        return " " + atomic();
      case 4:
        return " if (c == 2) " + plain();
      default:
        return " pthread_mutex_lock(&m); " + plain() + " pthread_mutex_unlock(&m);";
    }
  }
  std::string body() {
    std::string text;
    for (unsigned n = 1 + below(2); n > 0; --n) text += statement();
    return text;
  }

  std::mt19937_64 random_;
};

}  // namespace fencepost::check::testing
