// A template without the names of its variables and without its constants, so that templates that do the same have the same shape.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "flat/flat_program.h"

namespace fencepost::flat {

class Shape {
 public:
  Shape(const FlatProgram& program, TemplateId id, const std::unordered_map<Term, VarId>& by_term);

  const std::string& text() const { return text_; }
  const std::vector<VarId>& variables() const { return variables_; }  // its own, by first mention
  const std::vector<Term>& constants() const { return constants_; }   // by mention
  const std::vector<size_t>& in_locks() const { return in_locks_; }   // mentions that say who has taken a lock
  const std::set<size_t>& of_locks() const { return of_locks_; }      // these, and where it is checked who has
  // The first edge of both that does something else; nothing if one does all that the other one does, and more.
  friend std::optional<size_t> first_difference(const Shape& one, const Shape& other);

 private:
  template <typename... Numbers>
  void say(Numbers... numbers);
  void sort(logic::Sort of);
  void orders(const Label& label);
  void variable(VarId id);
  void place(const Access& to);
  void term(Term of);

  const FlatProgram& program_;
  const std::unordered_map<Term, VarId>& by_term_;
  std::string text_;
  std::vector<size_t> ends_;  // of edges, in the text
  std::map<VarId, size_t> numbers_;
  std::unordered_map<Term, size_t> terms_;
  std::vector<VarId> variables_;
  std::vector<Term> constants_;
  std::vector<size_t> in_locks_;
  std::set<size_t> of_locks_;
};

}  // namespace fencepost::flat
