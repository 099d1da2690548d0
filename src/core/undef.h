// Every way in which a program can go wrong, in one table (undef.def): a stable id, the ISO C11 clause and a
// plain sentence. A Core `check` names one of these kinds; reports, options and tests use the ids.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace fencepost::core {

enum class Undef : uint8_t {
#define UNDEF(name, id, clause, default_, sentence) name,
#include "core/undef.def"
#undef UNDEF
};

struct UndefInfo {
  Undef kind;
  std::string_view id;
  std::string_view clause;
  bool strict;  // off by default
  std::string_view sentence;
};

std::span<const UndefInfo> undef_table();
const UndefInfo& info(Undef kind);
std::optional<Undef> undef_by_id(std::string_view id);
// Does a failure of this kind end the program, as a failed assertion and abort do? After undefined behaviour nothing
// is certain (C11 3.4.3), the end of the program included.
bool ends_program(Undef kind);

// The kinds that are checked.
class UndefSet {
 public:
  static constexpr size_t kMost = 128;
  static UndefSet defaults();
  static UndefSet strict();
  void set(Undef kind, bool on = true) { bits_.set(static_cast<size_t>(kind), on); }
  bool has(Undef kind) const { return bits_.test(static_cast<size_t>(kind)); }

 private:
  std::bitset<kMost> bits_;
};

}  // namespace fencepost::core
