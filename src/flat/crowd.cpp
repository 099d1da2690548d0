#include "flat/crowd.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "flat/automaton_shape.h"
#include "flat/instance_number.h"
#include "flat/operands.h"
#include "flat/shape.h"
#include "flat/simplify.h"
#include "flat/verify.h"
#include "logic/rebuild.h"

namespace fencepost::flat {

namespace {

struct Parameter {
  Term term;                   // null: all have the same constant
  std::optional<VarId> given;  // by who spawns the thread
};
// Templates of one shape; the first stands for all.
struct Crowd {
  std::vector<TemplateId> members;
  std::vector<Parameter> parameters;  // by mention of a constant: what stands in its place
};

class Gathering {
 public:
  Gathering(const FlatProgram& program, logic::Terms& terms, const CrowdKind& kind)
      : program_(program), terms_(terms), kind_(kind) {
    for (uint32_t i = 0; i < program_.variables.size(); ++i) by_term_.emplace(program_.variables[i].term, VarId{i});
  }

  std::optional<FlatProgram> operator()() {
    for (const Template& of : program_.templates)
      for (const Edge& edge : of.edges)
        if (!edge.notes.empty()) return std::nullopt;
    if (!find_crowds()) return std::nullopt;
    if (kind_.is_counted) add_holders(), find_numbers();
    for (Crowd& crowd : crowds_) parameters(crowd);
    for (const Crowd& crowd : crowds_) generalise(crowd);
    for (Template& of : program_.templates) {
      const std::vector<std::set<TemplateId>> joined = joined_before(of);
      for (Edge& edge : of.edges) redirect(edge.label, joined[index(edge.from)]);
    }
    drop_others();
    remove_unused_variables(program_, terms_);
    verify(program_, "gathering threads");
    return std::move(program_);
  }

 private:
  bool find_crowds() {
    std::map<std::string, std::vector<TemplateId>> same;
    for (uint32_t i = 0; i < program_.templates.size(); ++i) {
      const Shape& shape = shapes_.emplace_back(program_, TemplateId{i}, by_term_);
      if (i > 0 && program_.templates[i].instances == Instances{1} &&
          (!kind_.is_counted || is_spawned_once(TemplateId{i})))
        same[shape.text()].push_back(TemplateId{i});
    }
    for (auto& [text, members] : same)
      if (members.size() >= kind_.fewest) crowds_.push_back({std::move(members), {}});
    std::ranges::sort(crowds_, {}, [](const Crowd& crowd) { return crowd.members[0]; });
    for (size_t i = 0; i < crowds_.size(); ++i)
      for (TemplateId member : crowds_[i].members) crowd_of_[member] = i;
    return !crowds_.empty();
  }

  // Otherwise there may be more instances than were threads, with the same numbers.
  bool is_spawned_once(TemplateId id) const {
    size_t spawned = 0;
    for (const Template& of : program_.templates)
      for (const Edge& edge : of.edges)
        if (auto* spawn = std::get_if<Spawn>(&edge.label); spawn && spawn->spawned == id)
          spawned += of.instances != Instances{1} || comes_back(of, edge) ? 2 : 1;
    return spawned <= 1;
  }
  static bool comes_back(const Template& of, const Edge& edge) {
    std::vector<bool> seen(of.locations);
    std::vector<Loc> open{edge.to};
    while (!open.empty()) {
      Loc at = open.back();
      open.pop_back();
      if (at == edge.from) return true;
      if (seen[index(at)]) continue;
      seen[index(at)] = true;
      for (const Edge& next : edges_of(of, index(at))) open.push_back(next.to);
    }
    return false;
  }

  const Shape& shape(TemplateId id) const { return shapes_[index(id)]; }

  std::vector<Term> constants_at(const Crowd& crowd, size_t mention) const {
    std::vector<Term> values;
    for (TemplateId member : crowd.members) values.push_back(shape(member).constants()[mention]);
    return values;
  }

  // Threads beside the crowds that store their numbers in locks are crowds of one.
  void add_holders() {
    for (uint32_t i = 0; i < program_.templates.size(); ++i) {
      TemplateId id{i};
      if (crowd_of_.contains(id) || program_[id].instances.any() || shape(id).in_locks().empty()) continue;
      crowd_of_[id] = crowds_.size();
      crowds_.push_back({{id}, {}});
    }
  }

  // What the members of a crowd store in a lock to say who has it; nothing if they store the same, or several things.
  std::vector<Term> stored_in_locks(const Crowd& crowd) const {
    std::vector<Term> found;
    for (size_t mention : shape(crowd.members[0]).in_locks()) {
      std::vector<Term> values = constants_at(crowd, mention);
      if (!found.empty() && found != values) return {};
      found = std::move(values);
    }
    return found;
  }

  // Numbers of instances differ, whatever their templates are, and none is 0: so what the threads store has to be. The least of it becomes 1, so that
  // no instance has what threads of other templates store, if that is less.
  void find_numbers() {
    if (std::ranges::any_of(program_.variables, &Variable::is_instance_number)) return;
    std::set<Bits> all;
    size_t stored = 0;
    for (const Crowd& crowd : crowds_)
      for (Term value : stored_in_locks(crowd)) {
        bool fits = value.sort().kind == logic::SortKind::bitvec && value.sort().width > kNumberBits;
        if (!fits || value.value() == 0 || value.value() >> kNumberBits != 0) return;
        all.insert(value.value());
        ++stored;
      }
    if (all.empty() || all.size() != stored) return;
    below_numbers_ = *all.begin() - 1;
  }

  // The number of the instance, as it is stored in a lock.
  Term number_of(TemplateId id, unsigned width) {
    std::string name = fmt::format("{}.self", program_[id].name);
    Term number = terms_.fresh(name, logic::bv_sort(kNumberBits));
    program_.variables.push_back({name, number, id, std::nullopt, std::nullopt, true});
    return terms_.binary(logic::Op::bv_add, terms_.zext(number, width), terms_.bv(*below_numbers_, width));
  }

  // Where all threads have the same in two places, one variable says so.
  void parameters(Crowd& crowd) {
    TemplateId first = crowd.members[0];
    std::map<std::vector<uint32_t>, Parameter> known;
    std::vector<Term> numbers;
    if (below_numbers_) numbers = stored_in_locks(crowd);
    for (size_t mention = 0; mention < shape(first).constants().size(); ++mention) {
      std::vector<Term> values = constants_at(crowd, mention);
      Parameter& made = crowd.parameters.emplace_back();
      bool is_alone = values.size() == 1 && values == numbers && shape(first).of_locks().contains(mention);
      bool is_same = std::ranges::all_of(values, [&](Term value) { return value == values[0]; });
      if (is_same && !is_alone) continue;
      std::vector<uint32_t> key;
      for (Term value : values) key.push_back(value.id());
      auto [found, is_new] = known.try_emplace(key);
      if (is_new && values == numbers)
        found->second = {number_of(first, values[0].sort().width), std::nullopt};
      else if (is_new)
        found->second = given(first, known.size(), values[0].sort());
      made = found->second;
    }
  }

  Parameter given(TemplateId to, size_t number, logic::Sort sort) {
    std::string name = fmt::format("{}.given{}", program_[to].name, number);
    Term term = terms_.fresh(name, sort);
    program_.variables.push_back({name, term, to, Bits{0}, std::nullopt, false});
    return {term, VarId{static_cast<uint32_t>(program_.variables.size() - 1)}};
  }

  void generalise(const Crowd& crowd) {
    Template& of = program_.templates[index(crowd.members[0])];
    of.instances = Instances{kind_.is_counted ? static_cast<uint32_t>(crowd.members.size()) : 0};
    size_t mention = 0;
    std::unordered_map<Term, Term> done;
    for (Edge& edge : of.edges)
      replace_terms(edge.label, [&](Term term) { return generalised(term, crowd, mention, done); });
  }
  // In the order in which Shape walks through it.
  Term generalised(Term of, const Crowd& crowd, size_t& mention, std::unordered_map<Term, Term>& done) {
    if (of.is_const()) {
      Term parameter = crowd.parameters[mention++].term;
      return parameter ? parameter : of;
    }
    if (of.op() == logic::Op::variable) return of;
    auto found = done.find(of);
    if (found != done.end()) return found->second;
    std::vector<Term> args;
    for (Term arg : of.args()) args.push_back(generalised(arg, crowd, mention, done));
    Term made = logic::rebuilt(terms_, of, args);
    done.emplace(of, made);
    return made;
  }

  // By location: members of crowds for whose end a thread has waited whenever it comes there. Of crowds that are not counted, nobody.
  std::vector<std::set<TemplateId>> joined_before(const Template& of) const {
    std::vector<std::set<TemplateId>> before(of.locations);
    if (!kind_.is_counted) return before;
    std::vector<bool> is_known(of.locations);
    is_known[index(of.entry)] = true;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Edge& edge : of.edges) {
        if (!is_known[index(edge.from)]) continue;
        std::set<TemplateId> after = before[index(edge.from)];
        auto* join = std::get_if<Join>(&edge.label);
        if (join && crowd_of_.contains(join->joined)) after.insert(join->joined);
        std::set<TemplateId>& there = before[index(edge.to)];
        if (!is_known[index(edge.to)])
          there = std::move(after), is_known[index(edge.to)] = changed = true;
        else
          changed = std::erase_if(there, [&](TemplateId id) { return !after.contains(id); }) > 0 || changed;
      }
    }
    return before;
  }

  void redirect(Label& label, const std::set<TemplateId>& joined) {
    auto* join = std::get_if<Join>(&label);
    if (join && crowd_of_.contains(join->joined)) {
      const Crowd& crowd = crowds_[crowd_of_[join->joined]];
      auto is_other = [&](TemplateId id) { return id != join->joined && joined.contains(id); };
      join->number += static_cast<uint32_t>(std::ranges::count_if(crowd.members, is_other));
      join->joined = crowd.members[0];
    }
    auto* spawn = std::get_if<Spawn>(&label);
    if (!spawn || !crowd_of_.contains(spawn->spawned)) return;
    const Crowd& crowd = crowds_[crowd_of_[spawn->spawned]];
    const Shape &from = shape(spawn->spawned), &to = shape(crowd.members[0]);
    std::vector<Assign> arguments;
    for (const Assign& argument : spawn->arguments) {
      auto found = std::ranges::find(from.variables(), argument.target);
      if (found == from.variables().end()) continue;  // which nobody reads
      arguments.push_back({to.variables()[static_cast<size_t>(found - from.variables().begin())], argument.value});
    }
    std::map<VarId, Term> given;
    for (size_t mention = 0; mention < crowd.parameters.size(); ++mention)
      if (crowd.parameters[mention].given) given.emplace(*crowd.parameters[mention].given, from.constants()[mention]);
    for (const auto& [parameter, value] : given) arguments.push_back({parameter, value});
    spawn->spawned = crowd.members[0];
    spawn->arguments = std::move(arguments);
  }

  // Those whom the first of their crowd stands for.
  void drop_others() {
    std::vector<TemplateId> now;
    std::vector<Template> kept;
    auto stays = [&](TemplateId id) { return !crowd_of_.contains(id) || crowds_[crowd_of_[id]].members[0] == id; };
    for (uint32_t i = 0; i < program_.templates.size(); ++i) {
      now.push_back(TemplateId{static_cast<uint32_t>(kept.size())});
      if (stays(TemplateId{i})) kept.push_back(std::move(program_.templates[i]));
    }
    program_.templates = std::move(kept);
    for (Template& of : program_.templates)
      for (Edge& edge : of.edges) {
        if (auto* join = std::get_if<Join>(&edge.label)) join->joined = now[index(join->joined)];
        if (auto* spawn = std::get_if<Spawn>(&edge.label)) spawn->spawned = now[index(spawn->spawned)];
      }
    // A variable of one who is gone is in nobody's labels any more.
    for (Variable& variable : program_.variables)
      if (variable.owner) variable.owner = now[index(*variable.owner)];
  }

  FlatProgram program_;
  logic::Terms& terms_;
  CrowdKind kind_;
  std::optional<Bits> below_numbers_;  // if what is stored in locks becomes numbers of instances
  std::unordered_map<Term, VarId> by_term_;
  std::vector<Shape> shapes_;
  std::vector<Crowd> crowds_;
  std::map<TemplateId, size_t> crowd_of_;
};

}  // namespace

std::optional<FlatProgram> crowded(const FlatProgram& program, logic::Terms& terms, const CrowdKind& kind) {
  return Gathering(program, terms, kind)();
}

}  // namespace fencepost::flat
