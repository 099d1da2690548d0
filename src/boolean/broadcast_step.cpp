#include "boolean/broadcast_step.h"

#include <algorithm>

namespace fencepost::boolean {

namespace {

// Formulas of updates of shared variables and the active thread's that hold with some passive thread.
using Flags = std::vector<bool>;

struct ClassPart {
  PackedValues before, after;
  Flags flags;
  std::vector<uint32_t> excluded;  // cubes that hold so far
};

class OneStep {
 public:
  OneStep(const PackedEdge& edge, std::span<const ThreadClass> passive, const BroadcastLive* live, size_t most_parts,
          const Stepper::Sink& sink)
      : edge_(edge), passive_(passive), live_(live), most_parts_(most_parts), sink_(sink) {
    for (const std::vector<PackedUpdate>* updates : {&edge.shared, &edge.active})
      for (const PackedUpdate& update : *updates) own_.push_back(&update);
    is_concerned_ =
        std::ranges::any_of(passive, [&](const ThreadClass& one) { return one.count > 0 && edge.concerns[one.of]; });
  }

  bool operator()(const PackedValues& shared, const PackedValues& active) {
    split_active(shared, active);
    return is_exact_;
  }

 private:
  using Choice = std::pair<PackedValues*, unsigned>;

  Truth of_active(const PackedCube& cube) const {
    return both(out_.shared_before.truth(cube.shared), out_.active_before.truth(cube.active));
  }
  // Some passive thread may satisfy what it says of one.
  bool is_relevant(const PackedCube& cube) const {
    if (cube.passive_of == kNobody) return true;
    return std::ranges::any_of(passive_, [&](const ThreadClass& one) {
      return one.count > 0 && one.of == cube.passive_of && !one.values.contradicts(cube.passive);
    });
  }
  bool holds_alone(const std::vector<PackedCube>& cubes) const {
    return std::ranges::any_of(
        cubes, [&](const PackedCube& one) { return one.passive_of == kNobody && of_active(one) == Truth::holds; });
  }

  // 1.
  void split_active(const PackedValues& shared, const PackedValues& active) {
    out_.shared_before = shared;
    out_.active_before = active;
    if (holds_alone(edge_.blocked)) return;
    std::optional<Choice> choice = undecided();
    if (choice && splits_ >= most_parts_) is_exact_ = false;
    if (!choice || splits_ >= most_parts_) return decided();
    ++splits_;
    bool is_shared = choice->first == &out_.shared_before;
    for (Truth value : {Truth::fails, Truth::holds}) {
      PackedValues half = is_shared ? shared : active;
      half.set(choice->second, value);
      split_active(is_shared ? half : shared, is_shared ? active : half);
    }
  }

  std::optional<Choice> undecided() {
    std::optional<Choice> found;
    auto look = [&](const std::vector<PackedCube>& cubes) {
      for (const PackedCube& cube : cubes) {
        if (found) return;
        if (of_active(cube) != Truth::open || !is_relevant(cube)) continue;
        if (auto bit = out_.shared_before.first_open(cube.shared))
          found = Choice{&out_.shared_before, *bit};
        else if (auto own = out_.active_before.first_open(cube.active))
          found = Choice{&out_.active_before, *own};
      }
    };
    auto look_at_update = [&](const PackedUpdate& update) {
      if (!holds_alone(update.pos)) look(update.pos);
      if (!holds_alone(update.neg)) look(update.neg);
    };
    look(edge_.blocked);
    for (const PackedUpdate* update : own_) look_at_update(*update);
    for (const PackedUpdate& update : edge_.begins) look_at_update(update);
    for (size_t of = 0; of < edge_.passive.size(); ++of)
      for (const PackedUpdate& update : edge_.passive[of]) {
        auto is_needed = [&](const ThreadClass& one) {
          return one.count > 0 && one.of == of && this->is_needed(one, update);
        };
        if (std::ranges::any_of(passive_, is_needed)) look_at_update(update);
      }
    look(edge_.excluded);
    return found;
  }

  // Somebody may read what the update of the passive thread makes.
  bool is_needed(const ThreadClass& of, const PackedUpdate& update) const {
    if (live_ == nullptr || live_->own(of.of, of.location)[update.bit / 64] >> update.bit % 64 & 1) return true;
    return std::ranges::any_of(edge_.excluded, [&](const PackedCube& cube) {
      return cube.passive_of == of.of && cube.passive_after[update.bit] != Truth::open;
    });
  }

  void decided() {
    base_.assign(2 * own_.size(), false);
    for (size_t i = 0; i < own_.size(); ++i) {
      base_[2 * i] = holds_alone(own_[i]->pos);
      base_[2 * i + 1] = holds_alone(own_[i]->neg);
      if (base_[2 * i] && base_[2 * i + 1]) return;
    }
    out_.begun = {};
    for (const PackedUpdate& update : edge_.begins) {
      bool pos = holds_alone(update.pos), neg = holds_alone(update.neg);
      if (pos && neg) return;
      out_.begun.set(update.bit, pos ? Truth::holds : neg ? Truth::fails : Truth::open);
    }
    out_.parts.clear();
    if (!is_concerned_) {
      for (uint32_t i = 0; i < passive_.size(); ++i)
        if (passive_[i].count > 0) out_.parts.push_back({i, passive_[i].count, passive_[i].values, passive_[i].values});
      origin_.assign(out_.parts.size(), nullptr);
      update_own(base_);
      return;
    }
    parts_.assign(passive_.size(), {});
    for (uint32_t i = 0; i < passive_.size(); ++i) {
      if (passive_[i].count == 0) continue;
      if (edge_.concerns[passive_[i].of]) {
        class_splits_ = 0;
        split_class(i, passive_[i].values);
      } else {
        parts_[i].push_back({passive_[i].values, passive_[i].values, Flags(2 * own_.size(), false), {}});
      }
      if (parts_[i].empty()) return;
    }
    origin_.clear();
    distribute(0, 0, passive_.empty() ? 0 : passive_[0].count, base_);
  }

  Truth of_passive(const PackedCube& cube, const ThreadClass& of, const PackedValues& values) const {
    Truth active = of_active(cube);
    if (active == Truth::open) active = Truth::fails;  // only if there were too many parts: then it is not relied on
    if (cube.passive_of == kNobody) return active;
    return cube.passive_of != of.of ? Truth::fails : both(active, values.truth(cube.passive));
  }
  bool holds(const std::vector<PackedCube>& cubes, const ThreadClass& of, const PackedValues& values) const {
    return std::ranges::any_of(cubes,
                               [&](const PackedCube& one) { return of_passive(one, of, values) == Truth::holds; });
  }

  // 2.
  void split_class(uint32_t number, const PackedValues& values) {
    const ThreadClass& of = passive_[number];
    if (std::ranges::any_of(edge_.blocked, [&](const PackedCube& one) {
          return one.passive_of != kNobody && of_passive(one, of, values) == Truth::holds;
        }))
      return;
    std::optional<unsigned> bit = undecided(of, values);
    if (bit && class_splits_ >= most_parts_) is_exact_ = false;
    if (!bit || class_splits_ >= most_parts_) return add_part(number, values);
    ++class_splits_;
    for (Truth value : {Truth::fails, Truth::holds}) {
      PackedValues half = values;
      half.set(*bit, value);
      split_class(number, half);
    }
  }

  std::optional<unsigned> undecided(const ThreadClass& of, const PackedValues& values) const {
    std::optional<unsigned> found;
    auto look = [&](const std::vector<PackedCube>& cubes) {
      for (const PackedCube& cube : cubes) {
        if (found) return;
        if (cube.passive_of == of.of && of_passive(cube, of, values) == Truth::open)
          found = values.first_open(cube.passive);
      }
    };
    auto look_at_update = [&](const PackedUpdate& update) {
      if (!holds(update.pos, of, values)) look(update.pos);
      if (!holds(update.neg, of, values)) look(update.neg);
    };
    look(edge_.blocked);
    for (const PackedUpdate* update : own_) look_at_update(*update);
    for (const PackedUpdate& update : edge_.passive[of.of])
      if (is_needed(of, update)) look_at_update(update);
    look(edge_.excluded);
    return found;
  }

  void add_part(uint32_t number, const PackedValues& values) {
    const ThreadClass& of = passive_[number];
    ClassPart made{values, values, Flags(2 * own_.size(), false), {}};
    for (size_t i = 0; i < own_.size(); ++i) {
      made.flags[2 * i] = holds(own_[i]->pos, of, values);
      made.flags[2 * i + 1] = holds(own_[i]->neg, of, values);
      if ((base_[2 * i] || made.flags[2 * i]) && (base_[2 * i + 1] || made.flags[2 * i + 1])) return;
    }
    for (const PackedUpdate& update : edge_.passive[of.of]) {
      bool is_read = is_needed(of, update);
      bool pos = is_read && holds(update.pos, of, values), neg = is_read && holds(update.neg, of, values);
      if (pos && neg) return;
      made.after.set(update.bit, pos ? Truth::holds : neg ? Truth::fails : Truth::open);
    }
    for (uint32_t i = 0; i < edge_.excluded.size(); ++i)
      if (edge_.excluded[i].passive_of == of.of && of_passive(edge_.excluded[i], of, values) == Truth::holds)
        made.excluded.push_back(i);
    // Of parts from which the same follows one is enough.
    auto covers = [](const ClassPart& one, const ClassPart& other) {
      return one.flags == other.flags && one.excluded == other.excluded && one.after.covers(other.after);
    };
    std::vector<ClassPart>& parts = parts_[number];
    if (std::ranges::any_of(parts, [&](const ClassPart& one) { return covers(one, made); })) return;
    std::erase_if(parts, [&](const ClassPart& one) { return covers(made, one); });
    parts.push_back(std::move(made));
  }

  // 3.
  void distribute(uint32_t number, uint32_t part, uint32_t left, const Flags& flags) {
    if (number == passive_.size()) return update_own(flags);
    if (left == 0)
      return distribute(number + 1, 0, number + 1 < passive_.size() ? passive_[number + 1].count : 0, flags);
    const ClassPart& of = parts_[number][part];
    const bool is_last = part + 1 == parts_[number].size();
    if (!is_last) distribute(number, part + 1, left, flags);
    Flags more = flags;
    for (size_t i = 0; i < more.size(); ++i) more[i] = more[i] || of.flags[i];
    for (size_t i = 0; i < more.size(); i += 2)
      if (more[i] && more[i + 1]) return;
    for (uint32_t count = is_last ? left : 1; count <= left; ++count) {
      out_.parts.push_back({number, count, of.before, of.after});
      origin_.push_back(&of);
      distribute(number, part + 1, left - count, more);
      origin_.pop_back();
      out_.parts.pop_back();
    }
  }

  // 4.
  void update_own(const Flags& flags) {
    PackedValues shared = out_.shared_before, active = out_.active_before;
    for (size_t i = 0; i < own_.size(); ++i) {
      PackedValues& to = i < edge_.shared.size() ? shared : active;
      to.set(own_[i]->bit, flags[2 * i] ? Truth::holds : flags[2 * i + 1] ? Truth::fails : Truth::open);
    }
    after_splits_ = 0;
    split_after(shared, active);
  }

  static Truth after_of_active(const PackedCube& cube, const PackedValues& shared, const PackedValues& active) {
    return both(shared.truth(cube.shared_after), active.truth(cube.active_after));
  }
  bool is_said_of_a_part(uint32_t cube) const {
    return std::ranges::any_of(origin_, [&](const ClassPart* one) {
      return one != nullptr && std::ranges::find(one->excluded, cube) != one->excluded.end();
    });
  }

  // 5.
  void split_after(const PackedValues& shared, const PackedValues& active) {
    for (uint32_t i = 0; i < edge_.excluded.size(); ++i) {
      const PackedCube& cube = edge_.excluded[i];
      if (of_active(cube) != Truth::holds) continue;
      bool is_alone = cube.passive_of == kNobody;
      if (!is_alone && !is_said_of_a_part(i)) continue;
      Truth truth = after_of_active(cube, shared, active);
      if (truth == Truth::fails) continue;
      if (truth == Truth::holds && is_alone) return;
      if (truth == Truth::holds) continue;
      if (after_splits_ >= most_parts_) {
        is_exact_ = false;
        break;
      }
      ++after_splits_;
      auto bit = shared.first_open(cube.shared_after);
      for (Truth value : {Truth::fails, Truth::holds}) {
        PackedValues half = bit ? shared : active;
        half.set(bit ? *bit : *active.first_open(cube.active_after), value);
        split_after(bit ? half : shared, bit ? active : half);
      }
      return;
    }
    out_.shared = shared;
    out_.active = active;
    if (edge_.excluded.empty() || !is_concerned_) return sink_(out_);
    const std::vector<Part> parts = out_.parts;
    std::vector<std::vector<PackedValues>> after(parts.size());
    for (size_t i = 0; i < parts.size(); ++i) {
      after_splits_ = 0;
      split_part(*origin_[i], parts[i].after, after[i]);
      if (after[i].empty()) return;
    }
    out_.parts.clear();
    distribute_after(parts, after, 0, 0, parts.empty() ? 0 : parts[0].count);
    out_.parts = parts;
  }

  void split_part(const ClassPart& of, const PackedValues& values, std::vector<PackedValues>& to) {
    for (uint32_t i : of.excluded) {
      const PackedCube& cube = edge_.excluded[i];
      if (after_of_active(cube, out_.shared, out_.active) != Truth::holds) continue;
      Truth truth = values.truth(cube.passive_after);
      if (truth == Truth::holds) return;
      if (truth == Truth::fails) continue;
      if (after_splits_ >= most_parts_) {
        is_exact_ = false;
        break;
      }
      ++after_splits_;
      for (Truth value : {Truth::fails, Truth::holds}) {
        PackedValues half = values;
        half.set(*values.first_open(cube.passive_after), value);
        split_part(of, half, to);
      }
      return;
    }
    to.push_back(values);
  }

  void distribute_after(const std::vector<Part>& parts, const std::vector<std::vector<PackedValues>>& after,
                        uint32_t number, uint32_t part, uint32_t left) {
    if (number == parts.size()) return sink_(out_);
    if (left == 0)
      return distribute_after(parts, after, number + 1, 0, number + 1 < parts.size() ? parts[number + 1].count : 0);
    const bool is_last = part + 1 == after[number].size();
    if (!is_last) distribute_after(parts, after, number, part + 1, left);
    for (uint32_t count = is_last ? left : 1; count <= left; ++count) {
      out_.parts.push_back({parts[number].source, count, parts[number].before, after[number][part]});
      distribute_after(parts, after, number, part + 1, left - count);
      out_.parts.pop_back();
    }
  }

  const PackedEdge& edge_;
  const std::span<const ThreadClass> passive_;
  const BroadcastLive* live_;
  const size_t most_parts_;
  const Stepper::Sink& sink_;
  std::vector<const PackedUpdate*> own_;  // of what is shared, then of the active thread
  bool is_concerned_ = false, is_exact_ = true;
  size_t splits_ = 0, class_splits_ = 0, after_splits_ = 0;
  Flags base_;  // in turn whether pos and neg of these updates hold, whoever is passive
  std::vector<std::vector<ClassPart>> parts_;
  std::vector<const ClassPart*> origin_;  // of the parts of the outcome
  Outcome out_;
};

}  // namespace

void Stepper::operator()(const PackedEdge& edge, const PackedValues& shared, const PackedValues& active,
                         std::span<const ThreadClass> passive, const Sink& sink) {
  if (!OneStep(edge, passive, live_, most_parts_, sink)(shared, active)) is_exact_ = false;
}

}  // namespace fencepost::boolean
