// Sets and relations over events that may happen, with a term for each member: an Algebra of cat expressions (memory/cat/symbolic.h),
// and a cat model as one formula over them.
#pragma once

#include <functional>
#include <map>

#include "base/budget.h"
#include "logic/term.h"
#include "memory/cat/program.h"
#include "memory/cat/symbolic.h"

namespace fencepost::runs {

using TermSet = std::map<uint32_t, logic::Term>;
using TermRelation = std::map<std::pair<uint32_t, uint32_t>, logic::Term>;

class TermAlgebra {
 public:
  using Set = TermSet;
  using Relation = TermRelation;

  TermAlgebra(logic::Terms& terms, Budget& budget) : terms_(terms), budget_(budget) {}
  virtual ~TermAlgebra() = default;
  TermAlgebra(const TermAlgebra&) = delete;
  TermAlgebra& operator=(const TermAlgebra&) = delete;

  virtual TermSet base_set(const std::string& name) = 0;
  virtual TermRelation base_relation(const std::string& name) = 0;

  TermSet unite(const TermSet& a, const TermSet& b);
  TermSet intersect(const TermSet& a, const TermSet& b);
  TermSet minus(const TermSet& a, const TermSet& b);
  TermRelation unite(const TermRelation& a, const TermRelation& b);
  TermRelation intersect(const TermRelation& a, const TermRelation& b);
  TermRelation minus(const TermRelation& a, const TermRelation& b);
  TermRelation complement(const TermRelation& a);
  TermRelation product(const TermSet& a, const TermSet& b);
  TermRelation compose(const TermRelation& a, const TermRelation& b);
  TermRelation inverse(const TermRelation& a);
  TermRelation closure(TermRelation r);
  TermRelation identity_on(const TermSet& a);
  TermRelation with_identity(const TermRelation& a) { return unite(identity_on(base_set("_")), a); }
  TermSet domain(const TermRelation& a) { return ends(a, true); }
  TermSet range(const TermRelation& a) { return ends(a, false); }
  template <typename Symbolic>
  void recursive(const memory::cat::Op& op, Symbolic&) const {
    too_hard(op.bindings.front().value->pos);
  }
  [[noreturn]] void too_hard(const SourcePos& pos) const;

 protected:
  TermSet ends(const TermRelation& a, bool first);

  logic::Terms& terms_;
  Budget& budget_;
};

// What gives events their places in an acyclic relation: numbers of so many values, or integers.
enum class Clocks : uint8_t { bits, integers };

// All axioms of the model. Throws InputError for a model that needs a closer look at a single run.
std::vector<logic::Term> axioms(const memory::cat::Program& program, TermAlgebra& algebra, size_t events, Clocks clocks,
                                logic::Terms& terms);

}  // namespace fencepost::runs
