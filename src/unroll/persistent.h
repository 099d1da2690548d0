// An array from numbers to values whose copies cost nothing: a radix tree with reference counts, copied where it is
// written. States of symbolic execution are copied at every branch and merged at every join, and both must cost what
// changed in between, not what exists: merge() visits only subtrees that are not shared.
//
// T{} means "absent". T is cheap to copy and has ==. Counts are not atomic: one unrolling is one thread.
// Rejected: std::shared_ptr nodes, whose atomic counts dominate the copies.
#pragma once

#include <cstdint>
#include <utility>

namespace fencepost::unroll {

struct Counted {
  Counted() = default;
  Counted(const Counted&) : references(0) {}
  Counted& operator=(const Counted&) { return *this; }
  mutable uint32_t references = 0;
};

// A counted pointer to an immutable T; edit() gives a T that nobody else sees.
template <typename T>
class Shared {
 public:
  Shared() = default;
  explicit Shared(T* made) : pointer_(made) { retain(); }
  Shared(const Shared& other) : pointer_(other.pointer_) { retain(); }
  Shared(Shared&& other) noexcept : pointer_(std::exchange(other.pointer_, nullptr)) {}
  Shared& operator=(Shared other) noexcept {
    std::swap(pointer_, other.pointer_);
    return *this;
  }
  ~Shared() {
    if (pointer_ != nullptr && --pointer_->references == 0) delete pointer_;
  }

  explicit operator bool() const { return pointer_ != nullptr; }
  const T& operator*() const { return *pointer_; }
  const T* operator->() const { return pointer_; }
  bool operator==(const Shared&) const = default;

  T& edit() {
    if (pointer_->references > 1) *this = Shared(new T(*pointer_));
    return *pointer_;
  }

 private:
  void retain() {
    if (pointer_ != nullptr) ++pointer_->references;
  }
  T* pointer_ = nullptr;
};

template <typename T>
class PersistentArray {
 public:
  const T& get(uint64_t key) const {
    if (!root_ || !fits(key)) return kAbsent;
    const Node* node = &*root_;
    for (unsigned level = height_; level > 0; --level) {
      const Shared<Node>& child = node->children[digit(key, level)];
      if (!child) return kAbsent;
      node = &*child;
    }
    return node->values[digit(key, 0)];
  }

  T& edit(uint64_t key) {
    if (!root_) root_ = Shared<Node>(new Node(height_ == 0));
    while (!fits(key)) grow();
    Node* node = &root_.edit();
    for (unsigned level = height_; level > 0; --level) {
      Shared<Node>& child = node->children[digit(key, level)];
      if (!child) child = Shared<Node>(new Node(level == 1));
      node = &child.edit();
    }
    return node->values[digit(key, 0)];
  }

  void set(uint64_t key, T value) { edit(key) = std::move(value); }

  // Makes `this` the result of joining it with `other`: join(key, mine, theirs) for every key whose values differ.
  template <typename F>
  void merge(const PersistentArray& other, F&& join) {
    if (root_ == other.root_) return;
    PersistentArray raised = other;
    while (height_ < raised.height_) grow();
    while (raised.height_ < height_) raised.grow();
    merge_node(root_, raised.root_, height_, 0, join);
  }

  // visit(key, mine, theirs) for every key whose values differ, until it returns false.
  template <typename F>
  bool compare(const PersistentArray& other, F&& visit) const {
    if (root_ == other.root_) return true;
    PersistentArray a = *this, b = other;
    while (a.height_ < b.height_) a.grow();
    while (b.height_ < a.height_) b.grow();
    return compare_node(a.root_, b.root_, a.height_, 0, visit);
  }

  // visit(key, value) for every value that is not absent, in order of keys.
  template <typename F>
  void each(F&& visit) const {
    each_node(root_, height_, 0, visit);
  }

  bool same(const PersistentArray& other) const { return root_ == other.root_; }

 private:
  static constexpr unsigned kBits = 4;
  static constexpr unsigned kFan = 1u << kBits;

  struct Node : Counted {
    explicit Node(bool leaf) : is_leaf(leaf) {
      if (leaf)
        values = new T[kFan]();
      else
        children = new Shared<Node>[kFan];
    }
    Node(const Node& other) : Node(other.is_leaf) {
      for (unsigned i = 0; i < kFan; ++i) {
        if (is_leaf)
          values[i] = other.values[i];
        else
          children[i] = other.children[i];
      }
    }
    Node& operator=(const Node&) = delete;
    ~Node() {
      if (is_leaf)
        delete[] values;
      else
        delete[] children;
    }
    bool is_leaf;
    union {
      T* values;
      Shared<Node>* children;
    };
  };

  static unsigned digit(uint64_t key, unsigned level) { return (key >> (kBits * level)) & (kFan - 1); }
  bool fits(uint64_t key) const { return kBits * (height_ + 1) >= 64 || (key >> (kBits * (height_ + 1))) == 0; }

  void grow() {
    ++height_;
    if (!root_) return;
    Shared<Node> above(new Node(false));
    above.edit().children[0] = std::move(root_);
    root_ = std::move(above);
  }

  template <typename F>
  static void merge_node(Shared<Node>& mine, const Shared<Node>& theirs, unsigned level, uint64_t prefix, F& join) {
    if (mine == theirs) return;
    if (!mine) mine = Shared<Node>(new Node(level == 0));
    Node& node = mine.edit();
    for (unsigned i = 0; i < kFan; ++i) {
      uint64_t key = prefix << kBits | i;
      if (level > 0) {
        merge_node_child(node.children[i], theirs ? theirs->children[i] : kNone, level - 1, key, join);
      } else {
        const T& other = theirs ? theirs->values[i] : kAbsent;
        if (!(node.values[i] == other)) join(key, node.values[i], other);
      }
    }
  }
  template <typename F>
  static void merge_node_child(Shared<Node>& mine, const Shared<Node>& theirs, unsigned level, uint64_t prefix,
                               F& join) {
    if (mine || theirs) merge_node(mine, theirs, level, prefix, join);
  }

  template <typename F>
  static bool compare_node(const Shared<Node>& mine, const Shared<Node>& theirs, unsigned level, uint64_t prefix,
                           F& visit) {
    if (mine == theirs) return true;
    for (unsigned i = 0; i < kFan; ++i) {
      uint64_t key = prefix << kBits | i;
      if (level > 0) {
        if (!compare_node(mine ? mine->children[i] : kNone, theirs ? theirs->children[i] : kNone, level - 1, key,
                          visit))
          return false;
        continue;
      }
      const T& a = mine ? mine->values[i] : kAbsent;
      const T& b = theirs ? theirs->values[i] : kAbsent;
      if (!(a == b) && !visit(key, a, b)) return false;
    }
    return true;
  }

  template <typename F>
  static void each_node(const Shared<Node>& node, unsigned level, uint64_t prefix, F& visit) {
    if (!node) return;
    for (unsigned i = 0; i < kFan; ++i) {
      uint64_t key = prefix << kBits | i;
      if (level > 0)
        each_node(node->children[i], level - 1, key, visit);
      else if (!(node->values[i] == kAbsent))
        visit(key, node->values[i]);
    }
  }

  static inline const T kAbsent{};
  static inline const Shared<Node> kNone;

  Shared<Node> root_;
  unsigned height_ = 0;
};

}  // namespace fencepost::unroll
