#include "core/trace.h"

#include <fmt/format.h>

#include "core/place_names.h"
#include "core/print.h"

namespace fencepost::core {

namespace {

std::string describe_pointer(const Value& value, const Type& type, const Memory& memory) {
  if (value.object == kNoObject) return constant_to_string(value.bits, type);
  std::string text = pointer_text(memory, value);
  if (!memory.object(value.object).alive) text += " (dead)";
  return text;
}

// Words of flags and packed counters, which are written in hexadecimal: a few bits set or clear, or more digits than people read.
bool is_word_of_bits(Bits value, const Type& type) {
  if (type.kind != TypeKind::integer || type.is_signed || type.bits < 32 || type.bits > 64 || value <= 0xffff)
    return false;
  unsigned set = 0, full = 0;
  for (Bits left = value; left != 0; left >>= 4) {
    if ((left & 0xf) != 0) ++set;
    if ((left & 0xf) == 0xf) ++full;
  }
  constexpr unsigned kFew = 3;
  return set <= kFew || full + kFew - 1 >= type.bits / 4u || (value >= 0x1000000 && value % 1000 != 0);
}

std::string number_text(Bits value, const Type& type) {
  if (!is_word_of_bits(value, type)) return constant_to_string(value, type);
  return fmt::format("0x{:x}", static_cast<uint64_t>(value));
}

}  // namespace

std::string describe(const Value& value, const Type& type, const Memory& memory) {
  std::string text =
      type.kind == TypeKind::pointer ? describe_pointer(value, type, memory) : number_text(value.bits, type);
  if (type.kind == TypeKind::integer && type.bits == 8 && value.bits >= 0x20 && value.bits < 0x7f)
    text += fmt::format(" '{}{}'", value.bits == '\'' || value.bits == '\\' ? "\\" : "", static_cast<char>(value.bits));
  if (value.unspecified) text += " (uninitialised)";
  return text;
}

std::string value_text(Memory& memory, const Value& pointer, const Type& type, const BitRange& bits) {
  const auto at = static_cast<uint64_t>(memory.signed_offset(pointer));
  const Byte first = memory.seen(pointer.object, at);
  bool is_number = true, is_pointer = type.kind == TypeKind::pointer;
  for (uint64_t i = 0; i < type.bytes; ++i) {
    const Byte byte = memory.seen(pointer.object, at + i);
    is_number = is_number && byte.object == kNoObject;
    is_pointer = is_pointer && byte.object == first.object && byte.offset == first.offset && byte.part == i;
  }
  if (is_number) {
    const Loaded loaded = memory.load(pointer, type, bits);
    return loaded.unspecified ? "uninitialised" : describe(loaded.value, type, memory);
  }
  return is_pointer ? describe({first.offset, first.object, false}, type, memory) : "bytes of a pointer";
}

void Trace::add(TraceStep step) {
  if (!steps_.empty() && steps_.back() == step) return;
  steps_.push_back(std::move(step));
  if (steps_.size() <= limit_) return;
  steps_.pop_front();
  ++dropped_;
}

void Trace::note(WayStep step) {
  constexpr size_t kLongest = 100'000;
  is_too_long_ = is_too_long_ || way_.size() == kLongest;
  if (!is_too_long_) way_.push_back({count(), std::move(step)});
}

std::vector<WayStep> Trace::way() const {
  std::vector<WayStep> all;
  if (is_too_long_) return all;
  for (const Noted& noted : way_) all.push_back(noted.step);
  return all;
}

void Trace::cut(size_t count) {
  while (!way_.empty() && way_.back().at > count) way_.pop_back();
  while (this->count() > count && !steps_.empty()) steps_.pop_back();
}

std::vector<TraceStep> Trace::steps() const {
  std::vector<TraceStep> all;
  if (dropped_ > 0)
    all.push_back({0, SourcePos{}, "", 0, fmt::format("... {} earlier steps ...", dropped_), false, {}});
  all.insert(all.end(), steps_.begin(), steps_.end());
  return all;
}

}  // namespace fencepost::core
