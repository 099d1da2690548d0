#include "frontend/litmus/condition_parser.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/litmus/initial_state.h"

namespace fencepost::litmus {

namespace {

constexpr int kMaxNesting = 2000;

class ConditionParser {
 public:
  ConditionParser(Builder& b, Scanner& s) : b_(b), s_(s) {}

  void run() {
    Test& test = b_.test();
    while (true) {
      if (s_.accept("locations")) {
        s_.expect("[");
        while (!s_.accept("]")) {
          if (!s_.accept(";")) locations_item();
        }
      } else if (s_.accept("filter")) {
        counted_ = false;
        test.filter = proposition(0);
        counted_ = true;
        s_.accept(";");
      } else {
        break;
      }
    }
    if (s_.accept("exists"))
      quantified(Quantifier::exists);
    else if (s_.accept("forall"))
      quantified(Quantifier::for_all);
    else if (s_.is("~") && s_.is("exists", 1)) {
      s_.next();
      s_.next();
      quantified(Quantifier::not_exists);
    } else if (s_.accept("final")) {
      quantified(Quantifier::exists);
      s_.accept(";");
      final_cases();
    } else if (s_.is("<") || s_.is("<<") || s_.at_end()) {
      return;
    } else {
      s_.fail("expected exists, ~exists, forall, locations or filter");
    }
  }

 private:
  void quantified(Quantifier q) {
    b_.test().quantifier = q;
    b_.test().has_condition = true;
    b_.test().condition = proposition(0);
  }

  // `with tso: ~exists; ... default: ~exists;` of very old tests lists expectations a model: not a condition.
  void final_cases() {
    if (!s_.accept("with")) return;
    while (s_.is_name() && s_.is(":", 1)) {
      s_.next();
      s_.next();
      s_.accept("~");
      if (!s_.accept("exists") && !s_.accept("forall")) s_.fail("expected exists");
      s_.accept(";");
    }
  }

  Proposition proposition(int depth) {
    if (depth > kMaxNesting) s_.fail("the condition nests too deeply");
    Proposition left = disjunction(depth + 1);
    if (!s_.accept("=>")) return left;
    Proposition p;
    p.kind = Proposition::Kind::implication;
    p.children = {std::move(left), proposition(depth + 1)};
    return p;
  }

  Proposition disjunction(int depth) {
    return chain(depth, "\\/", Proposition::Kind::disjunction, [&](int d) { return conjunction(d); });
  }
  Proposition conjunction(int depth) {
    return chain(depth, "/\\", Proposition::Kind::conjunction, [&](int d) { return atom(d); });
  }

  template <typename F>
  Proposition chain(int depth, std::string_view symbol, Proposition::Kind kind, const F& operand) {
    Proposition first = operand(depth + 1);
    if (!s_.is(symbol)) return first;
    Proposition p;
    p.kind = kind;
    p.children.push_back(std::move(first));
    while (s_.accept(symbol)) p.children.push_back(operand(depth + 1));
    return p;
  }

  Proposition atom(int depth) {
    if (depth > kMaxNesting) s_.fail("the condition nests too deeply");
    Proposition p;
    if (s_.accept("(")) {
      p = proposition(depth + 1);
      s_.expect(")");
      return p;
    }
    if (s_.accept("~") || s_.accept("not")) {
      p.kind = Proposition::Kind::negation;
      p.children = {atom(depth + 1)};
      return p;
    }
    if (s_.is("true") || s_.is("false")) {
      p.kind = s_.is("true") ? Proposition::Kind::truth : Proposition::Kind::falsehood;
      s_.next();
      return p;
    }
    const Observable left = observable();
    if (s_.accept("=") || s_.accept("=="))
      p.kind = Proposition::Kind::equal;
    else if (s_.accept("<>") || s_.accept("!="))
      p.kind = Proposition::Kind::not_equal;
    else
      s_.fail("expected = or <>");
    if (s_.is("{")) return array_equal(left, p.kind);
    p.left = add(left);
    if (register_follows())
      p.right_observable = add(observable());
    else
      p.right = parse_value(b_, s_);
    return p;
  }

  Proposition array_equal(const Observable& left, Proposition::Kind kind) {
    if (left.thread >= 0) s_.fail("only a location equals an array");
    s_.expect("{");
    Proposition all;
    all.kind = Proposition::Kind::conjunction;
    for (int64_t i = 0; !s_.accept("}"); ++i) {
      Proposition p;
      p.kind = Proposition::Kind::equal;
      p.left = add(cell(left, i));
      p.right = parse_value(b_, s_);
      all.children.push_back(std::move(p));
      s_.accept(",");
    }
    if (kind == Proposition::Kind::equal) return all;
    Proposition negated;
    negated.kind = Proposition::Kind::negation;
    negated.children = {std::move(all)};
    return negated;
  }

  bool register_follows() const {
    if (!s_.is_number() || !s_.is(":", 1) || !s_.is_name(2)) return false;
    const Test& t = b_.test();
    const auto thread = static_cast<size_t>(s_.peek().number);
    const std::string name = canonical_register(t.dialect, s_.peek(2).text);
    return thread < t.threads.size() && !name.empty() && t.register_names[thread].contains(name);
  }

  void locations_item() {
    const Observable o = observable();
    const Location* l = o.thread < 0 ? &b_.test().locations[o.location] : nullptr;
    if (l != nullptr && l->array && o.offset == 0 && o.name == l->name) {
      for (uint32_t i = 0; i < l->elements; ++i) add(cell(o, i));
    } else {
      add(o);
    }
    if (!s_.is("]")) s_.expect(";");
  }

  // One element of an array.
  Observable cell(Observable of, int64_t index) {
    const Location& l = b_.test().locations[of.location];
    of.offset = index * l.element_bytes;
    of.name = fmt::format("{}[{}]", l.name, index);
    return of;
  }

  Observable observable() {
    if (const std::optional<size_t> thread = accept_thread(s_)) return register_of(*thread);
    Observable o;
    const bool bracket = s_.accept("[");
    o.name = s_.name("a register (0:r1) or a location");
    o.location = b_.location(o.name);
    if (bracket) s_.expect("]");
    o.bits = static_cast<uint8_t>(b_.test().locations[o.location].element_bytes * 8);
    const std::optional<int64_t> index = accept_index(s_);
    return index ? cell(o, *index) : o;
  }

  Observable register_of(size_t thread) {
    if (thread >= b_.test().threads.size()) s_.fail(fmt::format("there is no thread {}", thread));
    Observable o;
    o.thread = static_cast<int>(thread);
    o.name = fmt::format("{}:{}", thread, s_.peek().text);
    o.reg = b_.reg(thread, expect_register(s_, b_.test().dialect));
    auto it = b_.test().register_bits[thread].find(o.reg);
    o.bits = it == b_.test().register_bits[thread].end() ? 32 : it->second;
    return o;
  }

  size_t add(const Observable& o) {
    auto& all = b_.test().observables;
    auto it = std::find(all.begin(), all.end(), o);
    if (it == all.end()) {
      it = all.insert(all.end(), o);
      it->counted = counted_;
    }
    it->counted = it->counted || counted_;
    return static_cast<size_t>(it - all.begin());
  }

  Builder& b_;
  Scanner& s_;
  bool counted_ = true;
};

}  // namespace

void parse_condition(Builder& b, Scanner& s) { ConditionParser(b, s).run(); }

}  // namespace fencepost::litmus
