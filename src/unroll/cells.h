// The content of objects as pieces: reading a range, writing a range, and choosing between two contents of one range.
// Everything that touches memory is built from these three; a store at an uncertain place is "choose between the new and
// the old content" for each place, a join of paths is the same for each page that differs.
//
// Accesses that agree with the pieces cost one lookup. Others split pieces and put them together again: integers and
// floats through their bits, pointers through fragments that remember the whole pointer, so that copies keep it.
#pragma once

#include <functional>
#include <map>
#include <tuple>

#include "core/core.h"
#include "program/arithmetic.h"
#include "unroll/addresses.h"

namespace fencepost::unroll {

using program::Arithmetic;

class Cells {
 public:
  Cells(Terms& terms, Arithmetic& arithmetic, Addresses& addresses, Pointers& pointers, ReadSets& reads)
      : terms_(terms), arithmetic_(arithmetic), addresses_(addresses), pointers_(pointers), reads_(reads) {}

  // The pieces that cover [at, at+width), cut at its ends.
  Pieces read(const ObjectState& object, uint64_t at, uint64_t width);
  // The pieces lie one after another.
  void write(ObjectState& object, const Pieces& pieces);
  // Which state each alternative of a choice comes from: where a pointer meets a number, the number becomes a pointer.
  struct Sides {
    const State& yes;
    const State& no;
  };
  // `yes` where the condition holds, `no` elsewhere; both cover the same range.
  Pieces choose(Term condition, const Pieces& yes, const Pieces& no, const Sides& sides);
  // The content of one object at a join.
  void merge(ObjectState& mine, const ObjectState& theirs, Term mine_if, std::optional<uint64_t> fixed_size,
             const Sides& sides);

  // Pieces that hold a value of a type, from bit 0 on.
  Pieces from_value(const Value& value, const core::Type& type, const core::BitRange& range);
  // The value of a type that pieces hold. Unspecified pieces are given variables, in place.
  Value to_value(State& state, Pieces& pieces, const core::Type& type, const core::BitRange& range);
  // One of two values of one type; an absent one is an unassigned register, unspecified and zero.
  Value choose(Term condition, const Value& yes, const Value& no);

  // Exposes the objects whose addresses became bits since the last call. Content that is a pointer on some paths and
  // other bits elsewhere is kept as bits, which must lead back to the pointer.
  void expose(State& state);

  static void shift(Pieces& pieces, uint64_t to);
  static Piece blank(Piece::Kind kind, uint64_t at, uint64_t end);
  // As an object begins its life.
  Shared<ObjectState> untouched(const ObjectInfo& info);
  // Unspecified content that has nothing to do with any other.
  uint32_t new_home() { return ++homes_; }

 private:
  using Kind = Piece::Kind;

  static Piece rest(const ObjectState& object, uint64_t at, uint64_t end);
  uint64_t cover(Pieces& out, const ObjectState& object, const Shared<Page>& page, uint64_t reached, uint64_t at,
                 uint64_t end);
  std::pair<Piece, Piece> split(const Piece& piece, uint64_t width);
  Piece cut(Piece piece, uint64_t at, uint64_t end);
  Piece choose(Term condition, const Piece& yes, const Piece& no, const Sides& sides);
  // Makes one piece of those that lie in the range of a whole pointer, if none of them is part of a pointer.
  Pieces gathered(const Pieces& pieces, const Pieces& beside);
  bool is_whole_pointer(const Piece& piece) const;
  Piece choose_bits(Term condition, const Piece& yes, const Piece& no);
  // A piece with the place of `piece` and the kind of `model`: zero, or a variable that is unspecified.
  Piece zero_like(const Piece& piece, const Piece& model);
  Piece variable_like(const Piece& piece, const Piece& model);
  Piece bits_piece(const Piece& place, Term bits, Term unspecified, ReadSet reads = 0);
  Term bits(const Piece& piece);
  bool replace(ObjectState& object, const Piece& piece);
  void insert(ObjectState& object, Piece piece);
  void erase(ObjectState& object, uint64_t at, uint64_t end);
  void spell_out_rest(ObjectState& object, Kind rest, uint64_t width);
  void merge_pages(ObjectState& mine, const ObjectState& theirs, Term mine_if, const Sides& sides);
  void merge_logs(ObjectState& mine, const ObjectState& theirs, Term mine_if);
  std::optional<Value> whole_pointer(const Pieces& pieces, uint64_t width) const;
  Term choose_unspecified(Term condition, Term yes, Term no);
  Term choose_view(Term condition, Term yes, Term no);
  Term zero(Term like);
  Term unspecified(const Piece& piece, logic::Sort sort);

  Terms& terms_;
  Arithmetic& arithmetic_;
  Addresses& addresses_;
  Pointers& pointers_;
  ReadSets& reads_;
  std::vector<Term> exposed_;
  uint32_t homes_ = 0;
  using HomeKey = std::tuple<uint32_t, uint64_t, uint64_t, logic::SortKind, uint16_t>;
  std::map<HomeKey, Term> variables_;  // for unspecified bits that were looked at
};

}  // namespace fencepost::unroll
