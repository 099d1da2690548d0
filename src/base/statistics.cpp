#include "base/statistics.h"

namespace fencepost {

double& Statistics::slot(std::string_view name) {
  auto it = index_.find(name);
  if (it == index_.end()) {
    it = index_.emplace(std::string(name), entries_.size()).first;
    entries_.emplace_back(std::string(name), 0);
  }
  return entries_[it->second].second;
}

void Statistics::add(std::string_view name, double amount) { slot(name) += amount; }
void Statistics::set(std::string_view name, double value) { slot(name) = value; }

double Statistics::get(std::string_view name) const {
  auto it = index_.find(name);
  return it == index_.end() ? 0 : entries_[it->second].second;
}

}  // namespace fencepost
