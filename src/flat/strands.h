// The operands of an expression that other threads may see evaluated in any order (program::Sequencing, C11 6.5p3): where the strands
// of each lie in a procedure, and which of them have to be permuted.
//
// What others see of a strand are its accesses to what threads share, and its calls of functions that access such things, each as a
// whole (6.5.2.2p10). Where no strand shows more than one of these, permutations of whole strands are all orders; where at most one
// strand shows anything, source order is enough. What is left is not flat.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "program/cfa.h"

namespace fencepost::flat {

inline constexpr std::string_view kAnyOrder = "an expression whose order of evaluation matters";

struct Unsequenced {
  program::Loc begin{}, end{};       // where the first and the last of its Sequencing edges begin
  std::vector<program::Loc> starts;  // of the strands
  program::Loc after{};
  SourcePos pos;

  bool contains(program::Loc loc) const { return begin < loc && loc <= end; }
  // Of a location inside.
  size_t strand_at(program::Loc loc) const;
};

// Of the procedure, inner ones before outer ones. None if its edges do not pair, because some of them are never reached.
std::vector<Unsequenced> unsequenced_in(const program::Procedure& procedure);

class Strands {
 public:
  static constexpr size_t kMostStrands = 4;

  explicit Strands(const program::Cfa& cfa) : cfa_(cfa) {}

  const std::vector<Unsequenced>& of(core::FunctionId function);
  // The one of which the Sequencing edge that begins there is a part; null if it is not known.
  const Unsequenced* at(core::FunctionId function, program::Loc loc);
  bool is_permuted(core::FunctionId function, const Unsequenced& of) const {
    return permuted_.contains({function, of.begin});
  }
  void permute(core::FunctionId function, const Unsequenced& of) { permuted_.insert({function, of.begin}); }

 private:
  const program::Cfa& cfa_;
  std::map<core::FunctionId, std::vector<Unsequenced>> found_;
  std::set<std::pair<core::FunctionId, program::Loc>> permuted_;
};

}  // namespace fencepost::flat
