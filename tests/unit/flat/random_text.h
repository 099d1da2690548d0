// Random programs with threads, loops, arrays, pointers and locks.
#pragma once

#include <random>
#include <string>

namespace fencepost::flat::testing {

class RandomText {
 public:
  explicit RandomText(uint64_t seed) : random_(seed) {}

  std::string operator()() {
    std::string text =
        "#include <assert.h>\n#include <pthread.h>\nint x, y, a[2], *p = &x; pthread_mutex_t m = "
        "PTHREAD_MUTEX_INITIALIZER;\n";
    for (const char* name : {"f", "g"})
      text += std::string("void *") + name + "(void *u) { int l = 0;" + body(3) + " return u; }\n";
    text += "int main(void) { int l = 1; pthread_t s, t;" + body(1) +
            " pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);" + body(1);
    if (below(3) > 0) text += " pthread_join(s, 0); pthread_join(t, 0);";
    text += " assert(" + value() + (below(2) ? " != " : " <= ") + std::to_string(below(4)) + "); }\n";
    return text;
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  std::string place() {
    const char* places[] = {"x", "y", "l", "a[0]", "a[1]", "*p", "a[l & 1]"};
    return places[below(7)];
  }
  std::string value() { return below(3) == 0 ? std::to_string(below(3)) : place(); }
  std::string statement() {
    switch (below(8)) {
      case 0:
        return " if (" + value() + " == " + value() + ") " + place() + " = " + value() + ";";
      case 1:
        return " p = " + std::string(below(2) ? "&y" : "&a[1]") + ";";
      case 2:
        return " pthread_mutex_lock(&m); " + place() + " = " + value() + "; pthread_mutex_unlock(&m);";
      case 3:
        return " for (int i = 0; i < 2; i++) " + place() + " = i;";
      default:
        return " " + place() + " = " + value() + (below(2) ? " + 1" : "") + ";";
    }
  }
  std::string body(unsigned most) {
    std::string text;
    for (unsigned n = 1 + below(most); n > 0; --n) text += statement();
    return text;
  }

  std::mt19937_64 random_;
};

}  // namespace fencepost::flat::testing
