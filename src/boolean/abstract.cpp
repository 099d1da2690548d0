#include "boolean/abstract.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "boolean/cube_search.h"
#include "boolean/precondition.h"
#include "boolean/samples.h"
#include "flat/automaton_shape.h"
#include "flat/configuration.h"
#include "flat/groups.h"
#include "flat/operands.h"

namespace fencepost::boolean {

namespace {

constexpr size_t kSamples = 512;

std::vector<Term> distinct(const std::vector<Term>& predicates, logic::Terms& terms) {
  std::vector<Term> kept;
  std::unordered_set<Term> seen;
  for (Term predicate : predicates)
    if (!predicate.is_const() && !seen.contains(terms.not_(predicate)) && seen.insert(predicate).second)
      kept.push_back(predicate);
  return kept;
}

std::unique_ptr<logic::Solver> solver_for(const flat::FlatProgram& program, std::vector<Term> needed,
                                          logic::Terms& terms, Budget& budget, Statistics& statistics) {
  for (const flat::Template& of : program.templates)
    for (const flat::Edge& edge : of.edges) flat::each_term(edge, [&](Term term) { needed.push_back(term); });
  for (const flat::Variable& variable : program.variables) needed.push_back(variable.term);
  for (logic::SolverKind kind : {logic::SolverKind::cadical, logic::SolverKind::lazy_floats})
    if (logic::supports(kind, needed)) return logic::make_solver(kind, terms, budget, statistics);
  return logic::make_solver(logic::SolverKind::z3, terms, budget, statistics);
}

class Abstractor {
 public:
  Abstractor(const flat::FlatProgram& program, std::vector<Term> predicates, const AbstractionOptions& options,
             logic::Terms& terms, Budget& budget, Statistics& statistics)
      : program_(program),
        predicates_(std::move(predicates)),
        options_(options),
        terms_(terms),
        budget_(budget),
        solver_(solver_for(program, predicates_, terms, budget, statistics)),
        cubes_(predicates_, options.most_literals, given_cubes(), options.searched,
               samples(program, predicates_, kSamples), terms, *solver_),
        preconditions_(program, terms) {}

  Abstraction operator()() {
    variables();
    for (uint32_t i = 0; i < program_.templates.size(); ++i) made_.program.threads.push_back(thread(i));
    made_.program.never = cubes_.contradictions(options_.most_in_contradictions);
    made_.counts.solver_calls = cubes_.counts().solver_calls;
    made_.counts.cubes_tried = cubes_.counts().cubes_tried;
    count_cubes();
    verify(made_.program, "predicate abstraction");
    return std::move(made_);
  }

 private:
  std::optional<std::vector<Cube>> given_cubes() {
    if (options_.cubes == nullptr) return std::nullopt;
    std::unordered_map<Term, Literal> literals;
    for (uint32_t i = 0; i < predicates_.size(); ++i) {
      literals.emplace(predicates_[i], Literal{BoolVar{i}, true});
      literals.emplace(terms_.not_(predicates_[i]), Literal{BoolVar{i}, false});
    }
    std::set<Cube> cubes;
    for (Term conjunction : *options_.cubes) {
      Cube cube;
      if (!add_literals(conjunction, literals, cube)) continue;
      std::ranges::sort(cube);
      cube.erase(std::ranges::unique(cube).begin(), cube.end());
      if (cube.size() > 1 && !has_opposites(cube)) cubes.insert(cube);
    }
    return std::vector<Cube>(cubes.begin(), cubes.end());
  }
  // False if it is no conjunction of literals.
  static bool add_literals(Term term, const std::unordered_map<Term, Literal>& literals, Cube& cube) {
    if (auto found = literals.find(term); found != literals.end()) {
      cube.push_back(found->second);
      return true;
    }
    if (term.op() != logic::Op::and_) return false;
    return std::ranges::all_of(term.args(), [&](Term one) { return add_literals(one, literals, cube); });
  }
  static bool has_opposites(const Cube& cube) {
    return std::ranges::adjacent_find(cube, {}, &Literal::variable) != cube.end();
  }

  // A thread's variables keep their first values until it begins.
  Term at_start() {
    Term all = terms_.boolean(true);
    for (const flat::Variable& variable : program_.variables) {
      if (!variable.initial || variable.is_instance_number) continue;
      all = terms_.and_(all, terms_.eq(variable.term, constant(variable.term.sort(), *variable.initial)));
    }
    return all;
  }
  Term constant(logic::Sort sort, logic::Bits value) {
    if (sort.kind == logic::SortKind::boolean) return terms_.boolean(value != 0);
    if (sort.kind == logic::SortKind::floating) return terms_.fp_bits(value, sort.width);
    if (sort.kind == logic::SortKind::integer) return terms_.integer(static_cast<logic::SignedBits>(value));
    return terms_.bv(value, sort.width);
  }

  void variables() {
    Term start = at_start();
    for (Term predicate : predicates_)
      made_.program.variables.push_back({logic::to_string(predicate), predicate, cubes_.truth(predicate, start)});
  }

  Thread thread(uint32_t number) {
    const flat::Template& of = program_.templates[number];
    Thread made{of.name, of.locations, flat::index(of.entry), {}, of.first_out, {}};
    for (uint32_t at = 0; at < of.locations; ++at) {
      bool is_known = options_.never_waits && (*options_.never_waits)[number][at];
      made.may_wait.push_back(!is_known && may_wait(flat::edges_of(of, at)));
    }
    const std::vector<bool> inside = flat::sections_of(of).inside;
    for (const flat::Edge& one : of.edges) {
      budget_.check();
      is_emptying_ =
          options_.emptying && options_.emptying->contains({number, static_cast<uint32_t>(made.edges.size())});
      made.edges.push_back(edge(one));
      // Only there it matters to others whether a thread waits.
      bool matters = made.may_wait[flat::index(one.from)] && inside[flat::index(one.from)];
      if (matters && made.edges.back().kind != Edge::Kind::check)
        made.edges.back().passes = cubes_.implicants(can_be_taken(one.label));
    }
    return made;
  }

  Edge edge(const flat::Edge& of) {
    Edge made{flat::index(of.from), flat::index(of.to), kind(of.label), {}, {}, {}, 0, true, of.pos};
    if (auto* k = std::get_if<flat::Spawn>(&of.label)) made.other = flat::index(k->spawned);
    if (auto* k = std::get_if<flat::Join>(&of.label)) made.other = flat::index(k->joined);
    if (auto* k = std::get_if<flat::Assume>(&of.label)) made.blocked = cubes_.implicants(terms_.not_(k->condition));
    if (auto* k = std::get_if<flat::Check>(&of.label)) {
      made.is_claim = k->kind.has_value();
      made.passes = cubes_.implicants(k->condition);
      made.blocked = cubes_.implicants(terms_.not_(k->condition));
    }
    Preconditions::OfEdge before = preconditions_.of(of);
    for (uint32_t i = 0; i < predicates_.size(); ++i) {
      Term needed = before(predicates_[i]);
      if (needed == predicates_[i]) continue;
      if (is_emptying_)
        made.updates.push_back({BoolVar{i}, {}, {}});
      else
        made.updates.push_back({BoolVar{i}, cubes_.implicants(needed), cubes_.implicants(terms_.not_(needed))});
    }
    return made;
  }

  static Edge::Kind kind(const flat::Label& label) {
    if (std::holds_alternative<flat::Check>(label)) return Edge::Kind::check;
    if (std::holds_alternative<flat::AtomicBegin>(label)) return Edge::Kind::atomic_begin;
    if (std::holds_alternative<flat::AtomicEnd>(label)) return Edge::Kind::atomic_end;
    if (std::holds_alternative<flat::Spawn>(label)) return Edge::Kind::spawn;
    if (std::holds_alternative<flat::Join>(label)) return Edge::Kind::join;
    if (std::holds_alternative<flat::Exit>(label)) return Edge::Kind::exit;
    return Edge::Kind::step;
  }

  // Unless one of the edges can be taken whatever the variables are.
  bool may_wait(std::span<const flat::Edge> edges) {
    Term passes = terms_.boolean(false);
    for (const flat::Edge& one : edges) passes = terms_.or_(passes, can_be_taken(one.label));
    return cubes_.truth(passes, terms_.boolean(true)) != Truth::holds;
  }
  // Whatever the locations of other threads are.
  Term can_be_taken(const flat::Label& label) {
    if (auto* assume = std::get_if<flat::Assume>(&label)) return assume->condition;
    bool depends = std::holds_alternative<flat::Join>(label) || std::holds_alternative<flat::Spawn>(label);
    if (depends) return terms_.boolean(false);
    const flat::Access* access = flat::access(label);
    auto* group = access ? std::get_if<flat::GroupId>(&access->to) : nullptr;
    return group ? flat::is_cell(program_[*group], access->place, terms_) : terms_.boolean(true);
  }

  void count_cubes() {
    std::set<Cube> used;
    auto count = [&](const Formula& formula) {
      for (const Cube& cube : formula) {
        made_.counts.largest_cube = std::max(made_.counts.largest_cube, static_cast<uint32_t>(cube.size()));
        if (cube.size() > 1) used.insert(cube);
      }
    };
    for (const Thread& one : made_.program.threads)
      for (const Edge& step : one.edges) {
        count(step.blocked);
        count(step.passes);
        for (const Update& update : step.updates) count(update.pos), count(update.neg);
      }
    made_.counts.cubes_used = used.size();
  }

  const flat::FlatProgram& program_;
  std::vector<Term> predicates_;
  const AbstractionOptions& options_;
  logic::Terms& terms_;
  Budget& budget_;
  std::unique_ptr<logic::Solver> solver_;
  CubeSearch cubes_;
  Preconditions preconditions_;
  bool is_emptying_ = false;  // the next edge
  Abstraction made_;
};

}  // namespace

std::variant<Abstraction, flat::NotFlat> abstracted(const flat::FlatProgram& program,
                                                    const std::vector<Term>& predicates,
                                                    const AbstractionOptions& options, logic::Terms& terms,
                                                    Budget& budget, Statistics& statistics) {
  if (auto why = flat::why_not_single(program)) return flat::NotFlat{{}, *why};
  return Abstractor(program, distinct(predicates, terms), options, terms, budget, statistics)();
}

}  // namespace fencepost::boolean
