// decide_evaluation_orders against brute force: every interleaving of the strands of random expressions, calls kept whole, is run as
// straight-line Core, and its outcomes are compared with those of the decided program under all its choices.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "builder.h"
#include "core/evaluation_order.h"

namespace fencepost::core {
namespace {

using namespace testing;

constexpr unsigned kGlobals = 3;

class RandomExpression {
 public:
  explicit RandomExpression(uint32_t seed) : random_(seed) {
    for (unsigned i = 0; i < kGlobals; ++i) globals_.push_back(m.global("g" + std::to_string(i)));
    for (unsigned i = 0; i < 4; ++i) functions_.push_back(random_function(i));
    Block body = operand(2);
    while (!std::holds_alternative<Unseq>(body.front().kind)) body = operand(2);
    expression_ = body;
    // The result mixes everything that the order can change.
    ExprPtr sum = num(0);
    for (Reg r : used_) sum = mix(sum, m.use(m.main, r));
    for (const ExprPtr& g : globals_) {
      Reg r = m.reg(m.main);
      tail_.push_back(load(r, g));
      sum = mix(sum, m.use(m.main, r));
    }
    tail_.push_back(ret(sum));
  }

  Program with(const Block& expression) {
    Block body;
    for (Reg r : used_) body.push_back(let(r, num(0)));
    body.insert(body.end(), expression.begin(), expression.end());
    body.insert(body.end(), tail_.begin(), tail_.end());
    m.body(std::move(body));
    return m.program;
  }
  const Block& expression() const { return expression_; }

 private:
  static ExprPtr mix(ExprPtr a, ExprPtr b) { return op(ExprOp::add, op(ExprOp::mul, a, num(31)), b); }
  uint32_t pick(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  Reg fresh() {
    used_.push_back(m.reg(m.main));
    return used_.back();
  }

  // Reads one global, writes another, and may check a third or leave because of it.
  FunctionId random_function(unsigned i) {
    FunctionId f = m.function("f" + std::to_string(i), kInt);
    Reg a = m.reg(f), b = m.reg(f);
    Block body = {load(a, globals_[pick(kGlobals)]), load(b, globals_[pick(kGlobals)])};
    if (pick(4) == 0) body.push_back(check(Undef::assertion, pred(ExprOp::ne, {m.use(f, b), num(pick(3))}), 10 + i));
    if (pick(4) == 0) body.push_back(if_(pred(ExprOp::eq, {m.use(f, b), num(pick(3))}), {stmt(Exit{})}));
    if (pick(3) != 0)
      body.push_back(store(globals_[pick(kGlobals)], op(ExprOp::add, mix(m.use(f, a), num(i)), num(1))));
    body.push_back(ret(m.use(f, a)));
    m.define(f, std::move(body));
    return f;
  }

  Block operand(unsigned depth) {
    switch (pick(depth == 0 ? 3 : 6)) {
      case 0:
        return {load(fresh(), globals_[pick(kGlobals)])};
      case 1:
      case 2:
        return {m.call(functions_[pick(4)], {}, fresh())};
      case 3: {  // a call with an operand of its own
        Block block = operand(depth - 1);
        block.push_back(seq_point());
        block.push_back(m.call(functions_[pick(4)], {}, fresh()));
        return block;
      }
      default: {
        std::vector<Block> strands;
        for (uint32_t i = 2 + pick(2); i > 0; --i) strands.push_back(operand(depth - 1));
        Block block = {unseq(std::move(strands))};
        Reg read = used_.back();
        if (pick(2) == 0)
          block.push_back(check(Undef::div_zero, pred(ExprOp::ne, {m.use(m.main, read), num(2)}), 20 + depth));
        Reg sum = fresh();
        block.push_back(let(sum, mix(m.use(m.main, read), num(1))));
        return block;
      }
    }
  }

  Main m;
  std::mt19937 random_;
  std::vector<ExprPtr> globals_;
  std::vector<FunctionId> functions_;
  std::vector<Reg> used_;
  Block expression_;
  Block tail_;
};

using Blocks = std::vector<Block>;
constexpr size_t kTooMany = 800;

void shuffle(const Block& a, size_t i, const Block& b, size_t k, Block& so_far, Blocks& out) {
  if (out.size() > kTooMany) return;
  if (i == a.size() && k == b.size()) {
    out.push_back(so_far);
    return;
  }
  if (i < a.size()) {
    so_far.push_back(a[i]);
    shuffle(a, i + 1, b, k, so_far, out);
    so_far.pop_back();
  }
  if (k < b.size()) {
    so_far.push_back(b[k]);
    shuffle(a, i, b, k + 1, so_far, out);
    so_far.pop_back();
  }
}

// All straight lines that a block may be.
Blocks lines(const Block& block) {
  Blocks all = {{}};
  for (const Stmt& s : block) {
    Blocks heads;
    if (const auto* unseq = std::get_if<Unseq>(&s.kind)) {
      heads = {{}};
      for (const Block& strand : unseq->strands) {
        Blocks next;
        for (const Block& line : lines(strand))
          for (const Block& head : heads) {
            Block so_far;
            shuffle(head, 0, line, 0, so_far, next);
          }
        heads = std::move(next);
      }
    } else {
      heads = {{s}};
    }
    Blocks longer;
    for (const Block& line : all)
      for (const Block& head : heads) {
        longer.push_back(line);
        longer.back().insert(longer.back().end(), head.begin(), head.end());
        if (longer.size() > kTooMany) return longer;
      }
    all = std::move(longer);
  }
  return all;
}

struct Outcomes {
  std::set<std::string> all;
  bool violated = false;

  void add(const Outcome& o) {
    if (o.kind == Outcome::Kind::violated) {
      violated = true;
      all.insert("violates " + std::string(info(o.failures[0].kind).id) + " at " + to_string(o.failures[0].pos));
    } else if (o.result) {
      all.insert("returns " + std::to_string(static_cast<uint32_t>(o.result->bits)));
    } else {
      all.insert("leaves");
    }
  }
};

TEST(OrdersProperty, DecidedOrdersGiveEveryOutcome) {
  unsigned complete = 0, with_gaps = 0, several_outcomes = 0;
  for (uint32_t seed = 0; seed < 600; ++seed) {
    RandomExpression random(seed);
    Blocks straight = lines(random.expression());
    if (straight.size() > kTooMany) continue;
    Outcomes expected;
    for (const Block& line : straight) expected.add(run(random.with(line)));

    Program program = random.with(random.expression());
    decide_evaluation_orders(program);
    Outcomes got;
    EnumerateChoices choices({0});
    do got.add(run(program, choices));
    while (choices.advance());

    for (const std::string& outcome : got.all)
      EXPECT_TRUE(expected.all.count(outcome)) << "seed " << seed << ": " << outcome << "\n" << to_string(program);
    if (!program.gaps.empty()) {
      ++with_gaps;
      continue;
    }
    ++complete;
    several_outcomes += got.all.size() > 1;
    EXPECT_EQ(got.violated, expected.violated) << "seed " << seed << "\n" << to_string(program);
    // With undefined behaviour somewhere it is enough to have found some of it.
    if (!expected.violated) {
      EXPECT_EQ(got.all, expected.all) << "seed " << seed << "\n" << to_string(program);
    }
    if (HasFailure()) break;
  }
  // The comparison would be empty if nearly everything fell into a gap.
  EXPECT_GT(complete, 300u);
  EXPECT_GT(several_outcomes, 100u);
  EXPECT_GT(with_gaps, 30u);
  RecordProperty("complete", static_cast<int>(complete));
  RecordProperty("with_gaps", static_cast<int>(with_gaps));
  RecordProperty("several_outcomes", static_cast<int>(several_outcomes));
}

}  // namespace
}  // namespace fencepost::core
