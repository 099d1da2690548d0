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
// The program ends there, by its own will; of undefined behaviour C says nothing (3.4.3), not even that.
bool ends_program(Undef kind);

// Which kinds a run checks.
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
