#include "core/part_names.h"

#include <fmt/format.h>

namespace fencepost::core {

namespace {

std::string member_name(const PartNames::Member& member) { return member.name.empty() ? "" : "." + member.name; }

struct NamedScalar {
  std::string name;
  PartSpan span;
  const PartNames* scalar;
};

class ScalarsOf {
 public:
  ScalarsOf(const PartSpan& wanted, size_t most) : wanted_(wanted), most_(most) {}

  // False: there are too many.
  bool collect(const PartNames& names, uint64_t at, const std::string& name) {
    if (at >= wanted_.end) return true;
    if (names.element) return collect_elements(*names.element, names.bytes, at, name);
    if (names.type) return add({name, {at, at + 8 * names.bytes}, &names});
    for (const PartNames::Member& member : names.members) {
      const std::string full = name + member_name(member);
      if (member.is_bit_field) {
        if (!add({full, {at + member.at, at + member.at + member.bits}, member.parts.get()})) return false;
      } else if (!collect(*member.parts, at + member.at, full)) {
        return false;
      }
      if (names.is_union) break;
    }
    return true;
  }

  std::vector<NamedScalar> found;

 private:
  bool collect_elements(const PartNames& element, uint64_t bytes, uint64_t at, const std::string& name) {
    if (element.bytes == 0) return true;
    const uint64_t bits = 8 * element.bytes;
    uint64_t first = wanted_.begin > at ? (wanted_.begin - at) / bits : 0;
    for (uint64_t i = first; i < bytes / element.bytes && at + i * bits < wanted_.end; ++i)
      if (!collect(element, at + i * bits, fmt::format("{}[{}]", name, i))) return false;
    return true;
  }

  bool add(NamedScalar one) {
    if (one.span.begin < wanted_.begin || one.span.end > wanted_.end) return true;
    found.push_back(std::move(one));
    return found.size() <= most_;
  }

  const PartSpan& wanted_;
  size_t most_;
};

}  // namespace

std::optional<std::string> scalar_name(const PartNames& names, const PartSpan& span) {
  if (names.element) {
    const uint64_t bits = 8 * names.element->bytes;
    if (bits == 0) return std::nullopt;
    const uint64_t begin = span.begin % bits;
    auto inner = scalar_name(*names.element, {begin, begin + span.end - span.begin});
    return inner ? std::optional(fmt::format("[{}]{}", span.begin / bits, *inner)) : std::nullopt;
  }
  for (const PartNames::Member& member : names.members) {
    if (span.begin < member.at) continue;
    if (member.is_bit_field) {
      if (span.begin == member.at && span.end == member.at + member.bits) return member_name(member);
      continue;
    }
    const bool is_open = member.parts->element && member.parts->bytes == 0;
    if (!is_open && span.end > member.at + member.bits) continue;
    if (auto inner = scalar_name(*member.parts, {span.begin - member.at, span.end - member.at}))
      return member_name(member) + *inner;
  }
  // What is inside a type of the library is nobody's business.
  const bool is_opaque = !names.type && names.members.empty() && span.end <= 8 * names.bytes;
  if (is_opaque || (names.type && span.begin == 0 && span.end == 8 * names.bytes)) return "";
  return std::nullopt;
}

bool is_inner_part(const PartNames& names, const PartSpan& span) {
  if (names.element) {
    const uint64_t bits = 8 * names.element->bytes;
    return bits != 0 && is_inner_part(*names.element, {span.begin % bits, span.begin % bits + span.end - span.begin});
  }
  for (const PartNames::Member& member : names.members)
    if (!member.is_bit_field && span.begin >= member.at && span.end <= member.at + member.bits)
      return is_inner_part(*member.parts, {span.begin - member.at, span.end - member.at});
  return !names.type && names.members.empty() && span.begin > 0;
}

std::string pointed_name(const PartNames& names, uint64_t byte) {
  if (names.element && names.element->bytes > 0) {
    const uint64_t rest = byte % names.element->bytes;
    std::string name = fmt::format("[{}]", byte / names.element->bytes);
    return rest == 0 && !names.element->element ? name : name + pointed_name(*names.element, rest);
  }
  if (byte == 0) return "";
  for (const PartNames::Member& member : names.members) {
    if (member.is_bit_field || 8 * byte < member.at) continue;
    const bool is_open = member.parts->element && member.parts->bytes == 0;
    if (!is_open && 8 * byte >= member.at + member.bits) continue;
    return member_name(member) + pointed_name(*member.parts, byte - member.at / 8);
  }
  return fmt::format("+{}", byte);
}

bool each_scalar(const PartNames& names, const PartSpan& span, size_t most, const VisitPart& visit) {
  ScalarsOf scalars(span, most);
  if (!scalars.collect(names, 0, "")) return false;
  for (const NamedScalar& one : scalars.found) visit(one.name, one.span, *one.scalar);
  return true;
}

}  // namespace fencepost::core
