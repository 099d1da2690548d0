#include "logic/gates.h"

#include <algorithm>
#include <cstdlib>

namespace fencepost::logic {
namespace {

uint32_t hash(int kind, int a, int b, int c) {
  uint64_t h = static_cast<uint32_t>(a) * 0x9e3779b97f4a7c15u ^ static_cast<uint32_t>(b) * 0xc2b2ae3d27d4eb4fu ^
               static_cast<uint32_t>(c) * 0x165667b19e3779f9u ^ static_cast<uint32_t>(kind);
  h *= 0x9e3779b97f4a7c15u;
  return static_cast<uint32_t>(h >> 32);
}

}  // namespace

Gates::Gates(ClauseSink& sink) : sink_(sink), table_(1u << 12) { clause({kTrue}); }

Gates::Gate& Gates::slot(int kind, int a, int b, int c) {
  if ((used_ + 1) * 2 > table_.size()) grow();
  size_t last = table_.size() - 1;
  size_t at = hash(kind, a, b, c) & last;
  for (; table_[at].kind != 0; at = (at + 1) & last) {
    Gate& gate = table_[at];
    if (gate.kind == kind && gate.a == a && gate.b == b && gate.c == c) return gate;
  }
  ++used_;
  table_[at] = {kind, a, b, c, 0};
  return table_[at];
}

void Gates::grow() {
  std::vector<Gate> old(table_.size() * 2);
  old.swap(table_);
  size_t last = table_.size() - 1;
  for (const Gate& gate : old) {
    if (gate.kind == 0) continue;
    size_t at = hash(gate.kind, gate.a, gate.b, gate.c) & last;
    while (table_[at].kind != 0) at = (at + 1) & last;
    table_[at] = gate;
  }
}

int Gates::and_(int a, int b) {
  if (a == kFalse || b == kFalse || a == -b) return kFalse;
  if (a == kTrue || a == b) return b;
  if (b == kTrue) return a;
  if (a > b) std::swap(a, b);
  Gate& gate = slot(and_gate, a, b, 0);
  if (gate.output == 0) {
    int out = gate.output = fresh();
    clause({-out, a});
    clause({-out, b});
    clause({out, -a, -b});
  }
  return gate.output;
}

int Gates::xor_(int a, int b) {
  if (a == b) return kFalse;
  if (a == -b) return kTrue;
  if (std::abs(a) == 1) return a == kTrue ? -b : b;
  if (std::abs(b) == 1) return b == kTrue ? -a : a;
  bool flip = (a < 0) != (b < 0);
  a = std::abs(a);
  b = std::abs(b);
  if (a > b) std::swap(a, b);
  Gate& gate = slot(xor_gate, a, b, 0);
  if (gate.output == 0) {
    int out = gate.output = fresh();
    clause({-out, a, b});
    clause({-out, -a, -b});
    clause({out, -a, b});
    clause({out, a, -b});
  }
  return flip ? -gate.output : gate.output;
}

int Gates::mux(int c, int t, int e) {
  if (c == kTrue || t == e) return t;
  if (c == kFalse) return e;
  if (t == kTrue || t == c) return or_(c, e);
  if (t == kFalse || t == -c) return and_(-c, e);
  if (e == kTrue || e == -c) return or_(-c, t);
  if (e == kFalse || e == c) return and_(c, t);
  if (t == -e) return xor_(c, e);
  if (c < 0) {
    c = -c;
    std::swap(t, e);
  }
  bool flip = t < 0;
  if (flip) {
    t = -t;
    e = -e;
  }
  Gate& gate = slot(mux_gate, c, t, e);
  if (gate.output == 0) {
    int out = gate.output = fresh();
    clause({-c, -t, out});
    clause({-c, t, -out});
    clause({c, -e, out});
    clause({c, e, -out});
    // Implied, but without them an undecided condition hides that both branches agree.
    clause({-t, -e, out});
    clause({t, e, -out});
  }
  return flip ? -gate.output : gate.output;
}

int Gates::majority(int a, int b, int c) {
  if (a == b) return a;
  if (a == -b) return c;
  if (a == c || b == c) return c;
  if (a == -c) return b;
  if (b == -c) return a;
  for (int* input : {&a, &b, &c})
    if (std::abs(*input) == 1) std::swap(*input, c);
  if (c == kTrue) return or_(a, b);
  if (c == kFalse) return and_(a, b);
  // Sorted by variable and with a positive first input: majority is self-dual.
  if (std::abs(a) > std::abs(b)) std::swap(a, b);
  if (std::abs(b) > std::abs(c)) std::swap(b, c);
  if (std::abs(a) > std::abs(b)) std::swap(a, b);
  bool flip = a < 0;
  if (flip) {
    a = -a;
    b = -b;
    c = -c;
  }
  Gate& gate = slot(majority_gate, a, b, c);
  if (gate.output == 0) {
    int out = gate.output = fresh();
    clause({-a, -b, out});
    clause({-a, -c, out});
    clause({-b, -c, out});
    clause({a, b, -out});
    clause({a, c, -out});
    clause({b, c, -out});
  }
  return flip ? -gate.output : gate.output;
}

int Gates::all(std::vector<int> inputs) {
  std::sort(inputs.begin(), inputs.end(),
            [](int a, int b) { return std::abs(a) != std::abs(b) ? std::abs(a) < std::abs(b) : a < b; });
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  for (size_t i = 0; i < inputs.size(); ++i)
    if (inputs[i] == kFalse || (i > 0 && inputs[i] == -inputs[i - 1])) return kFalse;
  std::erase(inputs, kTrue);
  if (inputs.empty()) return kTrue;
  if (inputs.size() == 1) return inputs[0];
  if (inputs.size() == 2) return and_(inputs[0], inputs[1]);
  int out = fresh();
  for (int& input : inputs) {
    clause({-out, input});
    input = -input;
  }
  inputs.push_back(out);
  sink_.clause(inputs);
  return out;
}

int Gates::any(std::vector<int> inputs) {
  for (int& input : inputs) input = -input;
  return -all(std::move(inputs));
}

}  // namespace fencepost::logic
