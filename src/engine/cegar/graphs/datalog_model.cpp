#include "engine/cegar/graphs/datalog_model.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/diagnostic.h"
#include "memory/cat/symbolic.h"

namespace fencepost::engine::cegar::graphs {

using memory::cat::CheckKind;
using memory::cat::Op;

namespace {

constexpr uint8_t kX = 0, kY = 1, kZ = 2;
constexpr uint32_t kEmpty = 0;  // the predicate of which nothing holds

}  // namespace

// An Algebra of memory/cat/symbolic.h. Equal expressions are one predicate.
class DatalogModel::Algebra {
 public:
  struct Set {
    uint32_t predicate = kEmpty;
  };
  struct Relation {
    uint32_t predicate = kEmpty;
  };

  explicit Algebra(DatalogModel& model) : model_(model) { model.rules_.predicate(); }

  Set base_set(const std::string& name) { return {base(name, true)}; }
  Relation base_relation(const std::string& name) {
    if (name == "co") return {coherence()};
    if (name == "fr") return minus(compose(inverse(base_relation("rf")), {coherence()}), base_relation("id"));
    for (const char* part : {"rf", "co", "fr"}) {
      if (name == std::string(part) + "i") return intersect(base_relation(part), base_relation("int"));
      if (name == std::string(part) + "e") return minus(base_relation(part), base_relation("int"));
    }
    return {base(name, false)};
  }

  Set unite(Set a, Set b) { return {united(a.predicate, b.predicate)}; }
  Set intersect(Set a, Set b) { return {two('&', at(a), at(b))}; }
  Set minus(Set a, Set b) { return {two('\\', at(a), negated(at(b)))}; }
  Relation unite(Relation a, Relation b) { return {united(a.predicate, b.predicate)}; }
  Relation intersect(Relation a, Relation b) { return {two('&', at(a), at(b))}; }
  Relation minus(Relation a, Relation b) { return {two('\\', at(a), negated(at(b)))}; }
  Relation complement(Relation a) {
    Set all = base_set("_");
    return minus(product(all, all), a);
  }
  Relation product(Set a, Set b) { return {two('*', {a.predicate, kX, kX}, {b.predicate, kY, kY})}; }
  Relation compose(Relation a, Relation b) { return {two(';', {a.predicate, kX, kZ}, {b.predicate, kZ, kY})}; }
  Relation inverse(Relation a) { return {one('^', {a.predicate, kY, kX}, kX, kY)}; }
  Relation closure(Relation a) {
    auto [found, is_new] = known_.try_emplace({'+', a.predicate, kEmpty}, 0);
    if (!is_new) return {found->second};
    uint32_t all = found->second = model_.rules_.predicate();
    model_.rules_.add({{all}, {at(a)}});
    model_.rules_.add({{all}, {{all, kX, kZ}, {a.predicate, kZ, kY}}});
    return {all};
  }
  Relation identity_on(Set a) { return {a.predicate}; }
  Relation with_identity(Relation a) { return {united(base_set("_").predicate, a.predicate)}; }
  Set domain(Relation a) { return {one('d', at(a), kX, kX)}; }
  Set range(Relation a) { return {one('r', at(a), kY, kY)}; }

  template <typename Symbolic>
  void recursive(const Op& op, Symbolic& symbolic) {
    for (const memory::cat::Binding& binding : op.bindings) {
      if (binding.value->kind == memory::cat::ExprKind::function) too_hard(op.pos);
      symbolic.define(binding.slot, Relation{model_.rules_.predicate()});
      names_[binding.slot] = static_cast<uint32_t>(model_.rules_.predicates() - 1);
    }
    for (const memory::cat::Binding& binding : op.bindings) {
      uint32_t value = symbolic.relation(*binding.value).predicate;
      model_.rules_.add({{names_[binding.slot]}, {{value}}});
    }
  }
  [[noreturn]] static void too_hard(const SourcePos& pos) {
    throw InputError(pos, "this part of the model cannot be said in Datalog",
                     "leave out --graph-solver: the cat file is evaluated then");
  }

  uint32_t coherence() {
    if (model_.coherence_ != kEmpty) return model_.coherence_;
    uint32_t co = model_.coherence_ = model_.rules_.predicate(true);
    model_.rules_.add({{co}, {{co, kX, kZ}, {co, kZ, kY}}});
    return co;
  }

 private:
  static Atom at(Set a) { return {a.predicate, kX, kX}; }
  static Atom at(Relation a) { return {a.predicate, kX, kY}; }
  static Atom negated(Atom atom) {
    atom.negated = true;
    return atom;
  }

  uint32_t base(const std::string& name, bool is_set) {
    for (const Base& known : model_.base_)
      if (known.name == name) return known.predicate;
    model_.base_.push_back({name, model_.rules_.predicate(), is_set});
    return model_.base_.back().predicate;
  }
  uint32_t one(char kind, Atom of, uint8_t first, uint8_t second) {
    auto [found, is_new] = known_.try_emplace({kind, of.predicate, kEmpty}, 0);
    if (is_new) {
      found->second = model_.rules_.predicate();
      model_.rules_.add({{found->second, first, second}, {of}});
    }
    return found->second;
  }
  // Of sets both atoms have one variable, and so has the head.
  uint32_t two(char kind, Atom a, Atom b) {
    auto [found, is_new] = known_.try_emplace({kind, a.predicate, b.predicate}, 0);
    if (is_new) {
      found->second = model_.rules_.predicate();
      bool of_sets = a.first == a.second && b.first == b.second && a.first == b.first;
      model_.rules_.add({{found->second, kX, of_sets ? kX : kY}, {a, b}});
    }
    return found->second;
  }
  uint32_t united(uint32_t a, uint32_t b) {
    if (a == b || b == kEmpty) return a;
    if (a == kEmpty) return b;
    auto [found, is_new] = known_.try_emplace({'|', std::min(a, b), std::max(a, b)}, 0);
    if (is_new) {
      found->second = model_.rules_.predicate();
      for (uint32_t part : {a, b}) model_.rules_.add({{found->second}, {{part}}});
    }
    return found->second;
  }

  DatalogModel& model_;
  std::map<std::tuple<char, uint32_t, uint32_t>, uint32_t> known_;
  std::map<uint32_t, uint32_t> names_;  // slot of a `let rec` to predicate
};

DatalogModel::~DatalogModel() = default;

DatalogModel::DatalogModel(const memory::Model& model) {
  Algebra algebra(*this);
  algebra.coherence();
  if (!model.program.options.with_co || model.program.requires_registers()) Algebra::too_hard({});
  memory::cat::Symbolic<Algebra> symbolic(model.program, algebra);
  for (const Op& op : model.program.ops) {
    if (!op.needed) continue;
    if (op.kind == Op::Kind::let) symbolic.define(op);
    if (op.kind == Op::Kind::with_from || op.kind == Op::Kind::for_all) Algebra::too_hard(op.pos);
    if (op.kind == Op::Kind::check && op.check.role == memory::cat::CheckRole::require)
      queries_.push_back({op.check.kind, op.check.negated, symbolic.relation(*op.check.expr).predicate});
  }
  if (!rules_.stratify()) Algebra::too_hard({});
}

Database DatalogModel::facts(const memory::ExecutionGraph& graph) const {
  Database database(rules_, graph.size());
  for (const Base& base : base_) {
    if (base.name == "_") {
      for (size_t i = 0; i < graph.size(); ++i) database.add(base.predicate, i, i);
    } else if (base.is_set) {
      if (const memory::EventSet* set = graph.find_set(base.name))
        set->for_each([&](size_t i) { database.add(base.predicate, i, i); });
    } else if (const memory::Relation* relation = graph.find_relation(base.name)) {
      database.add(base.predicate, *relation);
    }
  }
  return database;
}

bool DatalogModel::violated(const Database& database, bool whole) const {
  if (!database[coherence_].irreflexive()) return true;
  return std::ranges::any_of(queries_, [&](const Query& query) {
    const BitMatrix& relation = database[query.predicate];
    bool holds = query.kind == CheckKind::acyclic       ? relation.acyclic()
                 : query.kind == CheckKind::irreflexive ? relation.irreflexive()
                                                        : relation.none();
    return query.negated ? whole && holds : !holds;
  });
}

}  // namespace fencepost::engine::cegar::graphs
