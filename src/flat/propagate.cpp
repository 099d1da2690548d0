// What a thread's variable is worth, said by other variables of the thread, takes its place: x = i; assume x < 5 is assume i < 5.
// C's expressions come as chains of such copies, which hide from abstractions what the program compares.
#include <algorithm>
#include <map>
#include <unordered_set>

#include "flat/operands.h"
#include "flat/simplify.h"
#include "logic/substitute.h"
#include "logic/variables.h"

namespace fencepost::flat {

namespace {

constexpr size_t kMostOfTerm = 40;  // of a term that takes a variable's place

size_t nodes_of(Term term) {
  std::unordered_set<Term> seen{term};
  std::vector<Term> stack{term};
  while (!stack.empty() && seen.size() <= kMostOfTerm) {
    Term top = stack.back();
    stack.pop_back();
    for (Term arg : top.args())
      if (seen.insert(arg).second) stack.push_back(arg);
  }
  return seen.size();
}

// Of variables of one thread at one place: terms over other variables that have the same value there.
using Known = std::map<VarId, Term>;

class Propagation {
 public:
  Propagation(FlatProgram& program, logic::Terms& terms, Template& of) : program_(program), terms_(terms), of_(of) {
    for (const Variable& variable : program.variables)
      if (!variable.owner) shared_.insert(variable.term);
  }

  // In an order in which a location comes after all that lead to it, where there is one: what is known at others, the heads of loops, is
  // nothing. So one round is enough.
  void operator()() {
    std::vector<uint32_t> order = locations();
    std::vector<std::vector<Known>> incoming(of_.locations);
    std::vector<uint32_t> missing(of_.locations, 0);
    for (const Edge& edge : of_.edges) ++missing[index(edge.to)];
    ++missing[index(of_.entry)];  // from nowhere
    for (uint32_t location : order) {
      Known known;
      if (incoming[location].size() == missing[location]) known = common(incoming[location]);
      for (uint32_t i = of_.first_out[location]; i < of_.first_out[location + 1]; ++i) {
        Known after = known;
        rewrite(of_.edges[i].label, known);
        take(of_.edges[i].label, after);
        incoming[index(of_.edges[i].to)].push_back(std::move(after));
      }
    }
  }

 private:
  // Reverse postorder of a depth-first search.
  std::vector<uint32_t> locations() const {
    std::vector<uint32_t> order;
    std::vector<bool> seen(of_.locations, false);
    std::vector<std::pair<uint32_t, uint32_t>> stack;  // location, next edge
    auto enter = [&](uint32_t location) {
      seen[location] = true;
      stack.emplace_back(location, of_.first_out[location]);
    };
    enter(index(of_.entry));
    while (!stack.empty()) {
      auto& [location, next] = stack.back();
      if (next == of_.first_out[location + 1]) {
        order.push_back(location);
        stack.pop_back();
        continue;
      }
      uint32_t to = index(of_.edges[next++].to);
      if (!seen[to]) enter(to);
    }
    std::ranges::reverse(order);
    return order;
  }

  static Known common(std::vector<Known>& ways) {
    if (ways.empty()) return {};
    Known known = std::move(ways[0]);
    for (size_t i = 1; i < ways.size(); ++i)
      std::erase_if(known, [&](const auto& entry) {
        auto found = ways[i].find(entry.first);
        return found == ways[i].end() || found->second != entry.second;
      });
    return known;
  }

  bool mentions(Term term, VarId id) const {
    std::vector<Term> variables = logic::variables_of({term});
    return std::ranges::find(variables, program_[id].term) != variables.end();
  }

  // Notes, which others write, are not.
  bool is_own(Term term) const {
    return std::ranges::none_of(logic::variables_of({term}), [&](Term variable) { return shared_.contains(variable); });
  }

  void forget(Known& known, VarId written) const {
    known.erase(written);
    std::erase_if(known, [&](const auto& entry) { return mentions(entry.second, written); });
  }

  logic::Substitution substitution(const Known& known) {
    logic::Substitution values(terms_);
    for (const auto& [id, term] : known) values.put(program_[id].term, term);
    return values;
  }

  void rewrite(Label& label, const Known& known) {
    auto* update = std::get_if<Rmw>(&label);
    logic::Substitution values = substitution(known);
    if (update == nullptr) return replace_terms(label, values);
    // Its condition and value name the target, and mean what the update has just read.
    if (update->at.place) update->at.place = values(update->at.place);
    Known others = known;
    forget(others, update->target);
    logic::Substitution after = substitution(others);
    update->condition = after(update->condition);
    update->value = after(update->value);
  }

  // Of a label that has been rewritten.
  void take(const Label& label, Known& known) const {
    if (auto written = target(label)) forget(known, *written);
    if (std::holds_alternative<Store>(label) || std::holds_alternative<Rmw>(label))
      each_cell(*access(label), program_, [&](VarId id) { forget(known, id); });
    auto* assign = std::get_if<Assign>(&label);
    if (assign != nullptr && !mentions(assign->value, assign->target) && is_own(assign->value) &&
        nodes_of(assign->value) <= kMostOfTerm)
      known.emplace(assign->target, assign->value);
  }

  FlatProgram& program_;
  logic::Terms& terms_;
  Template& of_;
  std::unordered_set<Term> shared_;
};

}  // namespace

void propagate_values(FlatProgram& program, logic::Terms& terms) {
  for (Template& of : program.templates) Propagation(program, terms, of)();
}

}  // namespace fencepost::flat
