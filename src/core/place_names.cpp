#include "core/place_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/integer_ops.h"
#include "core/print.h"
#include "core/trace.h"

namespace fencepost::core {

namespace {

// What has parts: those that were allocated for one thing alone are that, others are arrays.
bool is_array_of(const Object& object, const PartNames& parts) {
  if (object.storage != Storage::heap || parts.bytes == 0) return false;
  if (object.size < 2 * parts.bytes || object.size % parts.bytes != 0) return false;
  // A member of unknown length at its end takes the rest.
  const PartNames* last = parts.members.empty() ? nullptr : parts.members.back().parts.get();
  return last == nullptr || !last->element || last->bytes >= 2 * last->element->bytes;
}

// The names of the parts of an object; null: they are not known.
std::shared_ptr<const PartNames> parts_of(const Object& object) {
  if (!object.parts || !is_array_of(object, *object.parts)) return object.parts;
  PartNames array;
  array.bytes = object.size;
  array.element = object.parts;
  return std::make_shared<const PartNames>(std::move(array));
}

// With something behind it.
std::string as_base(const std::string& name) {
  const bool is_word = name.find_first_of(" *") == std::string::npos;
  return is_word ? name : fmt::format("({})", name);
}

std::string offset_text(SignedBits offset) {
  if (offset == 0) return "";
  // A type that prints the sign: pointer offsets are signed numbers.
  std::string number = constant_to_string(static_cast<Bits>(offset), int_type(128, true));
  return offset > 0 ? fmt::format("+{}", number) : number;
}

}  // namespace

std::string object_name(const Memory& memory, ObjectId id, uint32_t viewer) {
  const Object& object = memory.object(id);
  std::string name = object.name.empty() ? fmt::format("object{}", index(id)) : one_line(object.name);
  const SourcePos& made = object.told_at;
  if (object.storage == Storage::heap && made.valid() && made.line != 0) {
    const bool is_elsewhere = memory.main_file() != nullptr && made.file != memory.main_file();
    const std::string file = is_elsewhere ? made.file->substr(made.file->find_last_of('/') + 1) + ":" : "";
    name = fmt::format("{} at {}{}", name, file, made.line);
    return object.nth == 1 ? name : fmt::format("{}, #{}", name, object.nth);
  }
  const bool is_own = object.storage == Storage::automatic || object.storage == Storage::thread;
  return is_own && object.owner != viewer ? fmt::format("{} of thread {}", name, object.owner) : name;
}

std::optional<std::string> place_name(const Memory& memory, const Value& pointer, uint64_t bytes, const BitRange& bits,
                                      uint32_t viewer) {
  const Object& object = memory.object(pointer.object);
  const SignedBits offset = memory.signed_offset(pointer);
  const bool is_made_up = object.storage == Storage::literal || object.storage == Storage::temporary;
  if (pointer.object == kNoObject || object.name.empty() || object.name.front() == '*' || is_made_up || offset < 0)
    return std::nullopt;
  const std::string name = object_name(memory, pointer.object, viewer);
  const uint64_t begin = 8 * static_cast<uint64_t>(offset) + bits.offset;
  const PartSpan span{begin, begin + (bits.width != 0 ? bits.width : 8 * bytes)};
  std::optional<std::string> part;
  if (auto parts = parts_of(object))
    part = scalar_name(*parts, span);
  else if (offset == 0 && bits.width == 0 && object.size == bytes)
    part = "";
  if (!part) return std::nullopt;
  if (!part->empty()) return as_base(name) + *part;
  return object.storage == Storage::heap ? fmt::format("*{}", as_base(name)) : name;
}

bool is_inside(const Memory& memory, const Value& pointer, uint64_t bytes) {
  const SignedBits offset = memory.signed_offset(pointer);
  if (pointer.object == kNoObject || offset < 0) return false;
  const uint64_t begin = 8 * static_cast<uint64_t>(offset);
  const auto parts = parts_of(memory.object(pointer.object));
  return parts && is_inner_part(*parts, {begin, begin + 8 * bytes});
}

std::string line_name(const SourcePos& pos, const std::string* main_file) {
  const bool is_elsewhere = main_file != nullptr && pos.file != main_file;
  return is_elsewhere ? fmt::format("{}:{}", pos.file->substr(pos.file->find_last_of('/') + 1), pos.line)
                      : fmt::format("line {}", pos.line);
}

std::string pointer_text(const Memory& memory, const Value& pointer) {
  const Object& object = memory.object(pointer.object);
  const SignedBits offset = memory.signed_offset(pointer);
  std::string name = object_name(memory, pointer.object);
  const bool is_heap = object.storage == Storage::heap && name != object.name;
  if (is_heap && offset == 0) return name;
  std::shared_ptr<const PartNames> parts = offset >= 0 ? parts_of(object) : nullptr;
  const bool is_in_array = parts && parts->element;
  const bool has_place =
      parts && (offset < SignedBits{object.size} || (is_in_array && offset == SignedBits{object.size}));
  const std::string part = has_place ? pointed_name(*parts, static_cast<uint64_t>(offset)) : offset_text(offset);
  if (part.empty()) return "&" + name;
  return is_heap && !has_place ? as_base(name) + part : "&" + as_base(name) + part;
}

std::string values_text(Memory& memory, const Value& pointer, uint64_t bytes) {
  constexpr size_t kMost = 8;
  const auto parts = parts_of(memory.object(pointer.object));
  const SignedBits offset = memory.signed_offset(pointer);
  if (!parts || offset < 0) return "";
  const uint64_t begin = 8 * static_cast<uint64_t>(offset);
  std::vector<std::pair<std::string, std::string>> values;
  const auto visit = [&](const std::string& name, const PartSpan& span, const PartNames& scalar) {
    const uint64_t unit = 8 * uint64_t{scalar.bytes};
    const bool is_bit_field = span.begin % 8 != 0 || span.end - span.begin != unit;
    const uint64_t from = is_bit_field ? span.begin / unit * unit : span.begin;
    if (span.end > from + unit) return;
    BitRange bits;
    if (is_bit_field) {
      bits.offset = static_cast<uint8_t>(span.begin - from);
      bits.width = static_cast<uint8_t>(span.end - span.begin);
    }
    const Value at{from / 8, pointer.object, false, pointer.view};
    if (memory.accessible(at, scalar.bytes)) values.emplace_back(name, value_text(memory, at, *scalar.type, bits));
  };
  if (!each_scalar(*parts, {begin, begin + 8 * bytes}, kMost, visit)) return "";
  // Of one element or member its own parts are named.
  const std::string whole = pointed_name(*parts, static_cast<uint64_t>(offset));
  const bool is_part = std::ranges::all_of(
      values, [&](const auto& one) { return one.first.size() > whole.size() && one.first.starts_with(whole); });
  std::string text;
  for (const auto& [name, value] : values)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", is_part ? name.substr(whole.size()) : name, value);
  return text;
}

}  // namespace fencepost::core
