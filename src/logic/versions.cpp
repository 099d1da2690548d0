#include "logic/versions.h"

#include <fmt/format.h>

#include "logic/variables.h"

namespace fencepost::logic {

Term Versions::write(Term variable) {
  std::vector<Term>& known = versions_[variable];
  size_t index = newest_[variable]++;
  if (index == known.size()) {
    known.push_back(terms_.fresh(fmt::format("{}.{}", variable.name(), index + 1), variable.sort()));
    back_.put(known.back(), variable);
  }
  return known[index];
}

Term Versions::now(Term formula) const {
  Substitution forward(terms_);
  for (Term variable : variables_of({formula}))
    if (auto found = newest_.find(variable); found != newest_.end())
      forward.put(variable, versions_.at(variable)[found->second - 1]);
  return forward(formula);
}

}  // namespace fencepost::logic
