// What is known about the variables of a program: the abstract domains of the loop. An element is a string, so that equal ones are
// found by hashing; only its domain can read it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/statistics.h"
#include "engine/action.h"
#include "engine/cegar/steps.h"

namespace fencepost::engine::cegar {

using Element = std::string;

class Domain {
 public:
  virtual ~Domain() = default;
  // Nothing is known.
  virtual Element top() = 0;
  // What holds after the action; several elements are alternatives, none says that it cannot be taken. An element never claims more
  // than holds. Nothing is kept about a thread's variables that are dead at the location to which it goes.
  virtual std::vector<Element> post(const Element& before, uint32_t action, uint32_t thread, uint32_t location) = 0;
  // Whatever satisfies `strong` satisfies `weak`.
  virtual bool covers(const Element& weak, const Element& strong) const = 0;
  virtual Term term(const Element& element) = 0;
  // To tell from now on what these formulas say. Is there anything new in them? Elements that were made before are void, but for
  virtual bool refine(const std::vector<Term>& formulas) = 0;
  // what becomes of them: what they told, and nothing of what is new. then: precision() when it was made.
  virtual Element kept(const Element& element, size_t then) const = 0;
  // To combine what is told more exactly from now on, where that can be done. Elements that were made before are void, then.
  virtual bool sharpen() { return false; }
  virtual size_t precision() const = 0;                        // how much is told
  virtual std::vector<Term> variables() const = 0;             // of which it may tell something
  virtual std::vector<Term> predicates() const { return {}; }  // by which states are told apart, if by any
};

}  // namespace fencepost::engine::cegar
