// In whose company a thread may be: which templates may have threads under way while one stands at a location, and where a thread has the
// word alone. By the shape of the program alone, whatever its variables are; engines that reason about one thread at a time ask it, and
// those who check them.
//
// Thread 0 knows whom it has made and whom it has waited for; others may be in the company of all that are under way with them at some time.
// A thread in an atomic section has the word as long as it can go on; one that cannot waits for ever, since what it waits for
// is its own (Assume names variables of the thread alone), unless it waits for the end of another one: such sections are none here.
#pragma once

#include <vector>

#include "flat/flat_program.h"

namespace fencepost::flat {

class Company {
 public:
  // The program outlives it.
  explicit Company(const FlatProgram& program);

  // At most one thread ever runs it: it has one instance, and one step makes it, once. Otherwise it may be in its own company.
  bool is_single(TemplateId of) const { return single_[index(of)]; }
  // May a thread of `other` take a step while another thread stands there, `at` of `of`, and the other one stands `other_at`?
  bool may_be(TemplateId of, Loc at, TemplateId other, Loc other_at) const;
  // No other thread is under way.
  bool is_alone(TemplateId of, Loc at) const { return index(of) == 0 && under_way_[index(at)].empty(); }
  // Nobody else takes a step while a thread that can go on stands there.
  bool is_in_section(TemplateId of, Loc at) const { return sections_[index(of)][index(at)]; }

 private:
  using Set = std::vector<TemplateId>;  // sorted

  void find_single();
  void find_under_way();
  void find_together();
  void find_sections();

  const FlatProgram& program_;
  std::vector<bool> single_;                 // by template
  std::vector<Set> under_way_;               // by location of template 0
  std::vector<std::vector<bool>> together_;  // by two templates other than 0
  std::vector<std::vector<bool>> sections_;  // by template and location
};

}  // namespace fencepost::flat
