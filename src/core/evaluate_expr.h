// Values of pure expressions in one activation. Every operator is total (expr.h), so evaluation can only fail where this
// machine has no arithmetic for a floating format (UnsupportedFloat). One operator has an effect on memory: ptr_to_int exposes its object.
#pragma once

#include <map>
#include <vector>

#include "core/core.h"
#include "core/memory_bytes.h"

namespace fencepost::core {

class Evaluator {
 public:
  Evaluator(const Program& program, Memory& memory) : program_(program), memory_(memory) {}

  Value evaluate(const Expr& expr, const std::vector<Value>& regs);
  bool holds(const Expr& expr, const std::vector<Value>& regs) { return evaluate(expr, regs).bits != 0; }
  // The running thread's own objects of thread storage, by global. A global without an entry denotes its own object.
  void set_own(const std::map<GlobalId, ObjectId>& own) { own_ = &own; }

 private:
  Value apply(const Expr& expr, const std::vector<Value>& args);
  Value convert(const Expr& expr, const Value& arg);
  Value viewed(const Expr& expr, const std::vector<Value>& args);
  bool pointer_predicate(const Expr& expr, const std::vector<Value>& args);
  bool compare_pointers(ExprOp op, const Value& a, const Value& b);
  bool equal(const Value& a, const Value& b);
  bool has_aligned_address(const Value& pointer, Bits alignment) const;
  bool callable(const Value& pointer, const std::string& signature) const;
  bool adjacent(const Value& a, const Value& b);

  const Program& program_;
  Memory& memory_;
  const std::map<GlobalId, ObjectId>* own_ = nullptr;
};

}  // namespace fencepost::core
