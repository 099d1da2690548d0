#include "parts.h"
int others(int of) {
  int rest = of - 1000;
  return part(of, rest);
}
