#include "base/bit_matrix.h"

#include "base/check.h"

namespace fencepost {

namespace {

uint64_t last_word_mask(size_t size) { return size % 64 == 0 ? ~uint64_t{0} : (uint64_t{1} << (size % 64)) - 1; }

}  // namespace

BitSet BitSet::full(size_t size) { return BitSet(size).complement(); }

bool BitSet::none() const {
  for (size_t i = 0; i < word_count(); ++i)
    if (word(i) != 0) return false;
  return true;
}

size_t BitSet::count() const {
  size_t n = 0;
  for (size_t i = 0; i < word_count(); ++i) n += static_cast<size_t>(std::popcount(word(i)));
  return n;
}

BitSet& BitSet::operator|=(const BitSet& other) {
  FP_CHECK(size_ == other.size_);
  for (size_t i = 0; i < word_count(); ++i) word(i) |= other.word(i);
  return *this;
}

BitSet& BitSet::operator&=(const BitSet& other) {
  FP_CHECK(size_ == other.size_);
  for (size_t i = 0; i < word_count(); ++i) word(i) &= other.word(i);
  return *this;
}

BitSet& BitSet::operator-=(const BitSet& other) {
  FP_CHECK(size_ == other.size_);
  for (size_t i = 0; i < word_count(); ++i) word(i) &= ~other.word(i);
  return *this;
}

BitSet BitSet::complement() const {
  BitSet result(size_);
  if (size_ == 0) return result;
  for (size_t i = 0; i < word_count(); ++i) result.word(i) = ~word(i);
  result.word(word_count() - 1) &= last_word_mask(size_);
  return result;
}

BitMatrix BitMatrix::identity(const BitSet& on) {
  BitMatrix result(on.size());
  on.for_each([&](size_t i) { result.set(i, i); });
  return result;
}

BitMatrix BitMatrix::product(const BitSet& from, const BitSet& to) {
  FP_CHECK(from.size() == to.size());
  BitMatrix result(from.size());
  from.for_each([&](size_t i) {
    for (size_t k = 0; k < result.stride_; ++k) result.row(i)[k] = to.word(k);
  });
  return result;
}

bool BitMatrix::none() const {
  for (uint64_t word : bits_)
    if (word != 0) return false;
  return true;
}

size_t BitMatrix::count() const {
  size_t n = 0;
  for (uint64_t word : bits_) n += static_cast<size_t>(std::popcount(word));
  return n;
}

BitMatrix& BitMatrix::operator|=(const BitMatrix& other) {
  FP_CHECK(size_ == other.size_);
  for (size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
  return *this;
}

BitMatrix& BitMatrix::operator&=(const BitMatrix& other) {
  FP_CHECK(size_ == other.size_);
  for (size_t i = 0; i < bits_.size(); ++i) bits_[i] &= other.bits_[i];
  return *this;
}

BitMatrix& BitMatrix::operator-=(const BitMatrix& other) {
  FP_CHECK(size_ == other.size_);
  for (size_t i = 0; i < bits_.size(); ++i) bits_[i] &= ~other.bits_[i];
  return *this;
}

BitMatrix BitMatrix::complement() const {
  BitMatrix result(size_);
  if (size_ == 0) return result;
  for (size_t i = 0; i < bits_.size(); ++i) result.bits_[i] = ~bits_[i];
  for (size_t i = 0; i < size_; ++i) result.row(i)[stride_ - 1] &= last_word_mask(size_);
  return result;
}

BitMatrix BitMatrix::transpose() const {
  BitMatrix result(size_);
  for_each([&](size_t i, size_t j) { result.set(j, i); });
  return result;
}

BitMatrix BitMatrix::compose(const BitMatrix& other) const {
  FP_CHECK(size_ == other.size_);
  BitMatrix result(size_);
  if (stride_ == 1) {
    for (size_t i = 0; i < size_; ++i) {
      uint64_t sum = 0;
      for (uint64_t word = bits_[i]; word != 0; word &= word - 1) sum |= other.bits_[std::countr_zero(word)];
      result.bits_[i] = sum;
    }
    return result;
  }
  for (size_t i = 0; i < size_; ++i)
    for_each_in_row(i, [&](size_t j) {
      for (size_t k = 0; k < stride_; ++k) result.row(i)[k] |= other.row(j)[k];
    });
  return result;
}

BitMatrix BitMatrix::closure() const {
  BitMatrix result = *this;
  if (stride_ == 1) {
    for (size_t k = 0; k < size_; ++k) {
      const uint64_t through = result.bits_[k];
      if (through == 0) continue;
      for (size_t i = 0; i < size_; ++i)
        if ((result.bits_[i] >> k) & 1) result.bits_[i] |= through;
    }
    return result;
  }
  for (size_t k = 0; k < size_; ++k)
    for (size_t i = 0; i < size_; ++i)
      if (i != k && result.test(i, k))
        for (size_t w = 0; w < stride_; ++w) result.row(i)[w] |= result.row(k)[w];
  return result;
}

bool BitMatrix::acyclic() const {
  if (stride_ == 1) {
    // Peel events without successors among those left; a cycle is what cannot be peeled.
    uint64_t left = last_word_mask(size_);
    for (bool progress = true; progress && left != 0;) {
      progress = false;
      for (uint64_t word = left; word != 0; word &= word - 1) {
        const int i = std::countr_zero(word);
        if ((bits_[i] & left) == 0) {
          left &= ~(uint64_t{1} << i);
          progress = true;
        }
      }
    }
    return size_ == 0 || left == 0;
  }
  return closure().irreflexive();
}

bool BitMatrix::irreflexive() const {
  for (size_t i = 0; i < size_; ++i)
    if (test(i, i)) return false;
  return true;
}

BitSet BitMatrix::domain() const {
  BitSet result(size_);
  for (size_t i = 0; i < size_; ++i) {
    uint64_t any = 0;
    for (size_t k = 0; k < stride_; ++k) any |= row(i)[k];
    if (any != 0) result.set(i);
  }
  return result;
}

BitSet BitMatrix::range() const {
  BitSet result(size_);
  for (size_t i = 0; i < size_; ++i)
    for (size_t k = 0; k < stride_; ++k) result.word(k) |= row(i)[k];
  return result;
}

BitMatrix BitMatrix::restricted(const BitSet& from, const BitSet& to) const {
  BitMatrix result(size_);
  from.for_each([&](size_t i) {
    for (size_t k = 0; k < stride_; ++k) result.row(i)[k] = row(i)[k] & to.word(k);
  });
  return result;
}

BitMatrix& BitMatrix::add_identity() {
  for (size_t i = 0; i < size_; ++i) set(i, i);
  return *this;
}

}  // namespace fencepost
