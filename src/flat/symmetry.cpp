#include "flat/symmetry.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "flat/operands.h"
#include "flat/shape.h"

namespace fencepost::flat {

namespace {

// Threads of one function have its name, with a number behind it from the second on.
std::string function_of(const Template& of) { return of.name.substr(0, of.name.find('#')); }

// The object of which it accesses a part that is known, and is shared.
std::string object_at(const FlatProgram& program, const Edge& edge) {
  const Access* at = access(edge.label);
  auto* id = at ? std::get_if<VarId>(&at->to) : nullptr;
  if (id == nullptr || program[*id].owner || !program[*id].part) return {};
  return program[*id].part->object;
}

class Differences {
 public:
  explicit Differences(const FlatProgram& program) : program_(program) {
    for (uint32_t i = 0; i < program.variables.size(); ++i) by_term_.emplace(program.variables[i].term, VarId{i});
    for (uint32_t i = 0; i < program.templates.size(); ++i) shapes_.emplace_back(program, TemplateId{i}, by_term_);
  }

  std::vector<Symmetry::Difference> operator()() const {
    std::map<std::string, uint32_t> first;
    std::vector<Symmetry::Difference> found;
    for (uint32_t i = 1; i < program_.templates.size(); ++i) {
      auto [one, is_first] = first.emplace(function_of(program_.templates[i]), i);
      if (!is_first && shapes_[one->second].text() != shapes_[i].text()) found.push_back(between(one->second, i));
    }
    return found;
  }

 private:
  Symmetry::Difference between(uint32_t one, uint32_t other) const {
    const Template &first = program_.templates[one], &second = program_.templates[other];
    std::string function = function_of(first);
    std::optional<size_t> at = first_difference(shapes_[one], shapes_[other]);
    if (!at) {
      const Template& longer = first.edges.size() < second.edges.size() ? second : first;
      SourcePos pos = longer.edges.empty() ? SourcePos{} : longer.edges.back().pos;
      return {pos, fmt::format("one thread that runs {} does more than another one", function)};
    }
    const Edge &mine = first.edges[*at], &its = second.edges[*at];
    std::string object = object_at(program_, mine);
    if (!object.empty() && object == object_at(program_, its))
      return {mine.pos,
              fmt::format("each thread that runs {} uses another part of {}, which it was told", function, object)};
    if (!object.empty() && !object_at(program_, its).empty())
      return {mine.pos, fmt::format("one thread that runs {} uses {}, and another one {}", function, object,
                                    object_at(program_, its))};
    return {mine.pos, fmt::format("a thread that runs {} does something else than another one from here on", function)};
  }

  const FlatProgram& program_;
  std::unordered_map<Term, VarId> by_term_;
  std::vector<Shape> shapes_;
};

// Where what the last of them runs begins: threads are made inside of a library function.
SourcePos last_begun(const FlatProgram& program) {
  for (const Edge& edge : program.templates.back().edges)
    if (edge.pos.valid()) return edge.pos;
  return {};
}

}  // namespace

std::optional<Symmetry::Difference> Symmetry::why_not() const {
  if (!replicated.empty()) return std::nullopt;
  if (!differences.empty()) return differences.front();
  return Difference{last_begun(program), program.templates.size() < 3 ? "there are no two threads beside the first"
                                                                      : "each thread runs another function"};
}

Symmetry symmetry_of(const FlatProgram& program, logic::Terms& terms) {
  Symmetry made;
  made.differences = Differences(program)();
  std::optional<FlatProgram> united = crowded(program, terms, kExchangeable);
  made.program = program;
  if (united) made.program = std::move(*united);
  for (uint32_t i = 0; i < made.program.templates.size(); ++i)
    if (Instances instances = made.program.templates[i].instances; instances != Instances{1})
      made.replicated.push_back({TemplateId{i}, instances});
  return made;
}

FlatProgram at_most(FlatProgram program, uint32_t threads) {
  for (Template& of : program.templates)
    if (of.instances.any()) of.instances = Instances{threads};
  return program;
}

}  // namespace fencepost::flat
