// Sets and relations of a cat model over all events that may happen, with a term for each member: the value of a cat
// expression for all runs at once.
#pragma once

#include <functional>
#include <map>
#include <memory>

#include "base/budget.h"
#include "memory/cat/program.h"
#include "runs/reads_from.h"
#include "runs/skeleton.h"

namespace fencepost::runs {

using TermSet = std::map<uint32_t, logic::Term>;
using TermRelation = std::map<std::pair<uint32_t, uint32_t>, logic::Term>;

class Relational {
 public:
  // `before`: the order of two writes (unroll::Event numbers) to one cell, a term.
  using Before = std::function<logic::Term(uint32_t, uint32_t)>;
  Relational(const unroll::Unrolled& unrolled, const Skeleton& skeleton, const ReadsFrom& reads_from,
             const memory::cat::Program& program, const program::Mapping& mapping, Before before, logic::Terms& terms,
             Budget& budget);

  // Throws InputError for what needs a closer look at a single run.
  TermRelation relation(const memory::cat::Expr& expr);
  void define(const memory::cat::Op& op);

 private:
  struct Closure;
  struct Value {
    enum class Kind : uint8_t { nothing, set, relation, function, domain, range } kind = Kind::nothing;
    std::shared_ptr<const TermSet> set;
    std::shared_ptr<const TermRelation> relation;
    std::shared_ptr<const Closure> function;
    std::vector<Value> items;  // of a tuple
  };
  using Environment = std::vector<Value>;
  struct Closure {
    const memory::cat::Expr* expr;
    Environment environment;
  };

  Value eval(const memory::cat::Expr& expr, const Environment& environment);
  Value apply(const memory::cat::Expr& expr, const Environment& environment);
  Value base(const std::string& name);
  TermSet base_set(const std::string& name) const;
  TermRelation base_relation(const std::string& name);
  TermSet as_set(const Value& value, const memory::cat::Expr& at) const;
  TermRelation as_relation(const Value& value, const memory::cat::Expr& at) const;
  Value of(TermSet set) const;
  Value of(TermRelation relation) const;

  TermRelation identity() const;
  TermRelation pairs(const std::function<logic::Term(uint32_t, uint32_t)>& related) const;
  TermRelation compose(const TermRelation& a, const TermRelation& b);
  TermRelation closure(TermRelation r);
  TermRelation dependencies(const std::string& name) const;
  int thread(uint32_t node) const;
  logic::Term both(uint32_t a, uint32_t b) const;
  logic::Term same_cell(uint32_t a, uint32_t b) const;

  const unroll::Unrolled& unrolled_;
  const Skeleton& skeleton_;
  const ReadsFrom& reads_from_;
  const memory::cat::Program& program_;
  const program::Mapping& mapping_;
  Before before_;
  logic::Terms& terms_;
  Budget& budget_;
  std::map<uint32_t, std::string> base_;
  std::map<uint32_t, Value> slots_;
};

}  // namespace fencepost::runs
