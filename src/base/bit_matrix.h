// Dense sets of small integers and square bit matrices, the carriers of event sets and relations
// (memory/execution_graph.h). Invariant: bits at or beyond size() are zero, so that counting and comparing need no
// masks. Rows are padded to whole words; one-word rows (at most 64 events, nearly every litmus test) take the
// short loops. Adjacency lists were rejected: models compose, complement and close relations, which is
// word-parallel here.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost {

class BitSet {
 public:
  BitSet() = default;
  explicit BitSet(size_t size) : size_(size), rest_(words(size) > 1 ? words(size) - 1 : 0) {}

  static size_t words(size_t size) { return (size + 63) / 64; }
  static BitSet full(size_t size);

  size_t size() const { return size_; }
  size_t word_count() const { return rest_.size() + 1; }
  uint64_t word(size_t i) const { return i == 0 ? first_ : rest_[i - 1]; }
  uint64_t& word(size_t i) { return i == 0 ? first_ : rest_[i - 1]; }

  bool test(size_t i) const { return (word(i / 64) >> (i % 64)) & 1; }
  void set(size_t i) { word(i / 64) |= uint64_t{1} << (i % 64); }
  void reset(size_t i) { word(i / 64) &= ~(uint64_t{1} << (i % 64)); }
  bool none() const;
  size_t count() const;

  BitSet& operator|=(const BitSet& other);
  BitSet& operator&=(const BitSet& other);
  BitSet& operator-=(const BitSet& other);
  BitSet complement() const;
  bool operator==(const BitSet& other) const = default;

  template <typename F>
  void for_each(F&& f) const {
    for (size_t i = 0; i < word_count(); ++i)
      for (uint64_t bits = word(i); bits != 0; bits &= bits - 1)
        f(i * 64 + static_cast<size_t>(std::countr_zero(bits)));
  }

 private:
  size_t size_ = 0;
  uint64_t first_ = 0;
  std::vector<uint64_t> rest_;
};

inline BitSet operator|(BitSet a, const BitSet& b) { return a |= b; }
inline BitSet operator&(BitSet a, const BitSet& b) { return a &= b; }
inline BitSet operator-(BitSet a, const BitSet& b) { return a -= b; }

class BitMatrix {
 public:
  BitMatrix() = default;
  explicit BitMatrix(size_t size) : size_(size), stride_(BitSet::words(size)), bits_(size * stride_) {}

  static BitMatrix identity(const BitSet& on);
  static BitMatrix product(const BitSet& from, const BitSet& to);

  size_t size() const { return size_; }
  size_t stride() const { return stride_; }
  const uint64_t* row(size_t i) const { return bits_.data() + i * stride_; }
  uint64_t* row(size_t i) { return bits_.data() + i * stride_; }

  bool test(size_t i, size_t j) const { return (row(i)[j / 64] >> (j % 64)) & 1; }
  void set(size_t i, size_t j) { row(i)[j / 64] |= uint64_t{1} << (j % 64); }
  void reset(size_t i, size_t j) { row(i)[j / 64] &= ~(uint64_t{1} << (j % 64)); }
  bool none() const;
  size_t count() const;

  BitMatrix& operator|=(const BitMatrix& other);
  BitMatrix& operator&=(const BitMatrix& other);
  BitMatrix& operator-=(const BitMatrix& other);
  BitMatrix complement() const;
  BitMatrix transpose() const;
  BitMatrix compose(const BitMatrix& other) const;
  BitMatrix closure() const;  // transitive, not reflexive (Warshall)
  bool acyclic() const;
  bool irreflexive() const;
  BitSet domain() const;
  BitSet range() const;
  // Keep the pairs that start in `from` and end in `to`.
  BitMatrix restricted(const BitSet& from, const BitSet& to) const;
  BitMatrix& add_identity();
  bool operator==(const BitMatrix& other) const = default;

  template <typename F>
  void for_each(F&& f) const {
    for (size_t i = 0; i < size_; ++i) for_each_in_row(i, [&](size_t j) { f(i, j); });
  }
  template <typename F>
  void for_each_in_row(size_t i, F&& f) const {
    const uint64_t* bits = row(i);
    for (size_t k = 0; k < stride_; ++k)
      for (uint64_t word = bits[k]; word != 0; word &= word - 1)
        f(k * 64 + static_cast<size_t>(std::countr_zero(word)));
  }

 private:
  size_t size_ = 0;
  size_t stride_ = 0;
  std::vector<uint64_t> bits_;
};

inline BitMatrix operator|(BitMatrix a, const BitMatrix& b) { return a |= b; }
inline BitMatrix operator&(BitMatrix a, const BitMatrix& b) { return a &= b; }
inline BitMatrix operator-(BitMatrix a, const BitMatrix& b) { return a -= b; }

}  // namespace fencepost
