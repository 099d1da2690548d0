#include "flat/abstract_value.h"

#include <numeric>

namespace fencepost::flat {

// Of all bases that say the same the least that is not negative, so that a value which is counted down does not change for ever.
static Strided normal(int64_t base, uint64_t stride) {
  if (stride == 0 || stride > static_cast<uint64_t>(INT64_MAX)) return {base, stride};
  int64_t step = static_cast<int64_t>(stride), rest = base % step;
  return {rest < 0 ? rest + step : rest, stride};
}

Strided join(Strided a, Strided b) {
  uint64_t distance = a.base < b.base ? static_cast<uint64_t>(b.base) - static_cast<uint64_t>(a.base)
                                      : static_cast<uint64_t>(a.base) - static_cast<uint64_t>(b.base);
  return normal(std::min(a.base, b.base), std::gcd(std::gcd(a.stride, b.stride), distance));
}

Strided sum(Strided a, Strided b) {
  return normal(static_cast<int64_t>(static_cast<uint64_t>(a.base) + static_cast<uint64_t>(b.base)),
                std::gcd(a.stride, b.stride));
}

Strided product(Strided a, int64_t factor) {
  uint64_t size = factor < 0 ? uint64_t{0} - static_cast<uint64_t>(factor) : static_cast<uint64_t>(factor);
  return normal(static_cast<int64_t>(static_cast<uint64_t>(a.base) * static_cast<uint64_t>(factor)), a.stride * size);
}

AbstractValue AbstractValue::number(Bits value) {
  AbstractValue made;
  made.numbers.insert(value);
  return made;
}

AbstractValue AbstractValue::any(Strided multiples) {
  AbstractValue made;
  made.any_number = true;
  made.multiples = multiples;
  return made;
}

AbstractValue AbstractValue::pointer(ObjectId object, Strided offset) {
  AbstractValue made;
  made.targets[object] = offset;
  return made;
}

AbstractValue AbstractValue::unset(const core::Type& type) {
  AbstractValue made = type.kind == core::TypeKind::pointer ? pointer(kNothing, {0, 1}) : any();
  made.unspecified = true;
  return made;
}

AbstractValue AbstractValue::zero(bool is_pointer) { return is_pointer ? pointer(kNothing) : number(0); }

bool AbstractValue::is_constant() const {
  if (unspecified || any_number) return false;
  if (targets.empty()) return numbers.size() == 1;
  return numbers.empty() && targets.size() == 1 && targets.begin()->second.stride == 0;
}

std::optional<Bits> AbstractValue::constant() const {
  if (!is_constant() || !targets.empty()) return std::nullopt;
  return *numbers.begin();
}

Strided AbstractValue::as_strided(const core::Type& type) const {
  if (any_number) return multiples;
  std::optional<Strided> all;
  for (Bits value : numbers) {
    // Steps have the width of pointers, and are signed whatever their type says.
    bool is_signed = type.is_signed || type.bits >= 32;
    Strided one{static_cast<int64_t>(is_signed ? logic::as_signed(value, type.bits) : value), 0};
    all = all ? join(*all, one) : one;
  }
  return all.value_or(Strided{0, 1});
}

bool join_into(AbstractValue& into, const AbstractValue& from) {
  AbstractValue before = into;
  if (into.is_bottom() && !into.unspecified) {
    into = from;
    return !(before == into);
  }
  into.unspecified = into.unspecified || from.unspecified;
  if (into.any_number && from.any_number) {
    into.multiples = join(into.multiples, from.multiples);
  } else if (into.any_number || from.any_number) {
    if (from.any_number) into.multiples = from.multiples;
    for (Bits value : into.any_number ? from.numbers : into.numbers)
      into.multiples = join(into.multiples, {static_cast<int64_t>(value), 0});
    into.any_number = true;
    into.numbers.clear();
  } else {
    into.numbers.insert(from.numbers.begin(), from.numbers.end());
    if (into.numbers.size() > AbstractValue::kMostNumbers) {
      into.multiples = {0, 1};
      into.any_number = true;
      into.numbers.clear();
    }
  }
  for (const auto& [object, offset] : from.targets) {
    auto [at, is_new] = into.targets.emplace(object, offset);
    if (!is_new) at->second = join(at->second, offset);
  }
  return !(before == into);
}

}  // namespace fencepost::flat
