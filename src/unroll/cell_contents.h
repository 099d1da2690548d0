// What shared cells hold, as values. A thread's view of a cell is pieces of memory (cells.h); an event carries one value. What
// each cell was seen to hold is noted (sharing.h), so that a read in the next execution chooses among just that.
#pragma once

#include <set>
#include <unordered_set>

#include "unroll/expressions.h"
#include "unroll/feasible.h"
#include "unroll/records.h"
#include "unroll/sharing.h"

namespace fencepost::unroll {

class CellContents {
 public:
  // unspecified_fails: whoever uses an unspecified value fails a check.
  CellContents(const ModelFacts& model, bool unspecified_fails, Terms& terms, const Objects& objects,
               Pointers& pointers, Addresses& addresses, Arithmetic& arithmetic, Cells& cells, Expressions& expressions,
               Sharing& sharing, Records& records, Feasible& feasible)
      : model_(model),
        unspecified_fails_(unspecified_fails),
        terms_(terms),
        objects_(objects),
        pointers_(pointers),
        addresses_(addresses),
        arithmetic_(arithmetic),
        cells_(cells),
        expressions_(expressions),
        sharing_(sharing),
        records_(records),
        feasible_(feasible) {}

  // The thread's view of a cell, from bit 0 on.
  Pieces view(const State& state, uint32_t object, const CellUse& cell);
  // The value of a cell with these pieces, where `when` holds.
  Value value(const Step& step, State& state, uint32_t object, Pieces pieces, const CellUse& cell, Term when);
  Value current(const Step& step, State& state, uint32_t object, const CellUse& cell, Term when) {
    return value(step, state, object, view(state, object, cell), cell, when);
  }
  static Pieces pieces(const Value& value, const CellUse& cell);
  // Whatever a read of the cell may find, given what is known of it.
  Value any(const Step& step, State& state, uint32_t object, const CellUse& cell, const CellUse& known, Term when);
  // The cell holds this value, which these pieces are, where `when` holds: inside a lock or for everybody to see.
  void note(const Step& step, uint32_t object, const CellUse& cell, const Value& value, const Pieces& pieces,
            const CellUse::Inside& inside, Term when);
  // All values of a term that is a choice between constants; false if it is something else.
  bool constants(Term term, std::set<Bits>& values);

 private:
  bool few_values(Path path, Term when, Term number, std::set<Bits>& values);
  Value variable(const CellUse& cell);
  Value one_of(const std::set<PointsToTarget>& targets);
  Content part(const Term& number, Path path, Term when, const Content& known);
  void add_place(Value& word, const Value& pointer);
  Value with_places(Value word, const CellUse& cell);
  std::optional<Value> number_of_places(const Value& value, const CellUse& cell);
  bool is_whole_pointer(const Pieces& pieces, const CellUse& cell) const;
  std::set<PointsToTarget> targets(const Value& pointer, Path path, Term when, const Content& known);
  std::set<FixedView> views(const Step& step, const Value& value, Term when);
  Term number(Bits value) { return terms_.bv(value, pointers_.bits()); }

  const ModelFacts& model_;
  const bool unspecified_fails_;
  Terms& terms_;
  const Objects& objects_;
  Pointers& pointers_;
  Addresses& addresses_;
  Arithmetic& arithmetic_;
  Cells& cells_;
  Expressions& expressions_;
  Sharing& sharing_;
  Records& records_;
  Feasible& feasible_;
  std::unordered_set<Term> not_constants_;  // each choice holds the last one
};

}  // namespace fencepost::unroll
