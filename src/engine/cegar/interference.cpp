#include "engine/cegar/interference.h"

#include <algorithm>

#include "flat/operands.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

using flat::FlatProgram;
using flat::VarId;
using logic::SignedBits;

namespace {

constexpr uint32_t kNoWriter = ~0u;

Interval first_of(const flat::Variable& variable) {
  logic::Sort sort = variable.term.sort();
  if (!is_ranged(sort) || !variable.initial || variable.is_instance_number) return all_of(sort);
  bool is_truth = sort.kind == logic::SortKind::boolean;
  SignedBits value =
      is_truth ? static_cast<SignedBits>(*variable.initial) : logic::as_signed(*variable.initial, sort.width);
  return {value, value};
}

}  // namespace

Interference::Interference(const FlatProgram& program, const core::UndefSet& asked, const std::vector<LockSet>& locks,
                           const flat::Company& company)
    : program_(program), asked_(asked), locks_(locks), company_(company) {
  number_variables();
  find_writers();
  find_guarded();
}

void Interference::number_variables() {
  is_cell_.resize(program_.variables.size());
  for (const flat::Group& group : program_.groups)
    for (const flat::Group::Cell& cell : group.cells) is_cell_[flat::index(cell.variable)] = true;
  std::vector<VarId> shared;
  for (uint32_t i = 0; i < program_.variables.size(); ++i) {
    by_term_.emplace(program_.variables[i].term, VarId{i});
    if (!is_cell_[i] && !program_.variables[i].owner && is_ranged(program_.variables[i].term.sort()))
      shared.push_back(VarId{i});
  }
  shared_ = static_cast<uint32_t>(shared.size());
  variables_.assign(program_.templates.size(), shared);
  for (uint32_t i = 0; i < program_.variables.size(); ++i)
    if (const flat::Variable& variable = program_.variables[i];
        !is_cell_[i] && variable.owner && is_ranged(variable.term.sort()))
      variables_[flat::index(*variable.owner)].push_back(VarId{i});
  numbers_.resize(variables_.size());
  for (size_t of = 0; of < variables_.size(); ++of)
    for (uint32_t i = 0; i < variables_[of].size(); ++i) numbers_[of].emplace(program_[variables_[of][i]].term, i);
}

size_t Interference::size() const {
  size_t size = 0;
  for (size_t of = 0; of < variables_.size(); ++of) size += variables_[of].size() * program_.templates[of].locations;
  return size;
}

void Interference::find_writers() {
  for (uint32_t of = 0; of < program_.templates.size(); ++of) {
    const flat::Template& at = program_.templates[of];
    writer_of_.emplace_back(at.edges.size(), kNoWriter);
    for (uint32_t i = 0; i < at.edges.size(); ++i) {
      Writer writer{of, i, {}};
      auto add = [&](VarId id) {
        auto found = numbers_[of].find(program_[id].term);
        if (found != numbers_[of].end() && found->second < shared_) writer.variables.push_back(found->second);
      };
      if (flat::writes(at.edges[i].label)) flat::each_cell(*flat::access(at.edges[i].label), program_, add);
      for (const flat::Assign& note : at.edges[i].notes) add(note.target);
      if (writer.variables.empty()) continue;
      writer_of_[of][i] = static_cast<uint32_t>(writers_.size());
      writers_.push_back(std::move(writer));
    }
  }
}

void Interference::find_guarded() {
  guarded_.resize(locks_.size());
  for (size_t lock = 0; lock < locks_.size(); ++lock) {
    std::vector<bool> is_written(shared_), is_open(shared_);
    for (const Writer& writer : writers_) {
      flat::Loc from = program_.templates[writer.of].edges[writer.edge].from;
      if (company_.is_alone(flat::TemplateId{writer.of}, from)) continue;
      for (uint32_t number : writer.variables)
        (holds(locks_[lock], writer.of, from) ? is_written : is_open)[number] = true;
    }
    for (uint32_t number = 0; number < shared_; ++number)
      if (is_written[number] && !is_open[number] && variables_[0][number] != locks_[lock].lock)
        guarded_[lock].push_back(number);
  }
}

Interference::Told Interference::nothing_told() const {
  Told told;
  for (uint32_t i = 0; i < program_.variables.size(); ++i)
    told.cells.push_back(is_cell_[i] ? first_of(program_.variables[i]) : all_of(program_.variables[i].term.sort()));
  bool begins_alone = company_.is_alone(flat::TemplateId{0}, program_.templates[0].entry);
  for (const std::vector<uint32_t>& variables : guarded_) {
    std::vector<Interval>& kept = told.kept.emplace_back(variables.size());
    for (size_t i = 0; i < variables.size() && !begins_alone; ++i)
      kept[i] = first_of(program_[variables_[0][variables[i]]]);
  }
  for (const Writer& writer : writers_) told.written.emplace_back(writer.variables.size());
  return told;
}

bool Interference::disturbs(const Writer& writer, uint32_t of, uint32_t at) const {
  flat::TemplateId self{of}, other{writer.of};
  flat::Loc here{at}, there = program_.templates[writer.of].edges[writer.edge].from;
  if (!company_.may_be(self, here, other, there) || company_.is_in_section(self, here)) return false;
  return std::ranges::none_of(
      locks_, [&](const LockSet& lock) { return holds(lock, of, here) && holds(lock, writer.of, there); });
}

Ranges Interference::first() const {
  Ranges ranges{true, {}, std::vector<uint32_t>(variables_[0].size(), Ranges::kNoCopy)};
  for (VarId id : variables_[0]) ranges.values.push_back(first_of(program_[id]));
  return ranges;
}

Interval Interference::elsewhere(Term variable, const Told& told) const {
  auto found = by_term_.find(variable);
  return found == by_term_.end() ? all_of(variable.sort()) : told.cells[flat::index(found->second)];
}

// One step of one thread.
class Interference::Step {
 public:
  Step(const Interference& of, uint32_t thread, const flat::Edge& edge, Ranges& ranges, const Told& told, Told* tell)
      : in_(of),
        thread_(thread),
        edge_(edge),
        ranges_(ranges),
        told_(told),
        tell_(tell),
        elsewhere_([this](Term variable) { return in_.elsewhere(variable, told_); }) {}

  Interval value(Term term) { return RangeReader(ranges_, numbers(), elsewhere_)(term); }

  void take() {
    std::visit([&](const auto& label) { take(label); }, edge_.label);
    if (!ranges_.is_reached || edge_.notes.empty()) return;
    std::vector<Interval> values;
    for (const flat::Assign& note : edge_.notes) values.push_back(value(note.value));
    for (size_t i = 0; i < values.size(); ++i) assign(edge_.notes[i].target, values[i]);
  }

 private:
  const RangeReader::Numbers& numbers() const { return in_.numbers_[thread_]; }
  uint32_t number(VarId id) const {
    auto found = numbers().find(in_.program_[id].term);
    return found == numbers().end() ? Ranges::kNoCopy : found->second;
  }

  // Strongly, if it has a number; cells keep what they had.
  void assign(VarId id, const Interval& value) {
    uint32_t at = number(id);
    if (at != Ranges::kNoCopy) ranges_.set(at, value);
    if (tell_ == nullptr) return;
    if (in_.is_cell_[flat::index(id)]) tell_->cells[flat::index(id)].join(value);
    uint32_t writer =
        in_.writer_of_[thread_][static_cast<size_t>(&edge_ - in_.program_.templates[thread_].edges.data())];
    if (writer == kNoWriter) return;
    const std::vector<uint32_t>& variables = in_.writers_[writer].variables;
    for (size_t i = 0; i < variables.size(); ++i)
      if (variables[i] == at) tell_->written[writer][i].join(value);
  }
  void copy(VarId id, uint32_t original) {
    if (uint32_t at = number(id); at != Ranges::kNoCopy && at >= in_.shared_ && original < in_.shared_)
      ranges_.copies[at] = original;
  }
  void stop() { ranges_.is_reached = false; }
  void learn(Term condition) {
    if (!RangeReader(ranges_, numbers(), elsewhere_).learn(condition, true)) stop();
  }

  template <typename F>
  void each_place(const flat::Access& access, F&& visit) {
    if (auto* one = std::get_if<VarId>(&access.to)) return visit(*one);
    const flat::Group& group = in_.program_[std::get<flat::GroupId>(access.to)];
    Interval places = value(access.place);
    for (const flat::Group::Cell& cell : group.cells) {
      SignedBits place = logic::as_signed(cell.place, group.place_bits);
      if (!is_ranged(access.place.sort()) || includes(places, {place, place})) visit(cell.variable);
    }
  }
  Interval content(const flat::Access& access) {
    Interval found;
    each_place(access, [&](VarId id) { found.join(value(in_.program_[id].term)); });
    return found;
  }
  void write(const flat::Access& access, const Interval& written) {
    each_place(access, [&](VarId id) { assign(id, written); });
  }

  void take(const flat::Assign& k) {
    uint32_t source = number_of(k.value);
    Interval now = value(k.value);
    uint32_t original = source == Ranges::kNoCopy ? source : ranges_.copies[source];
    assign(k.target, now);
    if (original != Ranges::kNoCopy) copy(k.target, original);
  }
  void take(const flat::Havoc& k) { assign(k.target, all_of(in_.program_[k.target].term.sort())); }
  void take(const flat::Assume& k) { learn(k.condition); }
  void take(const flat::Check& k) {
    if (!k.kind || in_.asked_.has(*k.kind)) learn(k.condition);
  }
  void take(const flat::Load& k) {
    Interval found = content(k.from);
    if (found.is_empty()) return stop();
    assign(k.target, found);
    if (auto* one = std::get_if<VarId>(&k.from.to)) copy(k.target, number(*one));
  }
  void take(const flat::Store& k) {
    write(k.to, value(k.value));
    auto* one = std::get_if<VarId>(&k.to.to);
    uint32_t source = number_of(k.value);
    if (one != nullptr && source != Ranges::kNoCopy && source >= in_.shared_ && number(*one) < in_.shared_)
      ranges_.copies[source] = number(*one);
  }
  void take(const flat::Rmw& k) {
    Interval old = content(k.at);
    if (old.is_empty()) return stop();
    auto* one = std::get_if<VarId>(&k.at.to);
    std::vector<VarId> places;  // the place is evaluated first
    each_place(k.at, [&](VarId id) { places.push_back(id); });
    assign(k.target, old);
    if (one) copy(k.target, number(*one));
    Ranges otherwise = ranges_;
    if (!RangeReader(otherwise, numbers(), elsewhere_).learn(k.condition, false)) otherwise.is_reached = false;
    learn(k.condition);
    if (ranges_.is_reached) {
      Interval now = value(k.value);
      for (VarId id : places) assign(id, now);
    }
    if (ranges_.is_reached)
      ranges_.join(otherwise);
    else
      ranges_ = std::move(otherwise);
  }
  void take(const flat::Spawn& k) {
    for (const flat::Assign& argument : k.arguments)
      if (tell_ && in_.is_cell_[flat::index(argument.target)])
        tell_->cells[flat::index(argument.target)].join(value(argument.value));
  }
  void take(const flat::Exit&) { stop(); }
  template <typename Label>
  void take(const Label&) {}  // the others only move threads

  uint32_t number_of(Term term) const {
    auto found = numbers().find(term);
    return found == numbers().end() ? Ranges::kNoCopy : found->second;
  }

  const Interference& in_;
  uint32_t thread_;
  const flat::Edge& edge_;
  Ranges& ranges_;
  const Told& told_;
  Told* tell_;
  RangeReader::Elsewhere elsewhere_;
};

Ranges Interference::after(uint32_t of, const flat::Edge& edge, const Ranges& before, const Told& told,
                           Told* tell) const {
  Ranges ranges = before;
  if (!ranges.is_reached) return ranges;
  Step(*this, of, edge, ranges, told, tell).take();
  if (ranges.is_reached) tell_locks(of, edge, ranges, told, tell);
  return ranges;
}

bool Interference::tells(uint32_t of, const flat::Edge& edge) const {
  auto target = flat::target(edge.label);
  return flat::writes(edge.label) || !edge.notes.empty() || std::holds_alternative<flat::Spawn>(edge.label) ||
         (target && is_cell(*target)) || changes_hands(of, edge) ||
         (!locks_.empty() && company_.is_alone(flat::TemplateId{of}, edge.from));
}

bool Interference::changes_hands(uint32_t of, const flat::Edge& edge) const {
  return std::ranges::any_of(
      locks_, [&](const LockSet& lock) { return holds(lock, of, edge.from) != holds(lock, of, edge.to); });
}

bool Interference::asks(uint32_t of, const flat::Edge& edge) const {
  bool reads = changes_hands(of, edge);
  if (flat::reads(edge.label))
    flat::each_cell(*flat::access(edge.label), program_, [&](VarId id) { reads = reads || is_cell(id); });
  flat::each_term(edge, [&](Term term) {
    for (Term variable : logic::variables_of({term})) reads = reads || is_cell(by_term_.at(variable));
  });
  return reads;
}

Ranges Interference::begun(uint32_t of, const flat::Edge& edge, const Ranges& before, const Told& told) const {
  auto& spawn = std::get<flat::Spawn>(edge.label);
  uint32_t made = flat::index(spawn.spawned);
  Ranges after_it = after(of, edge, before, told, nullptr);
  Ranges ranges{after_it.is_reached, {}, std::vector<uint32_t>(variables_[made].size(), Ranges::kNoCopy)};
  if (!ranges.is_reached) return ranges;
  for (uint32_t i = 0; i < variables_[made].size(); ++i)
    ranges.values.push_back(i < shared_ ? after_it.values[i] : first_of(program_[variables_[made][i]]));
  Ranges self = before;
  Step step(*this, of, edge, self, told, nullptr);
  for (const flat::Assign& argument : spawn.arguments)
    if (auto found = numbers_[made].find(program_[argument.target].term); found != numbers_[made].end())
      ranges.values[found->second] = step.value(argument.value);
  return ranges;
}

// Who takes a lock finds what its holders have left; who gives it back leaves something, as does thread 0 when it makes others.
void Interference::tell_locks(uint32_t of, const flat::Edge& edge, Ranges& after, const Told& told, Told* tell) const {
  flat::TemplateId self{of};
  bool was_alone = company_.is_alone(self, edge.from), is_alone = company_.is_alone(self, edge.to);
  for (size_t lock = 0; lock < locks_.size(); ++lock) {
    bool held = holds(locks_[lock], of, edge.from), holds_now = holds(locks_[lock], of, edge.to);
    bool takes = !held && holds_now && !was_alone;
    bool leaves = !holds_now && !is_alone && (held || was_alone);
    for (size_t i = 0; i < guarded_[lock].size(); ++i) {
      Interval& value = after.values[guarded_[lock][i]];
      if (takes) value = met(value, told.kept[lock][i]);
      if (takes && value.is_empty()) after.is_reached = false;
      if (leaves && tell) tell->kept[lock][i].join(value);
    }
  }
}

}  // namespace fencepost::engine::cegar
