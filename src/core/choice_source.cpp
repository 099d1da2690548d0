#include "core/choice_source.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "core/integer_ops.h"
#include "core/print.h"

namespace fencepost::core {

namespace {

std::string_view name(Choice::Kind kind) {
  switch (kind) {
    case Choice::Kind::value:
      return "a value";
    case Choice::Kind::address:
      return "an address";
    case Choice::Kind::order:
      return "an evaluation order";
  }
  return "?";
}

}  // namespace

Choice ReplayChoices::next(const ChoiceRequest& request) {
  if (next_ == choices_.size())
    throw BadChoice(fmt::format("the run asks for {} after its {} choices", name(request.kind), choices_.size()));
  const Choice& choice = choices_[next_++];
  if (choice.kind != request.kind)
    throw BadChoice(
        fmt::format("choice {} is {} where the run asks for {}", next_, name(choice.kind), name(request.kind)));
  if (request.kind == Choice::Kind::address) return choice;
  if (!choice.known) throw BadChoice(fmt::format("choice {} is unknown, and only addresses may be", next_));
  if (request.kind == Choice::Kind::value && truncate(choice.value, request.type.bits) != choice.value)
    throw BadChoice(fmt::format("choice {} does not fit its type {}", next_, to_string(request.type)));
  if (request.kind == Choice::Kind::order && choice.value >= permutations(request.strands))
    throw BadChoice(fmt::format("choice {} is no order of {} strands", next_, request.strands));
  return choice;
}

Choice DefaultChoices::next(const ChoiceRequest& request) {
  return {request.kind, 0, request.kind != Choice::Kind::address};
}

Choice RandomChoices::next(const ChoiceRequest& request) {
  if (request.kind == Choice::Kind::address) return {request.kind, 0, false};
  Bits any = Bits{random_()} << 64;
  any |= random_();
  if (request.kind == Choice::Kind::order) return {request.kind, any % permutations(request.strands), true};
  Bits top = request.type.bits == 0 ? 0 : Bits{1} << (request.type.bits - 1);
  Bits small = random_() % 8;
  switch (random_() % 6) {
    case 0:
      any = small;
      break;
    case 1:
      any = -small;
      break;
    case 2:
      any = top + small;
      break;
    case 3:
      any = top - small;
      break;
    case 4:
      any %= 256;
      break;
    default:
      break;
  }
  return {request.kind, truncate(any, request.type.bits), true};
}

Choice EnumerateChoices::next(const ChoiceRequest& request) {
  if (next_ < digits_.size()) {
    const Digit& digit = digits_[next_++];
    return digit.options[digit.chosen];
  }
  Digit digit;
  switch (request.kind) {
    case Choice::Kind::address:
      digit.options.push_back({request.kind, 0, false});
      break;
    case Choice::Kind::order:
      for (Bits i = 0; i < permutations(request.strands); ++i) digit.options.push_back({request.kind, i, true});
      break;
    case Choice::Kind::value:
      for (SignedBits value : values_) {
        Choice choice{request.kind, truncate(static_cast<Bits>(value), request.type.bits), true};
        if (std::find(digit.options.begin(), digit.options.end(), choice) == digit.options.end())
          digit.options.push_back(choice);
      }
      break;
  }
  FP_CHECK_MSG(!digit.options.empty(), "no value to choose");
  digits_.push_back(std::move(digit));
  ++next_;
  return digits_.back().options.front();
}

bool EnumerateChoices::advance() {
  // Choices that the last run did not reach are dropped.
  digits_.resize(next_);
  next_ = 0;
  while (!digits_.empty()) {
    Digit& last = digits_.back();
    if (++last.chosen < last.options.size()) return true;
    digits_.pop_back();
  }
  return false;
}

Bits permutations(unsigned strands) {
  Bits count = 1;
  for (unsigned i = 2; i <= strands; ++i) {
    FP_CHECK_MSG(i <= 33, "too many strands to permute");
    count *= i;
  }
  return count;
}

std::vector<unsigned> permutation(unsigned strands, Bits number) {
  std::vector<unsigned> left;
  for (unsigned i = 0; i < strands; ++i) left.push_back(i);
  std::vector<unsigned> order;
  Bits block = permutations(strands);
  for (unsigned i = strands; i > 0; --i) {
    block /= i;
    auto pick = static_cast<size_t>(number / block);
    number %= block;
    order.push_back(left[pick]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(pick));
  }
  return order;
}

}  // namespace fencepost::core
