// The sets and relations that front ends may put into an execution graph, for all architectures. A cat file that names
// one of them on a graph without such events sees the empty set: a model of one architecture applies to a test of
// another. A name that is neither here nor defined in the file is an error with a suggestion.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace fencepost::memory {

enum class BaseKind { set, relation };

struct BaseName {
  std::string_view name;
  BaseKind kind;
  std::string_view meaning;
  bool of_programs = true;  // do C programs have such events or edges?
};

std::span<const BaseName> base_names();
std::optional<BaseKind> find_base_name(std::string_view name);
// Do C programs have events or edges of this name? Some names of published models are accepted for litmus tests only;
// a model that rests on one must not judge C programs, since an axiom over an empty set is not what its author meant.
bool is_of_programs(std::string_view name);

}  // namespace fencepost::memory
