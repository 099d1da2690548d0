// GNU inline assembly: the few forms that only order memory accesses. Everything else is unsupported.
#include <fmt/format.h>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

namespace {

std::string squeezed(llvm::StringRef text) {
  std::string out;
  for (char c : text)
    if (!isspace(static_cast<unsigned char>(c)) && c != ';') out += static_cast<char>(tolower(c));
  return out;
}

// x86: the fence, and locked read-modify-writes that change nothing.
bool is_full_fence(const std::string& text) {
  return text == "mfence" || text.starts_with("lockaddl$0,") || text.starts_with("lockaddl$0x0,") ||
         text.starts_with("lockaddq$0,") || text.starts_with("lockorl$0,") || text.starts_with("lockorq$0,");
}

}  // namespace

void Elaborator::assembly(const clang::GCCAsmStmt* stmt) {
  std::string text = squeezed(stmt->getAsmString()->getString());
  bool pure = stmt->getNumOutputs() == 0 && !stmt->isAsmGoto();
  bool does_nothing = text.empty() || text == "pause" || text == "nop" || text == "repnop";
  if (pure && does_nothing) return;  // at most a barrier for the compiler
  if (pure && is_full_fence(text)) {
    build_.emit(core::Fence{core::MemoryOrder::seq_cst}, "asm");
    return;
  }
  unsupported(stmt, fmt::format("inline assembly `{}`", text.substr(0, 40)));
}

}  // namespace fencepost::frontend
