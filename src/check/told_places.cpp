#include "check/told_places.h"

#include <fmt/format.h>

#include "flat/configuration.h"

namespace fencepost::check {

std::string told_place(const flat::FlatProgram& program, flat::TemplateId of, flat::Loc at) {
  const flat::Template& in = program[of];
  const uint32_t begin = in.first_out[flat::index(at)], end = in.first_out[flat::index(at) + 1];
  std::string where = begin == end ? " (ended)" : "";
  for (uint32_t i = begin; i < end && where.empty(); ++i)
    if (in.edges[i].pos.valid()) where = fmt::format(" (line {})", in.edges[i].pos.line);
  return fmt::format("{} at {}{}", in.name, flat::index(at), where);
}

std::string told_places(const flat::FlatProgram& program, const std::vector<uint32_t>& singles) {
  std::string text;
  for (uint32_t i = 0; i < singles.size(); ++i)
    if (singles[i] != flat::Configuration::kNotBegun)
      text += (text.empty() ? "" : ", ") + told_place(program, flat::TemplateId{i}, flat::Loc{singles[i]});
  return text;
}

}  // namespace fencepost::check
