// The arguments that main gets from its environment (C11 5.1.2.2.1p2): argc is not negative, argv[0] to argv[argc-1] are strings, argv[argc]
// is null; the program may change all of it. The number of strings and their contents are arbitrary unless --args
// gives them. The first few strings and their first few characters are modelled; an access beyond them is unsupported
// (opaque_objects.h).
#pragma once

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

class CommandLine {
 public:
  CommandLine(Elaborator& elaborator, ProgramContext& context) : elaborator_(elaborator), context_(context) {}

  // The arguments of a call of this main.
  std::vector<core::ExprPtr> arguments(const clang::FunctionDecl* main);

 private:
  using Words = std::vector<std::string>;

  core::ExprPtr number(core::Type type) const;
  core::ExprPtr arbitrary_strings(const core::ExprPtr& count);
  core::ExprPtr arbitrary_string(unsigned index);
  core::ExprPtr given_strings(const Words& words);
  core::ExprPtr environment(const std::string& name);
  core::ExprPtr object(const core::ExprPtr& bytes, unsigned align, const std::string& name);
  core::ExprPtr open_object(uint64_t bytes, unsigned align, std::string name, std::string why);
  core::ExprPtr part(const core::ExprPtr& base, uint64_t offset) const;
  core::ExprPtr size(uint64_t bytes) const { return core::constant(bytes, elaborator_.size_type()); }

  Elaborator& elaborator_;
  ProgramContext& context_;
};

}  // namespace fencepost::frontend
