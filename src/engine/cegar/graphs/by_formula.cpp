#include "engine/cegar/graphs/by_formula.h"

#include "base/diagnostic.h"
#include "engine/cegar/graphs/open_writes.h"

namespace fencepost::engine::cegar::graphs {

using logic::Term;
using memory::EventId;
using runs::Clocks;
using runs::TermRelation;
using runs::TermSet;

namespace {

// The graph's sets and relations, all of them constant but what depends on coherence.
class GraphAlgebra : public runs::TermAlgebra {
 public:
  GraphAlgebra(const memory::ExecutionGraph& graph, TermRelation coherence, logic::Terms& terms, Budget& budget)
      : TermAlgebra(terms, budget), graph_(graph), coherence_(std::move(coherence)) {}

  TermSet base_set(const std::string& name) override {
    TermSet members;
    auto add = [&](size_t i) { members.emplace(static_cast<EventId>(i), terms_.boolean(true)); };
    if (name == "_")
      for (size_t i = 0; i < graph_.size(); ++i) add(i);
    else if (const memory::EventSet* set = graph_.find_set(name))
      set->for_each(add);
    return members;
  }

  TermRelation base_relation(const std::string& name) override {
    if (name == "co") return coherence_;
    if (name == "fr") return minus(compose(inverse(base_relation("rf")), coherence_), base_relation("id"));
    for (const char* part : {"rf", "co", "fr"}) {
      if (name == std::string(part) + "i") return intersect(base_relation(part), base_relation("int"));
      if (name == std::string(part) + "e") return minus(base_relation(part), base_relation("int"));
    }
    TermRelation pairs;
    if (const memory::Relation* relation = graph_.find_relation(name))
      relation->for_each([&](size_t from, size_t to) {
        pairs.emplace(std::pair(static_cast<EventId>(from), static_cast<EventId>(to)), terms_.boolean(true));
      });
    return pairs;
  }

 private:
  const memory::ExecutionGraph& graph_;
  TermRelation coherence_;
};

// A total order of the writes of each location: as numbers that a function gives them, or a variable for each pair.
class Coherence {
 public:
  Coherence(Clocks clocks, const memory::Relation& known, logic::Terms& terms, std::vector<Term>& all)
      : clocks_(clocks), known_(known), terms_(terms), all_(all) {}

  TermRelation of(const memory::ExecutionGraph& graph) {
    TermRelation co;
    Term always = terms_.boolean(true);
    std::vector<Term> places(graph.size());
    for (const WritesOfLocation& writes : writes_by_location(graph)) {
      const std::vector<EventId>& others = writes.others;
      for (EventId first : writes.initial)
        for (EventId other : others) co.emplace(std::pair(first, other), always);
      for (EventId write : others)
        if (clocks_ == Clocks::integers) places[write] = terms_.fresh("place", logic::int_sort());
      for (size_t i = 0; i < others.size(); ++i)
        for (size_t j = i + 1; j < others.size(); ++j) {
          Term before = before_of(others[i], others[j], places);
          put(co, others[i], others[j], before);
          put(co, others[j], others[i], terms_.not_(before));
        }
      if (clocks_ == Clocks::bits) make_transitive(others, co);
    }
    return co;
  }

 private:
  static void put(TermRelation& co, EventId a, EventId b, Term before) {
    if (!before.is_false()) co.emplace(std::pair(a, b), before);
  }

  Term before_of(EventId a, EventId b, const std::vector<Term>& places) {
    bool is_before = known_.test(a, b), is_after = known_.test(b, a);
    if (clocks_ == Clocks::bits)
      return is_before || is_after ? terms_.boolean(is_before) : terms_.fresh("co", logic::bool_sort());
    all_.push_back(terms_.ne(places[a], places[b]));
    return terms_.binary(logic::Op::int_lt, places[a], places[b]);
  }

  void make_transitive(const std::vector<EventId>& writes, const TermRelation& co) {
    auto before = [&](EventId a, EventId b) {
      auto found = co.find({a, b});
      return found == co.end() ? terms_.boolean(false) : found->second;
    };
    for (EventId a : writes)
      for (EventId b : writes)
        for (EventId c : writes)
          if (a != b && b != c && a != c)
            all_.push_back(terms_.implies(terms_.and_(before(a, b), before(b, c)), before(a, c)));
  }

  Clocks clocks_;
  const memory::Relation& known_;
  logic::Terms& terms_;
  std::vector<Term>& all_;
};

}  // namespace

ByFormula::ByFormula(const memory::Model& model, Clocks clocks, Budget& budget, Statistics& statistics)
    : model_(model), clocks_(clocks), budget_(budget), statistics_(statistics) {
  if (!model.program.options.with_co || model.program.requires_registers())
    throw InputError({}, "this model chooses coherence, or knows registers, and has no formula", "use another solver");
  memory::ExecutionGraph nothing({});
  nothing.relation("rf");
  nothing.derive_static();
  allows(nothing);  // throws where the text has no formula
}

bool ByFormula::allows(const memory::ExecutionGraph& graph, const memory::Relation& known) {
  logic::Terms terms;
  std::vector<Term> all;
  TermRelation co = Coherence(clocks_, known, terms, all).of(graph);
  GraphAlgebra algebra(graph, std::move(co), terms, budget_);
  for (Term axiom : runs::axioms(model_.program, algebra, graph.size(), clocks_, terms)) all.push_back(axiom);
  logic::SolverKind kind = clocks_ == Clocks::bits ? logic::SolverKind::cadical : logic::SolverKind::z3;
  auto solver = logic::make_solver(kind, terms, budget_, statistics_);
  for (Term term : all) {
    if (term.is_false()) return false;
    solver->assert_term(term);
  }
  return solver->check() == logic::Answer::sat;
}

}  // namespace fencepost::engine::cegar::graphs
