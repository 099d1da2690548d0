#include "core/trace.h"

#include <fmt/format.h>

#include "core/integer_ops.h"
#include "core/print.h"

namespace fencepost::core {

namespace {

std::string describe_pointer(const Value& value, const Type& type, const Memory& memory) {
  if (value.object == kNoObject) return constant_to_string(value.bits, type);
  const Object& object = memory.object(value.object);
  std::string name = object.name.empty() ? fmt::format("object{}", index(value.object)) : one_line(object.name);
  SignedBits offset = memory.signed_offset(value);
  std::string text = fmt::format("&{}", name);
  if (offset != 0) {
    // A type that prints the sign: pointer offsets are signed numbers.
    std::string number = constant_to_string(static_cast<Bits>(offset), int_type(128, true));
    text += offset > 0 ? fmt::format("+{}", number) : number;
  }
  if (!object.alive) text += " (dead)";
  return text;
}

}  // namespace

std::string describe(const Value& value, const Type& type, const Memory& memory) {
  std::string text =
      type.kind == TypeKind::pointer ? describe_pointer(value, type, memory) : constant_to_string(value.bits, type);
  if (type.kind == TypeKind::integer && type.bits == 8 && value.bits >= 0x20 && value.bits < 0x7f)
    text += fmt::format(" '{}{}'", value.bits == '\'' || value.bits == '\\' ? "\\" : "", static_cast<char>(value.bits));
  if (value.unspecified) text += " (uninitialised)";
  return text;
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
  if (dropped_ > 0) all.push_back({0, SourcePos{}, "", 0, fmt::format("... {} earlier steps ...", dropped_), false});
  all.insert(all.end(), steps_.begin(), steps_.end());
  return all;
}

}  // namespace fencepost::core
