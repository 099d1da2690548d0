#include "engine/cegar/view_abstraction.h"

#include <algorithm>

#include "logic/atoms.h"
#include "logic/variables.h"

namespace fencepost::engine::cegar {

using flat::Configuration;

namespace {

constexpr uint8_t kInView = 0b011, kAll = 0b111;
constexpr size_t kMostRelated = 3;    // variables of a predicate that is followed to earlier views
constexpr size_t kMostFollowed = 32;  // predicates

Exchange inverse(const Exchange& of) {
  Exchange back{};
  for (uint8_t i = 0; i < kSlots; ++i) back[of[i]] = i;
  return back;
}

// The two threads of a view go there.
Exchange placed(uint8_t first, uint8_t second) {
  return {first, second, static_cast<uint8_t>(kSlots - first - second)};
}

}  // namespace

ViewAbstraction::ViewAbstraction(const flat::Copies& copies, const flat::Blocks& blocks, logic::Terms& terms,
                                 Budget& budget, Statistics& statistics)
    : copies_(copies),
      program_(copies.program),
      blocks_(blocks),
      terms_(terms),
      budget_(budget),
      statistics_(statistics),
      solvers_(terms, budget, statistics),
      predicates_(copies, terms) {}

bool ViewAbstraction::refine(const std::vector<Term>& formulas, int most_threads) {
  bool found = false;
  for (Term formula : formulas) found = predicates_.add(formula, most_threads) || found;
  return found;
}

std::optional<ViewAbstraction::Failure> ViewAbstraction::explore() {
  views_.clear();
  known_.clear();
  nodes_.clear();
  neighbours_.clear();
  failure_.reset();
  begin();
  for (uint32_t view = 0; view < views_.size() && !failure_; ++view) {
    budget_.check();
    if (views_.size() > kMostViews) throw TooMany{};
    const Configuration at = views_[view].at;
    for (uint32_t thread = 0; thread < at.at.size() && !failure_; ++thread)
      if (flat::has_begun(at, thread))
        for (const Move& move : moves_of(thread, at.at[thread]))
          if (!failure_) step(view, thread, move);
    if (views_[view].members == 2 && !failure_) interferences(view);
  }
  return std::move(failure_);
}

const std::vector<ViewAbstraction::Move>& ViewAbstraction::moves_of(uint32_t thread, uint32_t location) {
  auto [found, is_new] = moves_.try_emplace({thread, location});
  if (!is_new) return found->second;
  flat::TemplateId of{thread};
  for (const flat::Block& block : blocks_.from(of, flat::Loc{location})) {
    Move move{of, &block, action_of(program_, terms_, of, block), nullptr, nullptr};
    const flat::Label& first = program_[of].edges[block.edges[0]].label;
    move.spawns = std::get_if<flat::Spawn>(&first);
    move.joins = std::get_if<flat::Join>(&first);
    if (move.joins && move.joins->is_of_copies) move.joins = nullptr;  // of whom views know too little
    if (move.spawns && copies_.number[thread] == kSlots && copies_.number[flat::index(move.spawns->spawned)] != 0) {
      // One more thread that is not in the view either: which copy it is does not matter, and what it is given says nothing of those in view.
      if (copies_.number[flat::index(move.spawns->spawned)] != 1) continue;
      std::erase_if(move.action.whole.updates, [&](const Update& update) {
        auto variable = std::ranges::find(program_.variables, update.variable, &flat::Variable::term);
        return variable->owner == move.spawns->spawned;
      });
    }
    if (!move.action.whole.guard.is_false() || !move.action.failures.empty()) found->second.push_back(std::move(move));
  }
  return found->second;
}

Term ViewAbstraction::at_beginning(uint32_t thread) {
  auto [found, is_new] = beginnings_.try_emplace(thread);
  if (!is_new) return found->second;
  Term all = terms_.boolean(true);
  for (const flat::Variable& variable : program_.variables)
    if (variable.owner == flat::TemplateId{thread} && variable.initial && !variable.is_instance_number)
      all =
          terms_.and_(all, terms_.eq(variable.term, logic::constant(terms_, *variable.initial, variable.term.sort())));
  return found->second = all;
}

Term ViewAbstraction::numbers_differ(const Configuration& at) {
  Term all = terms_.boolean(true);
  std::vector<Term> numbers;
  for (const flat::Variable& variable : program_.variables) {
    if (!variable.is_instance_number || !flat::has_begun(at, flat::index(*variable.owner))) continue;
    all = terms_.and_(all, terms_.ne(variable.term, terms_.bv(0, variable.term.sort().width)));
    for (Term other : numbers)
      if (other.sort() == variable.term.sort()) all = terms_.and_(all, terms_.ne(other, variable.term));
    numbers.push_back(variable.term);
  }
  return all;
}

void ViewAbstraction::begin() {
  Configuration first = flat::first_configuration(program_);
  Term known = terms_.and_(at_beginning(0), numbers_differ(first));
  for (const flat::Variable& variable : program_.variables)
    if (!variable.owner && variable.initial)
      known = terms_.and_(known,
                          terms_.eq(variable.term, logic::constant(terms_, *variable.initial, variable.term.sort())));
  Action nothing{terms_.boolean(true), {}};
  for (const Values& values : post(Values(predicates_.size(), kOpen), nothing, known, first, kInView))
    add(first, values, {});
  effects_.erase(&nothing);
}

ViewAbstraction::Values ViewAbstraction::exchanged(const Values& values, const Exchange& by) const {
  Values after(values.size(), kOpen);
  for (size_t i = 0; i < values.size(); ++i) after[predicates_.exchanged(i, by)] = values[i];
  return after;
}

// `way.after` brings those threads that are to be in the view to the first slots.
void ViewAbstraction::add(const Configuration& at, const Values& values, Way way) {
  View view{predicates_.exchanged(at, way.after), exchanged(values, way.after), 0, {0, 0}, way};
  for (uint32_t i = 0; i < view.at.at.size(); ++i) {
    if (copies_.number[i] == kSlots) view.at.at[i] = Configuration::kNotBegun;
    if (copies_.number[i] != 0 && flat::has_begun(view.at, i)) ++view.members;
  }
  for (size_t i = 0; i < view.values.size(); ++i)
    if ((predicates_[i].slots & ~kInView) != 0) view.values[i] = kOpen;
  if (view.members == 2) {
    const Exchange swap = placed(1, 0);
    Configuration other_at = predicates_.exchanged(view.at, swap);
    Values other_values = exchanged(view.values, swap);
    if (std::tie(other_at.at, other_values) < std::tie(view.at.at, view.values)) {
      view.at = std::move(other_at);
      view.values = std::move(other_values);
      for (uint8_t& slot : view.way.after) slot = swap[slot];
    }
  }
  std::string key = view.values;
  for (uint32_t location : view.at.at) append(key, location);
  if (!known_.emplace(std::move(key), static_cast<uint32_t>(views_.size())).second) return;
  views_.push_back(std::move(view));
  if (views_.back().members == 2) number_threads(static_cast<uint32_t>(views_.size() - 1));
}

void ViewAbstraction::number_threads(uint32_t number) {
  View& view = views_[number];
  for (uint8_t slot : {0, 1}) {
    Exchange to_front = slot == 0 ? kExchanges[0] : placed(1, 0);
    Configuration at = predicates_.exchanged(view.at, to_front);
    Values values = exchanged(view.values, to_front);
    std::string key;
    for (uint32_t i = 0; i < at.at.size(); ++i)
      if (copies_.number[i] < 2) append(key, at.at[i]);
    for (size_t i = 0; i < values.size(); ++i)
      if ((predicates_[i].slots & ~1) == 0) key += values[i];
    view.nodes[slot] = nodes_.emplace(std::move(key), static_cast<uint32_t>(nodes_.size())).first->second;
  }
  neighbours_.resize(nodes_.size());
  for (uint8_t slot : {0, 1}) neighbours_[view.nodes[slot]].push_back({number, slot, view.nodes[1 - slot]});
}

void ViewAbstraction::step(uint32_t number, uint32_t thread, const Move& move) {
  const Configuration at = views_[number].at;
  const Values values = views_[number].values;
  const uint32_t members = views_[number].members;
  Term numbers = numbers_differ(at);
  if (move.joins) {
    uint32_t joined = flat::index(move.joins->joined);
    if (!flat::has_begun(at, joined) || !flat::edges_from(program_, at, joined).empty()) return;
  }
  for (const BlockAction::Failure& failure : move.action.failures)
    if (Term guard = terms_.and_(failure.guard, numbers); !asked(values, guard, {}).empty())
      return fail(number, *failure.edge, failure.guard);
  if (move.block->ends_program) return;
  Configuration next = at;
  next.at[thread] = flat::index(move.block->to);
  Term known = numbers;
  bool begins = false;
  if (move.spawns) {
    uint32_t spawned = flat::index(move.spawns->spawned);
    begins = copies_.number[spawned] != 0;
    if (begins && copies_.number[spawned] != members + 1) return;
    if (flat::has_begun(at, spawned)) return fail(number, program_[move.of].edges[move.block->edges[0]], numbers);
    next.at[spawned] = flat::index(program_[move.spawns->spawned].entry);
    known = terms_.and_(numbers_differ(next), at_beginning(spawned));
  }
  for (const Values& after : post(values, move.action.whole, known, next, kAll)) {
    Way way{number, kExchanges[0], &move, kExchanges[0]};
    add(next, after, way);
    if (!begins || members < 2) continue;
    for (Exchange with_new : {Exchange{0, 2, 1}, Exchange{2, 0, 1}}) {
      way.after = with_new;
      add(next, after, way);
    }
  }
}

// The threads of the view and a third one, each two of which are in a view; in turn, each is the one that acts.
void ViewAbstraction::interferences(uint32_t view) {
  auto [a, b] = views_[view].nodes;
  // New views are looked at when it is their turn.
  const std::vector<Neighbour> with_a = neighbours_[a], with_b = neighbours_[b];
  auto is_there = [&](const Neighbour& one) { return one.view <= view; };
  for (const Neighbour& first : with_a)
    for (const Neighbour& second : with_b) {
      if (first.other != second.other || !is_there(first) || !is_there(second)) continue;
      auto ends = [](const Neighbour& of, uint8_t self, uint8_t other) {
        return Placed{of.view, of.slot == 0 ? placed(self, other) : placed(other, self)};
      };
      interfere({view, placed(0, 1)}, ends(first, 0, 2), ends(second, 1, 2));
      interfere(ends(second, 0, 1), {view, placed(2, 0)}, ends(first, 2, 1));
      interfere(ends(first, 0, 1), {view, placed(0, 2)}, ends(second, 2, 1));
    }
}

void ViewAbstraction::interfere(const Placed& pair, const Placed& one_with_third, const Placed& other_with_third) {
  Configuration at{std::vector<uint32_t>(program_.templates.size(), Configuration::kNotBegun)};
  Values values(predicates_.size(), kOpen);
  for (const Placed* part : {&pair, &one_with_third, &other_with_third}) {
    const View& view = views_[part->first];
    Configuration there = predicates_.exchanged(view.at, part->second);
    for (uint32_t i = 0; i < at.at.size(); ++i)
      if (flat::has_begun(there, i)) at.at[i] = there.at[i];
    for (size_t i = 0; i < values.size(); ++i)
      if (view.values[i] != kOpen) values[predicates_.exchanged(i, part->second)] = view.values[i];
  }
  uint32_t third = 0;
  while (copies_.number[third] != kSlots || !flat::has_begun(at, third)) ++third;
  Term numbers = numbers_differ(at);
  for (const Move& move : moves_of(third, at.at[third])) {
    if (!move.block->writes || move.block->ends_program) continue;
    Configuration next = at;
    Term known = numbers;
    if (move.spawns) {
      // One more thread that is not in the view is nothing new, but for what else the block does; to make a second of one is found where the third
      // is in the view.
      uint32_t spawned = flat::index(move.spawns->spawned);
      const bool is_single = copies_.number[spawned] == 0;
      if (is_single && flat::has_begun(at, spawned)) continue;
      if (is_single) {
        next.at[spawned] = flat::index(program_[move.spawns->spawned].entry);
        known = terms_.and_(numbers_differ(next), at_beginning(spawned));
      }
    }
    next.at[third] = flat::index(move.block->to);
    for (const Values& after : post(values, move.action.whole, known, next, kInView))
      add(next, after, {pair.first, pair.second, &move, kExchanges[0]});
  }
}

// What blocks that lead there say about the thread's variables as they are afterwards: x = y + 1 after x := s + 1 and y := s.
void ViewAbstraction::established(uint32_t thread, uint32_t location, std::vector<Term>& found) {
  for (const auto& [from, blocks] : blocks_.of(flat::TemplateId{thread}))
    for (const Move& move : moves_of(thread, flat::index(from))) {
      if (flat::index(move.block->to) != location) continue;
      const Action& action = move.action.whole;
      Effect& effect = effect_of(action);
      auto stays = [&](Term variable) {
        return predicates_.is_live(variable, thread, location) && !effect.changed.contains(variable);
      };
      logic::Substitution after(terms_);
      std::unordered_set<Term> known;
      for (const Update& update : action.updates)
        if (predicates_.is_live(update.variable, thread, location) && update.value.op() == logic::Op::variable &&
            !stays(update.value) && after.put(update.value, update.variable))
          known.insert(update.variable);
      auto say = [&](Term before, Term of) {
        Term formula = after(before);
        bool is_own = std::ranges::all_of(logic::variables_of({formula}),
                                          [&](Term variable) { return stays(variable) || known.contains(variable); });
        if (is_own && formula != of) found.push_back(of ? terms_.eq(of, formula) : formula);
      };
      for (const Update& update : action.updates)
        if (predicates_.is_live(update.variable, thread, location)) say(update.value, update.variable);
      for (Term atom : logic::atoms_of(terms_, action.guard)) say(atom, {});
    }
}

void ViewAbstraction::fail(uint32_t number, const flat::Edge& edge, Term guard) {
  Failure failure{&edge, 0, logic::atoms_of(terms_, guard), {}, {}};
  std::vector<Term> atoms = failure.preconditions;
  for (const View* view = &views_[number]; view->way.by != nullptr; view = &views_[view->way.from]) {
    const Move& by = *view->way.by;
    ++failure.blocks;
    failure.guards.push_back(by.action.whole.guard);
    established(flat::index(by.of), flat::index(by.block->from), failure.established);
    Effect& effect = effect_of(by.action.whole);
    std::vector<Term> earlier;
    for (Term atom : atoms)
      for (Term part : logic::atoms_of(terms_, effect.before(predicates_.exchanged(atom, inverse(view->way.after))))) {
        failure.preconditions.push_back(part);
        part = predicates_.exchanged(part, inverse(view->way.before));
        size_t related = variables(part).size();
        if (related == 0 || related > kMostRelated || std::ranges::find(earlier, part) != earlier.end()) continue;
        earlier.push_back(part);
      }
    if (earlier.size() > kMostFollowed) break;
    atoms = std::move(earlier);
  }
  failure_ = std::move(failure);
}

Term ViewAbstraction::of_other(Term variable) {
  for (const Exchange& by : {placed(1, 0), Exchange{2, 1, 0}})
    if (Term other = predicates_.exchanged(variable, by); other != variable) return other;
  return {};
}

std::string ViewAbstraction::described(size_t from) const {
  std::string text;
  for (size_t i = from; i < predicates_.size(); ++i) text += " " + logic::to_string(predicates_[i].term);
  return text;
}

std::vector<result::ViewInvariants::View> ViewAbstraction::views() {
  std::map<std::vector<uint32_t>, Term> formulas;
  auto cube = [&](const Values& values) {
    Term all = terms_.boolean(true);
    for (size_t i = 0; i < values.size(); ++i)
      if (values[i] != kOpen)
        all = terms_.and_(all, values[i] == kHolds ? predicates_[i].term : terms_.not_(predicates_[i].term));
    return all;
  };
  for (const View& view : views_) {
    Term all = cube(view.values);
    // Of two threads at one place, either may be called the first.
    if (view.members == 2 && predicates_.exchanged(view.at, placed(1, 0)) == view.at)
      all = terms_.or_(all, cube(exchanged(view.values, placed(1, 0))));
    auto [found, is_new] = formulas.emplace(view.at.at, all);
    if (!is_new) found->second = terms_.or_(found->second, all);
  }
  size_t templates = 0;
  for (flat::TemplateId of : copies_.original) templates = std::max<size_t>(templates, flat::index(of) + 1);
  std::vector<result::ViewInvariants::View> all;
  for (const auto& [at, holds] : formulas) {
    result::ViewInvariants::View& view = all.emplace_back();
    view.singles.assign(templates, Configuration::kNotBegun);
    view.holds = holds;
    for (uint32_t slot = 0; slot <= kSlots; ++slot)
      for (uint32_t i = 0; i < at.size(); ++i) {
        if (copies_.number[i] != slot) continue;
        if (slot == 0)
          view.singles[flat::index(copies_.original[i])] = at[i];
        else if (at[i] != Configuration::kNotBegun)
          view.members.push_back({copies_.original[i], flat::Loc{at[i]}});
      }
  }
  return all;
}

}  // namespace fencepost::engine::cegar
