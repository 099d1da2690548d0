// Loads, stores, copies and fills through symbolic pointers. A pointer is resolved into places (pointers.h); a place with
// a constant offset is one read or write of pieces (cells.h); a symbolic offset has candidates (offsets.h), and the
// access becomes a choice over them by the bits of their index. Objects too large for that, or of unknown size, keep a
// log of writes, which reads scan.
//
// Places that no execution may access (null, functions, dead objects, out of bounds) are left out: the check before the
// access has failed there, and what follows a failed check does not matter. Where those checks are switched off, it is
// unsupported instead, so that no verdict rests on it.
#pragma once

#include <functional>
#include <string>

#include "unroll/cells.h"
#include "unroll/offsets.h"

namespace fencepost::unroll {

class PointerAccess {
 public:
  PointerAccess(Terms& terms, Objects& objects, Pointers& pointers, Cells& cells, bool report_invalid)
      : terms_(terms), objects_(objects), pointers_(pointers), cells_(cells), report_invalid_(report_invalid) {}

  // What accesses since the last call do that is not modelled, and when.
  struct Unsupported {
    Term when;
    std::string what;
  };
  std::vector<Unsupported> take_unsupported() { return std::exchange(unsupported_, {}); }

  // Unspecified if some bit is.
  Value load(State& state, const Value& pointer, const core::Type& type, const core::BitRange& range);
  void store(State& state, const Value& pointer, const Value& value, const core::Type& type,
             const core::BitRange& range, Term when);
  // The byte is a bit-vector, which may be unspecified; without one the content becomes unspecified.
  void fill(State& state, const Value& pointer, const Value& byte, Term bytes);
  void copy(State& state, const Value& to, const Value& from, Term bytes);
  void kill(State& state, const Value& pointer);

  // A range of bits that an access may touch.
  struct Range {
    Term when;
    uint32_t object;
    uint64_t at, width;
    bool whole = false;         // anywhere in the object: its place is too uncertain
    Term bytes = {};            // of an access to an extent: some of these bits, from `offset` on so many bytes ...
    uint64_t step = 0;          // ... and from its start on in parts of so many bits, each of which is touched or not
    bool is_candidate = false;  // one of several in the object
    Term offset = {};           // of a candidate or an extent: what its place is a value of
    struct Field {
      uint64_t unit, at, width;
    };
    std::optional<Field> field = {};  // of a bit-field, whose memory location this is
  };
  // Without `scalar` the access is to bytes one by one, as a copy or a fill is: where its length is not known, or its places
  // overlap, it is an extent.
  std::vector<Range> ranges(State& state, const Value& pointer, Term bytes, const core::BitRange& range, bool scalar);
  // Does an access to an extent touch some of the bits [at, end)?
  Term touches(const Range& extent, uint64_t at, uint64_t end);
  // Puts other content there, if `when`.
  void put(State& state, uint32_t object, const Pieces& pieces, uint64_t at, Term when);
  bool is_logged(const State& state, uint32_t object) const { return content(state, object).log_size > 0; }

 private:
  // A copy or fill of unknown length is spelled out up to this many bytes.
  static constexpr uint64_t kMostBytes = 4096;
  static std::vector<uint64_t> few_values(Term term);
  // Where accesses of so many bytes at a symbolic offset may begin and end, and in which steps; bytes.
  struct Extent {
    uint64_t first = 0, end = 0, step = 1;
  };
  std::optional<Extent> extent(const Pointee& pointee, Term bytes);
  uint64_t step_of(Term bytes);
  void in_location(Range& unit, const core::BitRange& range) const;
  bool fits_always(const Pointee& pointee, Term bytes);
  // The candidates of a symbolic offset and how to tell them apart.
  struct Candidates {
    std::vector<uint64_t> offsets;  // bytes
    Term index;                     // null: compare the offset itself
    std::vector<Bits> keys;         // value of `index` for each
  };

  std::vector<Pointee> valid_pointees(const State& state, const Value& pointer, Term bytes);
  bool is_made(const State& state, uint32_t object) const;  // on all runs that come here
  std::optional<Candidates> candidates(const Pointee& pointee, uint64_t bytes);
  void index_by_bits(Term offset, Candidates& choice);
  Term scaled_index(Term offset, uint64_t stride, uint64_t residue);
  Term is(const Pointee& pointee, const Candidates& choice, size_t i);
  Pieces select(const State& state, const Pointee& pointee, const Candidates& choice,
                const std::function<Pieces(size_t)>& read);

  Value load_at(State& state, const Pointee& pointee, const core::Type& type, const core::BitRange& range);
  Pieces read_at(State& state, const Pointee& pointee, uint64_t bytes);
  void write_at(State& state, const Pointee& pointee, const Pieces& pieces, uint64_t bytes, uint64_t skip_bits,
                Term when);
  void write_chosen(const State& state, ObjectState& object, Pieces pieces, uint64_t at, Term when);
  void fill_at(State& state, const Pointee& pointee, const Value& byte, Term bytes, Term when);
  void copy_some(State& state, const Value& to, const Value& from, Term bytes);
  Pieces filling(const Value& byte, uint64_t bytes);

  Value load_logged(State& state, const Pointee& pointee, const core::Type& type, const core::BitRange& range);
  void append_log(ObjectState& object, const Pointee& pointee, const Piece& piece, Term length, Term when);
  bool apart_or_equal(Term a, Term b, uint64_t bytes);

  const ObjectState& content(const State& state, uint32_t object) const { return *state.memory.get(object); }
  ObjectState& edit(State& state, uint32_t object) { return state.memory.edit(object).edit(); }
  Term number(Bits value) { return terms_.bv(value, pointers_.bits()); }
  void unsupported(Term when, const char* what) { unsupported_.push_back({when, what}); }

  Terms& terms_;
  Objects& objects_;
  Pointers& pointers_;
  Cells& cells_;
  bool report_invalid_;
  std::vector<Unsupported> unsupported_;
  Offsets offsets_;
};

}  // namespace fencepost::unroll
