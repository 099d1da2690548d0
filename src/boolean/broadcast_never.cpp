#include "boolean/broadcast_never.h"

namespace fencepost::boolean {

// Every cube with whom it may be about; ends with false as soon as `visit` is false.
template <typename F>
bool Contradictions::for_each(PackedValues& shared, std::span<ThreadClass> threads, F visit) const {
  for (const PackedNever& never : never_) {
    if (shared.contradicts(never.cube.shared)) continue;
    if (never.active_of == kNobody) {
      if (!visit(never.cube, nullptr, nullptr)) return false;
      continue;
    }
    for (ThreadClass& one : threads) {
      if (one.of != never.active_of || one.values.contradicts(never.cube.active)) continue;
      if (never.cube.passive_of == kNobody) {
        if (!visit(never.cube, &one, nullptr)) return false;
        continue;
      }
      for (ThreadClass& other : threads)
        if (other.of == never.cube.passive_of && (&one != &other || one.count > 1) &&
            never.is_at(one.location, other.location) && !other.values.contradicts(never.cube.passive))
          if (!visit(never.cube, &one, &other)) return false;
    }
  }
  return true;
}

bool Contradictions::learn(PackedValues& shared, std::span<ThreadClass> threads) const {
  auto set = [](PackedValues& values, const PackedValues& cube) {
    unsigned bit = *values.first_open(cube);
    values.set(bit, cube[bit] == Truth::holds ? Truth::fails : Truth::holds);
  };
  for (bool learned = true; learned;) {
    learned = false;
    auto visit = [&](const PackedCube& cube, ThreadClass* one, ThreadClass* other) {
      unsigned in_shared = shared.open_in(cube.shared), in_one = one == nullptr ? 0 : one->values.open_in(cube.active);
      unsigned in_other = other == nullptr ? 0 : other->values.open_in(cube.passive);
      if (in_shared + in_one + in_other > 1) return true;
      // What was learned a moment ago may contradict the cube.
      if (shared.contradicts(cube.shared) || (one != nullptr && one->values.contradicts(cube.active)) ||
          (other != nullptr && other->values.contradicts(cube.passive)))
        return true;
      if (in_shared + in_one + in_other == 0) return false;
      learned = true;
      if (in_shared == 1)
        set(shared, cube.shared);
      else if (in_one == 1)
        set(one->values, cube.active);
      else
        set(other->values, cube.passive);
      return true;
    };
    if (!for_each(shared, threads, visit)) return false;
  }
  return true;
}

std::optional<Contradictions::Unknown> Contradictions::undecided(const PackedValues& shared,
                                                                 std::span<const ThreadClass> threads) const {
  std::optional<Unknown> found;
  PackedValues values = shared;
  std::vector<ThreadClass> all(threads.begin(), threads.end());
  for_each(values, all, [&](const PackedCube& cube, const ThreadClass* one, const ThreadClass* other) {
    if (auto bit = values.first_open(cube.shared)) {
      found = Unknown{{}, *bit};
      return false;
    }
    for (auto [who, what] : {std::pair{one, &cube.active}, std::pair{other, &cube.passive}})
      if (who != nullptr)
        if (auto bit = who->values.first_open(*what)) {
          found = Unknown{static_cast<uint32_t>(who - all.data()), *bit};
          return false;
        }
    return true;
  });
  return found;
}

Truth Contradictions::complete(PackedValues& shared, std::vector<ThreadClass>& threads) const {
  unsigned left = 10'000;
  if (complete(shared, threads, left)) return Truth::holds;
  return left == 0 ? Truth::open : Truth::fails;
}

bool Contradictions::complete(PackedValues& shared, std::vector<ThreadClass>& threads, unsigned& left) const {
  if (left == 0) return false;
  --left;
  if (!learn(shared, threads)) return false;
  std::optional<Unknown> unknown = undecided(shared, threads);
  if (!unknown) return true;
  const PackedValues shared_before = shared;
  const std::vector<ThreadClass> threads_before = threads;
  for (Truth value : {Truth::fails, Truth::holds}) {
    (unknown->thread ? threads[*unknown->thread].values : shared).set(unknown->bit, value);
    if (complete(shared, threads, left)) return true;
    if (left == 0) return false;
    shared = shared_before;
    threads = threads_before;
  }
  return false;
}

}  // namespace fencepost::boolean
