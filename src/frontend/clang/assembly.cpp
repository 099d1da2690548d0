// GNU inline assembly: the few forms that only order memory accesses. Everything else is unsupported.
#include <fmt/format.h>

#include <map>
#include <optional>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

namespace {

std::string squeezed(llvm::StringRef text) {
  std::string out;
  for (char c : text)
    if (!isspace(static_cast<unsigned char>(c)) && c != ';') out += static_cast<char>(tolower(c));
  return out;
}

// x86: locked read-modify-writes that change nothing.
bool is_locked_nothing(const std::string& text) {
  return text.starts_with("lockaddl$0,") || text.starts_with("lockaddl$0x0,") || text.starts_with("lockaddq$0,") ||
         text.starts_with("lockorl$0,") || text.starts_with("lockorq$0,");
}

// The barriers of machines, as the fences of C (or of the kernel, where C has none) that are mapped to them
// (models/*.orders). Those that order nothing by themselves (isync, isb) or less than any such fence (eieio) are
// unsupported.
std::optional<core::MemoryOrder> fence_of(const std::string& text) {
  using enum core::MemoryOrder;
  static const std::map<std::string, core::MemoryOrder> kFences = {
      {"mfence", seq_cst}, {"sfence", release},    {"lfence", acquire},     {"dmbish", seq_cst},
      {"dmbsy", seq_cst},  {"dsbish", seq_cst},    {"dsbsy", seq_cst},      {"dmbishld", acquire},
      {"dmbld", acquire},  {"dmbishst", wmb},      {"dmbst", wmb},          {"sync", seq_cst},
      {"hwsync", seq_cst}, {"lwsync", acq_rel},    {"fencerw,rw", seq_cst}, {"fenceiorw,iorw", seq_cst},
      {"fence", seq_cst},  {"fencer,rw", acquire}, {"fencerw,w", release},  {"fence.tso", acq_rel},
      {"fencer,r", rmb},   {"fencew,w", wmb}};
  auto found = kFences.find(text);
  if (found != kFences.end()) return found->second;
  return is_locked_nothing(text) ? std::optional(seq_cst) : std::nullopt;
}

}  // namespace

void Elaborator::assembly(const clang::GCCAsmStmt* stmt) {
  std::string text = squeezed(stmt->getAsmString()->getString());
  bool pure = stmt->getNumOutputs() == 0 && !stmt->isAsmGoto();
  bool does_nothing = text.empty() || text == "pause" || text == "nop" || text == "repnop";
  if (pure && does_nothing) return;  // at most a barrier for the compiler
  if (std::optional<core::MemoryOrder> order = pure ? fence_of(text) : std::nullopt) {
    build_.emit(core::Fence{*order}, "asm");
    return;
  }
  unsupported(stmt, fmt::format("inline assembly `{}`", text.substr(0, 40)));
}

}  // namespace fencepost::frontend
