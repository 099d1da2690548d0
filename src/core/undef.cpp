#include "core/undef.h"

#include <array>

namespace fencepost::core {

namespace {

constexpr bool on = false;
constexpr bool strict = true;
constexpr std::array kTable = {
#define UNDEF(name, id, clause, default_, sentence) UndefInfo{Undef::name, id, clause, default_, sentence},
#include "core/undef.def"
#undef UNDEF
};
static_assert(kTable.size() <= UndefSet::kMost);

}  // namespace

std::span<const UndefInfo> undef_table() { return kTable; }
const UndefInfo& info(Undef kind) { return kTable[static_cast<size_t>(kind)]; }

std::optional<Undef> undef_by_id(std::string_view id) {
  for (const UndefInfo& row : kTable)
    if (row.id == id) return row.kind;
  return std::nullopt;
}

bool ends_program(Undef kind) {
  return kind == Undef::assertion || kind == Undef::reach_error || kind == Undef::abort_called;
}

UndefSet UndefSet::defaults() {
  UndefSet set;
  for (const UndefInfo& row : kTable) set.set(row.kind, !row.strict);
  return set;
}

UndefSet UndefSet::strict() {
  UndefSet set;
  for (const UndefInfo& row : kTable) set.set(row.kind);
  set.set(Undef::abort_called, false);  // a property to ask for, not a rule of the language
  set.set(Undef::memory_leak, false);
  set.set(Undef::unfreed, false);
  set.set(Undef::deadlock, false);
  return set;
}

}  // namespace fencepost::core
