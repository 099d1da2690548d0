#include "engine/symmetric/threads.h"

#include <algorithm>

#include "base/check.h"
#include "logic/enumerate.h"
#include "logic/variables.h"

namespace fencepost::engine::symmetric {

Threads::Threads(const flat::FlatProgram& program, uint32_t copies, logic::Terms& terms)
    : given_(program),
      terms_(terms),
      number_(std::max(copies, kPassive)),
      copies_(flat::with_copies(program, terms, number_, flat::Copies::Spawning::open)),
      blocks_(copies_.program, terms) {
  for (uint32_t i = 0; i < copies_.program.templates.size(); ++i)
    ids_.emplace(std::pair(flat::index(copies_.original[i]), copies_.number[i]), flat::TemplateId{i});
  find_owners();
  steps_.resize(given_.templates.size());
  for (uint32_t i = 0; i < given_.templates.size(); ++i) find_steps(i);
}

void Threads::find_owners() {
  numbers_differ_ = terms_.boolean(true);
  beginnings_.resize(given_.templates.size());
  from_active_ = std::vector(number_ + 1, logic::Substitution(terms_));
  to_active_ = std::vector(number_ + 1, logic::Substitution(terms_));
  std::map<std::pair<uint32_t, std::string>, std::vector<Term>> copies;  // of a variable, by number
  std::vector<Term> numbers;
  for (const flat::Variable& variable : copies_.program.variables) {
    Owner owner;
    if (variable.owner)
      owner = {flat::index(copies_.original[flat::index(*variable.owner)]),
               copies_.number[flat::index(*variable.owner)]};
    owners_.emplace(variable.term, owner);
    if (owner.number != kSingle) {
      std::string name = variable.name.substr(0, variable.name.rfind('@'));
      std::vector<Term>& known = copies[{owner.of, name}];
      known.resize(number_ + 1);
      known[owner.number] = variable.term;
    }
    if (owner.number == kPassive && !variable.is_instance_number)
      beginnings_[owner.of].push_back(
          {variable.term,
           variable.initial ? logic::constant(terms_, *variable.initial, variable.term.sort()) : Term()});
    if (!variable.is_instance_number || owner.number > kPassive) continue;
    numbers_differ_ = terms_.and_(numbers_differ_, terms_.ne(variable.term, terms_.bv(0, variable.term.sort().width)));
    for (Term other : numbers)
      if (other.sort() == variable.term.sort())
        numbers_differ_ = terms_.and_(numbers_differ_, terms_.ne(other, variable.term));
    numbers.push_back(variable.term);
  }
  for (const auto& [name, by_number] : copies)
    for (uint32_t i = kActive + 1; i <= number_; ++i) {
      from_active_[i].put(by_number[kActive], by_number[i]);
      to_active_[i].put(by_number[i], by_number[kActive]);
    }
}

void Threads::find_steps(uint32_t of) {
  for (const auto& [at, blocks] : blocks_.of(copy(of, kActive))) {
    const size_t before = steps_[of].size();
    for (const flat::Block& block : blocks) add_step(of, block, false);
    // Where nothing can be done a thread waits for ever; it has not ended.
    if (steps_[of].size() == before && !blocks.empty()) add_step(of, blocks.front(), true);
  }
}

void Threads::add_step(uint32_t of, const flat::Block& block, bool is_kept) {
  const flat::TemplateId by = copy(of, kActive);
  const flat::Label& first = program()[by].edges[block.edges[0]].label;
  TemplateStep step;
  step.of = of;
  step.from = flat::index(block.from);
  step.to = flat::index(block.to);
  step.block = &block;
  if (auto* spawn = std::get_if<flat::Spawn>(&first)) {
    uint32_t number = copies_.number[flat::index(spawn->spawned)];
    if (number != kSingle && number != kPassive) return;
    step.spawns = flat::index(copies_.original[flat::index(spawn->spawned)]);
  }
  if (auto* join = std::get_if<flat::Join>(&first)) {
    step.joins = flat::index(copies_.original[flat::index(join->joined)]);
    step.joins_number = join->number;
  }
  step.action = action_of(program(), terms_, by, block);
  for (const BlockAction::Failure& failure : step.action.failures) {
    TemplateStep fails = step;
    fails.fails = failure.edge;
    fails.guard = failure.guard;
    steps_[of].push_back(std::move(fails));
  }
  std::vector<Term> read{step.action.whole.guard};
  for (const Update& update : step.action.whole.updates)
    if (update.value) read.push_back(update.value);
  for (const BlockAction::Failure& failure : step.action.failures) read.push_back(failure.guard);
  for (Term variable : logic::variables_of(read)) carried_.insert(variable);
  step.guard = step.action.whole.guard;
  if (is_kept || !step.guard.is_false()) steps_[of].push_back(std::move(step));
}

const flat::Block& Threads::block_of(const TemplateStep& step, uint32_t by, uint32_t begun) const {
  const flat::TemplateId id = copy(step.of, by);
  const bool begins = step.spawns && is_replicated(*step.spawns);
  for (const flat::Block& block : blocks_.from(id, flat::Loc{step.from})) {
    if (!std::ranges::equal(std::span(block.edges).subspan(begins), std::span(step.block->edges).subspan(begins)))
      continue;
    auto* spawn = std::get_if<flat::Spawn>(&program()[id].edges[block.edges[0]].label);
    if (!begins || (spawn != nullptr && spawn->spawned == copy(*step.spawns, begun))) return block;
  }
  throw InternalError("a step of a thread is none of its copy");
}

Term Threads::of_thread(Term formula, uint32_t number) {
  return number == kActive ? formula : from_active_[number](formula);
}

Term Threads::generalised(Term formula) {
  uint32_t number = kSingle;
  std::optional<uint32_t> of;
  for (Term variable : logic::variables_of({formula})) {
    auto known = owners_.find(variable);
    if (known == owners_.end()) return {};
    if (known->second.number == kSingle) continue;
    if (number != kSingle && (number != known->second.number || of != known->second.of)) return {};
    number = known->second.number;
    of = known->second.of;
  }
  return number <= kActive ? formula : to_active_[number](formula);
}

Action Threads::shared_part(const Action& whole) const {
  Action shared{whole.guard, {}};
  for (const Update& update : whole.updates)
    if (!owner(update.variable)) shared.updates.push_back(update);
  return shared;
}

std::optional<uint32_t> Threads::owner(Term formula) const {
  for (Term variable : logic::variables_of({formula}))
    if (const Owner& owner = owners_.at(variable); owner.number != kSingle) return owner.of;
  return std::nullopt;
}

}  // namespace fencepost::engine::symmetric
