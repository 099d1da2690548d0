#include "flat/crowd.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "flat/operands.h"
#include "flat/simplify.h"
#include "flat/verify.h"
#include "logic/rebuild.h"

namespace fencepost::flat {

namespace {

// A template without the names of its variables and without its constants.
class Shape {
 public:
  Shape(const FlatProgram& program, TemplateId id, const std::unordered_map<Term, VarId>& by_term)
      : program_(program), by_term_(by_term) {
    const Template& of = program[id];
    say(of.locations, index(of.entry));
    for (const Edge& edge : of.edges) {
      say(index(edge.from), index(edge.to), edge.label.index(), static_cast<uint32_t>(edge.role));
      std::visit([&](const auto& label) { orders(label); }, edge.label);
      if (auto written = target(edge.label)) variable(*written);
      if (const Access* to = access(edge.label)) place(*to);
      each_term(edge.label, [&](Term term) { this->term(term); });
    }
  }

  const std::string& text() const { return text_; }
  const std::vector<VarId>& variables() const { return variables_; }  // its own, by first mention
  const std::vector<Term>& constants() const { return constants_; }   // by mention

 private:
  template <typename... Numbers>
  void say(Numbers... numbers) {
    ((text_ += fmt::format("{} ", numbers)), ...);
  }

  void orders(const Load& k) { say(static_cast<int>(k.order)); }
  void orders(const Store& k) { say(static_cast<int>(k.order)); }
  void orders(const Rmw& k) { say(static_cast<int>(k.order), k.failure ? static_cast<int>(*k.failure) : -1); }
  void orders(const Fence& k) { say(static_cast<int>(k.order)); }
  void orders(const Check& k) { say(k.kind ? static_cast<int>(*k.kind) : -1); }
  void orders(const Join& k) { say(index(k.joined)); }
  void orders(const Spawn& k) {
    say(index(k.spawned));
    for (const Assign& argument : k.arguments) say(index(argument.target));
  }
  template <typename Label>
  void orders(const Label&) {}

  void sort(logic::Sort of) { say(static_cast<int>(of.kind), of.width); }

  void variable(VarId id) {
    const Variable& of = program_[id];
    if (!of.owner) return say("shared", index(id));
    auto [number, is_new] = numbers_.emplace(id, variables_.size());
    say("own", number->second);
    if (!is_new) return;
    variables_.push_back(id);
    sort(of.term.sort());
    say(of.is_instance_number, of.initial.has_value(), static_cast<uint64_t>(of.initial.value_or(0)),
        static_cast<uint64_t>(of.initial.value_or(0) >> 64));
  }

  void place(const Access& to) {
    if (auto* id = std::get_if<VarId>(&to.to)) return variable(*id);
    GroupId id = std::get<GroupId>(to.to);
    const Group& group = program_[id];
    if (!program_[group.cells[0].variable].owner) return say("group", index(id));
    for (const Group::Cell& cell : group.cells) {
      say(static_cast<uint64_t>(cell.place), static_cast<uint64_t>(cell.place >> 64));
      variable(cell.variable);
    }
  }

  void term(Term of) {
    if (of.is_const()) {
      say("constant");
      sort(of.sort());
      return constants_.push_back(of);
    }
    if (of.op() == logic::Op::variable) return variable(by_term_.at(of));
    auto [number, is_new] = terms_.emplace(of, terms_.size());
    if (!is_new) return say("term", number->second);
    say(static_cast<int>(of.op()), of->hi, of->lo);
    sort(of.sort());
    for (Term arg : of.args()) term(arg);
  }

  const FlatProgram& program_;
  const std::unordered_map<Term, VarId>& by_term_;
  std::string text_;
  std::map<VarId, size_t> numbers_;
  std::unordered_map<Term, size_t> terms_;
  std::vector<VarId> variables_;
  std::vector<Term> constants_;
};

// Templates of one shape; the first stands for all.
struct Crowd {
  std::vector<TemplateId> members;
  std::vector<std::optional<VarId>> parameters;  // by mention of a constant: the variable in its place
};

class Gathering {
 public:
  Gathering(const FlatProgram& program, logic::Terms& terms) : program_(program), terms_(terms) {
    for (uint32_t i = 0; i < program_.variables.size(); ++i) by_term_.emplace(program_.variables[i].term, VarId{i});
  }

  std::optional<FlatProgram> operator()() {
    for (const Template& of : program_.templates)
      for (const Edge& edge : of.edges)
        if (!edge.notes.empty()) return std::nullopt;
    if (!find_crowds()) return std::nullopt;
    for (Crowd& crowd : crowds_) parameters(crowd);
    number_threads();
    for (const Crowd& crowd : crowds_) generalise(crowd);
    for (Template& of : program_.templates)
      for (Edge& edge : of.edges) redirect(edge.label);
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
      if (i > 0 && !program_.templates[i].instances.any()) same[shape.text()].push_back(TemplateId{i});
    }
    for (auto& [text, members] : same)
      if (members.size() >= kFewestOfCrowd) crowds_.push_back({std::move(members), {}});
    std::ranges::sort(crowds_, {}, [](const Crowd& crowd) { return crowd.members[0]; });
    for (size_t i = 0; i < crowds_.size(); ++i)
      for (TemplateId member : crowds_[i].members) crowd_of_[member] = i;
    return !crowds_.empty();
  }

  const Shape& shape(TemplateId id) const { return shapes_[index(id)]; }

  std::vector<Term> constants_at(const Crowd& crowd, size_t mention) const {
    std::vector<Term> values;
    for (TemplateId member : crowd.members) values.push_back(shape(member).constants()[mention]);
    return values;
  }

  // Where all threads have the same in two places, one variable says so.
  void parameters(Crowd& crowd) {
    TemplateId first = crowd.members[0];
    std::map<std::vector<uint32_t>, VarId> known;
    for (size_t mention = 0; mention < shape(first).constants().size(); ++mention) {
      std::vector<Term> values = constants_at(crowd, mention);
      std::optional<VarId>& made = crowd.parameters.emplace_back();
      if (std::ranges::all_of(values, [&](Term value) { return value == values[0]; })) continue;
      std::vector<uint32_t> key;
      for (Term value : values) key.push_back(value.id());
      auto [found, is_new] = known.emplace(key, VarId{static_cast<uint32_t>(program_.variables.size())});
      made = found->second;
      if (!is_new) continue;
      std::string name = fmt::format("{}.given{}", program_[first].name, known.size());
      program_.variables.push_back({name, terms_.fresh(name, values[0].sort()), first, Bits{0}, std::nullopt, false});
    }
  }

  // A parameter that is never the same for two threads of any crowd, and never 0, is a number of the thread: that it is one says more than
  // which one it is, and locks are held by such numbers.
  void number_threads() {
    std::set<std::pair<unsigned, logic::Bits>> taken;  // by width: numbers of different threads
    for (const Crowd& crowd : crowds_) {
      if (!std::ranges::all_of(crowd.members, [&](TemplateId member) { return is_spawned_once(member); })) continue;
      std::set<VarId> seen;
      for (size_t mention = 0; mention < crowd.parameters.size(); ++mention) {
        std::optional<VarId> parameter = crowd.parameters[mention];
        if (!parameter || !seen.insert(*parameter).second) continue;
        const logic::Sort sort = program_[*parameter].term.sort();
        if (sort.kind != logic::SortKind::bitvec) continue;
        std::set<std::pair<unsigned, logic::Bits>> numbers{{sort.width, 0}};
        std::vector<Term> values = constants_at(crowd, mention);
        for (Term value : values) numbers.emplace(sort.width, value.value());
        bool is_known = std::ranges::any_of(numbers, [&](const auto& number) { return taken.contains(number); });
        if (numbers.size() != values.size() + 1 || is_known) continue;
        numbers.erase({sort.width, 0});
        taken.insert(numbers.begin(), numbers.end());
        Variable& variable = program_.variables[index(*parameter)];
        variable.is_instance_number = true;
        variable.initial.reset();
      }
    }
  }
  bool is_spawned_once(TemplateId id) const {
    size_t spawned = 0;
    for (const Template& of : program_.templates)
      for (const Edge& edge : of.edges)
        if (auto* spawn = std::get_if<Spawn>(&edge.label); spawn && spawn->spawned == id)
          spawned += of.instances != Instances{1} || comes_back(of, edge) ? 2 : 1;
    return spawned == 1;
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
      for (uint32_t i = of.first_out[index(at)]; i < of.first_out[index(at) + 1]; ++i) open.push_back(of.edges[i].to);
    }
    return false;
  }

  void generalise(const Crowd& crowd) {
    Template& of = program_.templates[index(crowd.members[0])];
    of.instances = Instances{0};
    size_t mention = 0;
    std::unordered_map<Term, Term> done;
    for (Edge& edge : of.edges)
      replace_terms(edge.label, [&](Term term) { return generalised(term, crowd, mention, done); });
  }
  // In the order in which Shape walks through it.
  Term generalised(Term of, const Crowd& crowd, size_t& mention, std::unordered_map<Term, Term>& done) {
    if (of.is_const()) {
      std::optional<VarId> parameter = crowd.parameters[mention++];
      return parameter ? program_[*parameter].term : of;
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

  void redirect(Label& label) {
    auto* join = std::get_if<Join>(&label);
    if (join && crowd_of_.contains(join->joined)) join->joined = crowds_[crowd_of_[join->joined]].members[0];
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
      if (crowd.parameters[mention] && !program_[*crowd.parameters[mention]].is_instance_number)
        given.emplace(*crowd.parameters[mention], from.constants()[mention]);
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
  std::unordered_map<Term, VarId> by_term_;
  std::vector<Shape> shapes_;
  std::vector<Crowd> crowds_;
  std::map<TemplateId, size_t> crowd_of_;
};

}  // namespace

std::optional<FlatProgram> crowded(const FlatProgram& program, logic::Terms& terms) {
  return Gathering(program, terms)();
}

}  // namespace fencepost::flat
