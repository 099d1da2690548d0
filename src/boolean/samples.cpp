#include "boolean/samples.h"

#include <algorithm>
#include <array>
#include <random>
#include <unordered_set>

#include "flat/operands.h"

namespace fencepost::boolean {

using logic::Sort;
using logic::Term;

namespace {

constexpr size_t kMostConstants = 64;  // of one sort

class Sampler {
 public:
  Sampler(const flat::FlatProgram& program, const std::vector<Term>& predicates) : program_(program) {
    for (const flat::Template& of : program.templates)
      for (const flat::Edge& edge : of.edges) flat::each_term(edge, [&](Term term) { add_constants(term); });
    for (Term predicate : predicates) add_constants(predicate);
    for (const flat::Variable& variable : program.variables) number_of(variable.term.sort());
  }

  logic::Assignment operator()() {
    std::vector<std::array<logic::Bits, kValues>> values;
    for (const OfSort& of : sorts_) values.push_back(chosen(of));
    logic::Assignment made;
    for (const flat::Variable& variable : program_.variables)
      made.emplace(variable.term, values[number_of(variable.term.sort())][below(kValues)]);
    return made;
  }

 private:
  static constexpr size_t kValues = 4;
  struct OfSort {
    Sort sort;
    std::vector<logic::Bits> constants;
  };

  size_t number_of(Sort sort) {
    auto found = std::ranges::find(sorts_, sort, &OfSort::sort);
    if (found == sorts_.end()) found = sorts_.insert(sorts_.end(), {sort, {0}});
    return static_cast<size_t>(found - sorts_.begin());
  }

  void add_constants(Term root) {
    std::vector<Term> open{root};
    while (!open.empty()) {
      Term term = open.back();
      open.pop_back();
      if (!term || !seen_.insert(term).second) continue;
      if (term.is_const()) {
        std::vector<logic::Bits>& constants = sorts_[number_of(term.sort())].constants;
        if (constants.size() < kMostConstants && std::ranges::find(constants, term.value()) == constants.end())
          constants.push_back(term.value());
      }
      for (Term argument : term.args()) open.push_back(argument);
    }
  }

  // Neighbours, or what the program names.
  std::array<logic::Bits, kValues> chosen(const OfSort& of) {
    std::array<logic::Bits, kValues> values{};
    const logic::Bits base = of.constants[below(of.constants.size())];
    const bool are_neighbours = below(2) == 0;
    for (size_t i = 0; i < kValues; ++i)
      values[i] = within(of.sort, are_neighbours ? base + i : of.constants[below(of.constants.size())] + (i & 1));
    return values;
  }

  static logic::Bits within(Sort sort, logic::Bits value) {
    switch (sort.kind) {
      case logic::SortKind::boolean:
        return value & 1;
      case logic::SortKind::integer:
        return value;
      default:
        return sort.width >= 8 * sizeof(logic::Bits) ? value : value & ((logic::Bits{1} << sort.width) - 1);
    }
  }

  size_t below(size_t number) { return static_cast<size_t>(random_() % number); }

  const flat::FlatProgram& program_;
  std::mt19937_64 random_{1};
  std::vector<OfSort> sorts_;
  std::unordered_set<Term> seen_;
};

}  // namespace

std::vector<logic::Assignment> samples(const flat::FlatProgram& program, const std::vector<Term>& predicates,
                                       size_t number) {
  Sampler sampler(program, predicates);
  std::vector<logic::Assignment> made;
  for (size_t i = 0; i < number; ++i) made.push_back(sampler());
  return made;
}

}  // namespace fencepost::boolean
