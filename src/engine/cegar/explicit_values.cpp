#include "engine/cegar/explicit_values.h"

#include <algorithm>

#include "logic/enumerate.h"
#include "logic/substitute.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

using logic::Bits;

Bits ExplicitValues::number_at(const std::string& bytes, Slot slot) {
  Bits value = 0;
  for (size_t i = slot.bytes - 1; i > 0; --i) value = value << 8 | static_cast<unsigned char>(bytes[slot.at + i]);
  return value;
}

std::optional<Bits> ExplicitValues::value_at(const std::string& bytes, Slot slot) {
  if (bytes[slot.at] != kKnown) return std::nullopt;
  return number_at(bytes, slot);
}

void ExplicitValues::put_copy(std::string& bytes, Slot slot, uint32_t of) const {
  put(bytes, slot, of);
  bytes[slot.at] = kCopy;
}

void ExplicitValues::put(std::string& bytes, Slot slot, std::optional<Bits> value) {
  Bits rest = value.value_or(0);
  bytes[slot.at] = value ? kKnown : kOpen;
  for (size_t i = 1; i < slot.bytes; ++i, rest >>= 8) bytes[slot.at + i] = static_cast<char>(rest & 0xff);
}

bool ExplicitValues::covers(const Element& weak, const Element& strong) const {
  if (weak == strong) return true;
  for (Slot slot : slots_)
    if (weak[slot.at] != kOpen && weak.compare(slot.at, slot.bytes, strong, slot.at, slot.bytes) != 0) return false;
  return true;
}

Term ExplicitValues::term(const Element& element) {
  std::vector<Term> all;
  for (size_t i = 0; i < variables_.size(); ++i) {
    if (auto value = value_at(element, slots_[i]))
      all.push_back(terms_.eq(variables_[i], logic::constant(terms_, *value, variables_[i].sort())));
    if (element[slots_[i].at] == kCopy)
      all.push_back(terms_.eq(variables_[i], variables_[static_cast<size_t>(number_at(element, slots_[i]))]));
  }
  return terms_.and_(all);
}

bool ExplicitValues::refine(const std::vector<Term>& formulas) {
  size_t before = variables_.size();
  for (Term variable : logic::variables_of(formulas)) {
    if (!numbers_.emplace(variable, static_cast<uint32_t>(variables_.size())).second) continue;
    logic::Sort sort = variable.sort();
    size_t bits = sort.kind == logic::SortKind::boolean ? 1 : sort.width;
    if (keeps_copies_) bits = std::max(bits, size_t{32});
    variables_.push_back(variable);
    slots_.push_back({bytes_, 1 + (bits + 7) / 8});
    bytes_ += slots_.back().bytes;
  }
  return variables_.size() > before;
}

Element ExplicitValues::kept(const Element& element, size_t /*then*/) const {
  Element longer = element;
  longer.resize(bytes_, '\0');
  return longer;
}

std::vector<Element> ExplicitValues::post(const Element& before, uint32_t action, uint32_t thread, uint32_t location) {
  Transformer& transformer = transformer_of(action);
  std::string key;
  for (uint32_t variable : transformer.read) {
    Slot slot = slots_[variable];
    if (before[slot.at] == kCopy)
      key.append(slot.bytes, '\0');
    else
      key.append(before, slot.at, slot.bytes);
  }
  auto found = transformer.results.find(key);
  if (found == transformer.results.end()) {
    std::vector<std::string> result = asked(transformer, steps_.action(action), key);
    found = transformer.results.emplace(std::move(key), std::move(result)).first;
  }
  std::vector<Element> after;
  for (const std::string& alternative : found->second) {
    Element element = before;
    size_t at = 0;
    bool has_copies = before[0] != 0;
    for (const auto& [variable, value] : transformer.set) {
      Slot slot = slots_[variable];
      element.replace(slot.at, slot.bytes, alternative, at, slot.bytes);
      has_copies = has_copies || alternative[at] == kCopy;
      at += slot.bytes;
    }
    const std::vector<uint32_t>& forgotten = forgotten_at(thread, location);
    if (has_copies)
      find_copies(before, transformer, forgotten, element);
    else
      for (uint32_t variable : forgotten) put(element, slots_[variable], std::nullopt);
    if (std::ranges::find(after, element) == after.end()) after.push_back(std::move(element));
  }
  return after;
}

void ExplicitValues::find_copies(const Element& before, const Transformer& transformer,
                                 const std::vector<uint32_t>& forgotten, Element& after) const {
  // Classes of variables that hold the same: before the step known by the first of them, new ones by numbers beyond.
  auto number = static_cast<uint32_t>(variables_.size());
  auto class_before = [&](uint32_t variable) {
    Slot slot = slots_[variable];
    return before[slot.at] == kCopy ? static_cast<uint32_t>(number_at(before, slot)) : variable;
  };
  std::vector<uint32_t> class_of(number);
  for (uint32_t i = 0; i < number; ++i) class_of[i] = class_before(i);
  std::unordered_map<uint32_t, Bits> learnt;
  for (const auto& [variable, value] : transformer.set) {
    Slot slot = slots_[variable];
    if (value == variables_[variable]) {  // the guard has told about it
      if (after[slot.at] == kKnown) learnt.emplace(class_of[variable], number_at(after, slot));
    } else if (after[slot.at] == kCopy) {
      class_of[variable] = class_before(static_cast<uint32_t>(number_at(after, slot)));
    } else {
      class_of[variable] = number + variable;
    }
  }
  for (uint32_t variable : forgotten) {
    put(after, slots_[variable], std::nullopt);
    class_of[variable] = number + variable;
  }
  std::unordered_map<uint32_t, uint32_t> first;
  after[0] = 0;
  for (uint32_t i = 0; i < number; ++i) {
    Slot slot = slots_[i];
    if (after[slot.at] == kKnown) continue;
    put(after, slot, std::nullopt);
    if (auto value = learnt.find(class_of[i]); value != learnt.end()) {
      put(after, slot, value->second);
      continue;
    }
    auto [found, is_new] = first.try_emplace(class_of[i], i);
    if (is_new) continue;
    put_copy(after, slot, found->second);
    after[0] = 1;
  }
}

const std::vector<uint32_t>& ExplicitValues::forgotten_at(uint32_t thread, uint32_t location) {
  Forgotten& forgotten = forgotten_[uint64_t{thread} << 32 | location];
  for (; forgotten.precision < variables_.size(); ++forgotten.precision)
    if (liveness_.is_dead(variables_[forgotten.precision], thread, location))
      forgotten.variables.push_back(static_cast<uint32_t>(forgotten.precision));
  return forgotten.variables;
}

ExplicitValues::Transformer& ExplicitValues::transformer_of(uint32_t action) {
  Transformer& transformer = transformers_[action];
  if (transformer.precision != variables_.size()) {
    find_variables(transformer, steps_.action(action));
    transformer.precision = variables_.size();
  }
  return transformer;
}

void ExplicitValues::find_variables(Transformer& transformer, const Action& action) {
  transformer = {};
  std::vector<Term> terms{action.guard};
  for (const Update& update : action.updates) {
    if (update.value) terms.push_back(update.value);
    if (auto tracked = numbers_.find(update.variable); tracked != numbers_.end())
      transformer.set.emplace_back(tracked->second, update.value);
  }
  std::vector<Term> of_guard = logic::variables_of({action.guard});
  for (Term variable : logic::variables_of(terms)) {
    auto tracked = numbers_.find(variable);
    if (tracked == numbers_.end()) continue;
    transformer.read.push_back(tracked->second);
    auto is_it = [&](const auto& entry) { return entry.first == tracked->second; };
    bool is_set = std::ranges::any_of(transformer.set, is_it);
    if (!is_set && (keeps_copies_ || std::ranges::find(of_guard, variable) != of_guard.end()))
      transformer.set.emplace_back(tracked->second, variable);
  }
}

std::vector<std::string> ExplicitValues::asked(const Transformer& transformer, const Action& action,
                                               const std::string& before) {
  statistics_.add("cegar.posts");
  logic::Substitution known(terms_);
  size_t read_at = 0;
  for (uint32_t number : transformer.read) {
    Term variable = variables_[number];
    if (auto value = value_at(before, {read_at, slots_[number].bytes}))
      known.put(variable, logic::constant(terms_, *value, variable.sort()));
    read_at += slots_[number].bytes;
  }
  Term guard = known(action.guard);
  if (guard.is_false()) return {};
  std::vector<Slot> slots;
  size_t size = 0;
  for (const auto& [number, made] : transformer.set) {
    slots.push_back({size, slots_[number].bytes});
    size += slots_[number].bytes;
  }
  std::string after(size, '\0');
  std::vector<size_t> open,
      told;  // what it makes; what is not changed, but may be told by the guard or by what is made
  std::vector<Term> observed;
  for (size_t i = 0; i < transformer.set.size(); ++i) {
    Term value = known(transformer.set[i].second);
    if (!value) continue;
    auto copied =
        keeps_copies_ && value != variables_[transformer.set[i].first] ? numbers_.find(value) : numbers_.end();
    if (value.is_const()) {
      put(after, slots[i], value.value());
    } else if (copied != numbers_.end()) {
      put_copy(after, slots[i], copied->second);
    } else if (keeps_copies_ && value == variables_[transformer.set[i].first]) {
      told.push_back(i);
    } else {
      open.push_back(i);
      observed.push_back(value);
    }
  }
  if (guard.is_true() && observed.empty()) return {after};
  std::vector<Term> all = observed;
  all.push_back(guard);
  for (size_t i : told) all.push_back(transformer.set[i].second);
  logic::Solver& solver = solvers_(all);
  logic::Combinations found = logic::enumerate(terms_, solver, observed, most_, std::span(&guard, 1));
  if (!found.complete) return {after};
  std::vector<std::string> results;
  for (const std::vector<Bits>& values : found.values) {
    Term here = guard;
    for (size_t i = 0; i < open.size(); ++i) {
      put(after, slots[open[i]], values[i]);
      here = terms_.and_(here, terms_.eq(observed[i], logic::constant(terms_, values[i], observed[i].sort())));
    }
    for (size_t i : told) {
      const Term variable = transformer.set[i].second;
      logic::Combinations one = logic::enumerate(terms_, solver, std::span(&variable, 1), 1, std::span(&here, 1));
      put(after, slots[i], one.complete && one.values.size() == 1 ? std::optional(one.values[0][0]) : std::nullopt);
    }
    results.push_back(after);
  }
  return results;
}

}  // namespace fencepost::engine::cegar
