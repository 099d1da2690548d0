#include "core/signature.h"

namespace fencepost::core {

namespace {

std::string_view without_spaces_behind(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// `open` is the result type of a signature without prototype: does `other` begin with it, parameters following?
bool has_result(std::string_view other, std::string_view open) {
  if (!other.starts_with(open)) return false;
  other.remove_prefix(open.size());
  while (other.starts_with(' ')) other.remove_prefix(1);
  return other.starts_with('(') && other.ends_with(')');
}

bool open_matches(std::string_view open, std::string_view other) {
  constexpr std::string_view kNoPrototype = "(*)";
  if (!open.ends_with(kNoPrototype)) return false;
  open.remove_suffix(kNoPrototype.size());
  return has_result(other, without_spaces_behind(open));
}

}  // namespace

bool compatible_signatures(std::string_view a, std::string_view b) {
  return a == b || open_matches(a, b) || open_matches(b, a);
}

}  // namespace fencepost::core
