#include "flat/shape.h"

#include <fmt/format.h>

#include "flat/operands.h"

namespace fencepost::flat {

namespace {

bool takes_lock(const Edge& edge) {
  return edge.role == core::Role::Kind::lock || edge.role == core::Role::Kind::try_lock;
}

bool checks_holder(const Edge& edge) {
  auto* check = std::get_if<Check>(&edge.label);
  return check && (check->kind == core::Undef::invalid_lock || check->kind == core::Undef::invalid_unlock);
}

}  // namespace

Shape::Shape(const FlatProgram& program, TemplateId id, const std::unordered_map<Term, VarId>& by_term)
    : program_(program), by_term_(by_term) {
  const Template& of = program[id];
  say(of.locations, index(of.entry));
  ends_.push_back(text_.size());
  for (const Edge& edge : of.edges) {
    say(index(edge.from), index(edge.to), edge.label.index(), static_cast<uint32_t>(edge.role));
    orders(edge.label);
    if (auto written = target(edge.label)) variable(*written);
    if (const Access* to = access(edge.label)) place(*to);
    auto* update = std::get_if<Rmw>(&edge.label);
    each_term(edge.label, [&](Term term) {
      size_t first = constants_.size();
      this->term(term);
      bool is_stored = update && takes_lock(edge) && term == update->value && term.is_const();
      if (is_stored) in_locks_.push_back(first);
      for (size_t i = first; i < constants_.size() && (is_stored || checks_holder(edge)); ++i) of_locks_.insert(i);
    });
    ends_.push_back(text_.size());
  }
}

template <typename... Numbers>
void Shape::say(Numbers... numbers) {
  ((text_ += fmt::format("{} ", numbers)), ...);
}

void Shape::sort(logic::Sort of) { say(static_cast<int>(of.kind), of.width); }

void Shape::orders(const Label& label) {
  if (auto* k = std::get_if<Load>(&label)) say(static_cast<int>(k->order));
  if (auto* k = std::get_if<Store>(&label)) say(static_cast<int>(k->order));
  if (auto* k = std::get_if<Rmw>(&label))
    say(static_cast<int>(k->order), k->failure ? static_cast<int>(*k->failure) : -1);
  if (auto* k = std::get_if<Fence>(&label)) say(static_cast<int>(k->order));
  if (auto* k = std::get_if<Check>(&label)) say(k->kind ? static_cast<int>(*k->kind) : -1);
  if (auto* k = std::get_if<Join>(&label)) say(index(k->joined));
  if (auto* k = std::get_if<Spawn>(&label)) {
    say(index(k->spawned));
    for (const Assign& argument : k->arguments) say(index(argument.target));
  }
}

void Shape::variable(VarId id) {
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

void Shape::place(const Access& to) {
  if (auto* id = std::get_if<VarId>(&to.to)) return variable(*id);
  GroupId id = std::get<GroupId>(to.to);
  const Group& group = program_[id];
  if (!program_[group.cells[0].variable].owner) return say("group", index(id));
  for (const Group::Cell& cell : group.cells) {
    say(static_cast<uint64_t>(cell.place), static_cast<uint64_t>(cell.place >> 64));
    variable(cell.variable);
  }
}

void Shape::term(Term of) {
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

std::optional<size_t> first_difference(const Shape& one, const Shape& other) {
  size_t edges = std::min(one.ends_.size(), other.ends_.size()) - 1;
  auto edge = [](const Shape& of, size_t i) {
    return std::string_view(of.text_).substr(of.ends_[i], of.ends_[i + 1] - of.ends_[i]);
  };
  for (size_t i = 0; i < edges; ++i)
    if (edge(one, i) != edge(other, i)) return i;
  return std::nullopt;
}

}  // namespace fencepost::flat
