#include "runs/relational.h"

#include <algorithm>

namespace fencepost::runs {

using logic::Term;
using unroll::Event;

Relational::Relational(const unroll::Unrolled& unrolled, const Skeleton& skeleton, const ReadsFrom& reads_from,
                       const program::Mapping& mapping, Before before, logic::Terms& terms, Budget& budget)
    : TermAlgebra(terms, budget),
      unrolled_(unrolled),
      skeleton_(skeleton),
      reads_from_(reads_from),
      mapping_(mapping),
      before_(std::move(before)) {}

int Relational::thread(uint32_t node) const {
  return skeleton_.nodes[node].initial ? -1 : static_cast<int>(unrolled_.events[skeleton_.nodes[node].origin].thread);
}

Term Relational::both(uint32_t a, uint32_t b) const {
  return terms_.and_(skeleton_.nodes[a].exists, skeleton_.nodes[b].exists);
}

Term Relational::same_cell(uint32_t a, uint32_t b) const {
  const Node &x = skeleton_.nodes[a], &y = skeleton_.nodes[b];
  if (x.kind == 'F' || y.kind == 'F') return terms_.boolean(false);
  return runs::same_cell(unrolled_.events[x.origin], unrolled_.events[y.origin], terms_);
}

TermSet Relational::base_set(const std::string& name) {
  TermSet members;
  for (uint32_t i = 0; i < skeleton_.nodes.size(); ++i) {
    const Node& node = skeleton_.nodes[i];
    bool is_access = node.kind != 'F';
    bool in = name == "_" || (name == "M" && is_access) || (name == "R" && node.kind == 'R') ||
              (name == "W" && node.kind == 'W') || (name == "F" && node.kind == 'F') ||
              ((name == "IW" || name == "I") && node.initial) ||
              (name == "asks-store" && node.kind == 'R' && unrolled_.events[node.origin].asks_for_store) ||
              (name == "SECTION" && unrolled_.events[node.origin].section != 0) ||
              std::find(node.tags->begin(), node.tags->end(), name) != node.tags->end();
    if (in) members.emplace(i, node.exists);
  }
  return members;
}

TermRelation Relational::dependencies(const std::string& name) const {
  TermRelation all;
  for (uint32_t i = 0; i < skeleton_.nodes.size(); ++i) {
    const Node& node = skeleton_.nodes[i];
    const Event& event = unrolled_.events[node.origin];
    if (name == "ctrl" && node.depends_on_previous) all.emplace(std::pair(i - 1, i), both(i - 1, i));
    if (name != "ctrl" && node.is_barrier) continue;
    unroll::ReadSet ctrl = node.is_behind ? unrolled_.control_after(event) : event.ctrl;
    unroll::ReadSet set = name == "addr" ? event.addr : name == "data" ? event.data : ctrl;
    if (set == 0) continue;
    for (const unroll::ReadSets::Member& member : unrolled_.read_sets[set])
      for (uint32_t read : skeleton_.of[member.read]) {
        if (thread(read) != thread(i)) continue;
        Term term = terms_.and_(both(read, i), member.when);
        auto [known, is_new] = all.try_emplace({read, i}, term);
        if (!is_new) known->second = terms_.or_(known->second, term);
      }
  }
  return all;
}

TermRelation Relational::base_relation(const std::string& name) {
  auto filtered = [&](const std::string& of_all, bool internal) {
    TermRelation some = base_relation(of_all);
    std::erase_if(
        some, [&](const auto& entry) { return (thread(entry.first.first) == thread(entry.first.second)) != internal; });
    return some;
  };
  auto are_parts = [&](uint32_t a, uint32_t b) {
    const Node &one = skeleton_.nodes[a], &two = skeleton_.nodes[b];
    uint32_t whole = one.is_barrier || two.is_barrier ? 0 : unrolled_.events[one.origin].whole;
    return whole != 0 && whole == unrolled_.events[two.origin].whole;
  };
  auto is_po = [&](uint32_t a, uint32_t b) {
    if (a >= b || thread(a) < 0 || thread(a) != thread(b) || are_parts(a, b)) return false;
    uint32_t one = skeleton_.nodes[a].origin, two = skeleton_.nodes[b].origin;
    return one == two || unrolled_.are_sequenced(one, two);
  };
  auto is_int = [&](uint32_t a, uint32_t b) { return thread(a) < 0 ? a == b : thread(a) == thread(b); };
  TermRelation all;
  if (name == "po") return pairs([&](uint32_t a, uint32_t b) { return is_po(a, b) ? both(a, b) : Term{}; });
  if (name == "po-loc")
    return pairs(
        [&](uint32_t a, uint32_t b) { return is_po(a, b) ? terms_.and_(both(a, b), same_cell(a, b)) : Term{}; });
  if (name == "loc") return pairs([&](uint32_t a, uint32_t b) { return terms_.and_(both(a, b), same_cell(a, b)); });
  if (name == "int") return pairs([&](uint32_t a, uint32_t b) { return is_int(a, b) ? both(a, b) : Term{}; });
  if (name == "ext") return pairs([&](uint32_t a, uint32_t b) { return is_int(a, b) ? Term{} : both(a, b); });
  if (name == "id") return identity();
  if (name == "si" || name == "same-instance" || name == "sm")
    return pairs([&](uint32_t a, uint32_t b) { return a == b || are_parts(a, b) ? both(a, b) : Term{}; });
  if (name == "rfe" || name == "rfi") return filtered("rf", name == "rfi");
  if (name == "coe" || name == "coi") return filtered("co", name == "coi");
  if (name == "fre" || name == "fri") return filtered("fr", name == "fri");
  if (name == "addr" || name == "data" || name == "ctrl") return dependencies(name);
  if (name == "rf") {
    for (uint32_t read : reads_from_.reads())
      for (const Source& source : reads_from_.sources(read))
        for (uint32_t to : skeleton_.of[read])
          for (uint32_t from : skeleton_.of[source.write])
            all.emplace(std::pair(from, to), terms_.and_(source.taken, both(from, to)));
    return all;
  }
  if (name == "co")
    return pairs([&](uint32_t a, uint32_t b) {
      if (a == b || skeleton_.nodes[a].kind != 'W' || skeleton_.nodes[b].kind != 'W') return Term{};
      Term there = terms_.and_(both(a, b), same_cell(a, b));
      if (there.is_false()) return Term{};
      return terms_.and_(there, before_(skeleton_.nodes[a].origin, skeleton_.nodes[b].origin));
    });
  if (name == "fr") return compose(inverse(base_relation("rf")), base_relation("co"));
  if (name == "section")
    return pairs([&](uint32_t a, uint32_t b) {
      uint32_t one = unrolled_.events[skeleton_.nodes[a].origin].section;
      bool inside = one != 0 && one == unrolled_.events[skeleton_.nodes[b].origin].section;
      return a != b && (inside || are_parts(a, b)) ? both(a, b) : Term{};
    });
  if (name == "amo" && mapping_.has_atomic_instructions()) return base_relation("rmw");
  if (name == "asks") return questions();
  if (name == "rmw" || name == "sync")
    for (uint32_t i = 0; i < skeleton_.nodes.size(); ++i) {
      const Event& event = unrolled_.events[skeleton_.nodes[i].origin];
      if (skeleton_.nodes[i].is_barrier || event.partner == Event::kNone) continue;
      bool synchronises = event.kind == Event::Kind::start || event.kind == Event::Kind::join;
      for (uint32_t partner : skeleton_.of[event.partner]) {
        if (name == "rmw" && event.kind == Event::Kind::read) all.emplace(std::pair(i, partner), both(i, partner));
        if (name == "sync" && synchronises) all.emplace(std::pair(partner, i), both(partner, i));
      }
    }
  return all;
}

// From questions whether an object lives to the accesses for which they are asked, as in a candidate execution.
TermRelation Relational::questions() const {
  TermRelation all;
  for (uint32_t i = 0; i < skeleton_.nodes.size(); ++i) {
    const Event& event = unrolled_.events[skeleton_.nodes[i].origin];
    for (uint32_t part = skeleton_.nodes[i].is_barrier ? event.asks_to : event.asks_from; part < event.asks_to;
         ++part) {
      const Event& access = unrolled_.events[part];
      Term only = is_only_part(event, part);
      const bool is_update = access.partner != Event::kNone;
      for (uint32_t to : skeleton_.of[part]) {
        Term term = terms_.and_(both(i, to), only);
        if (is_update) term = terms_.and_(term, terms_.not_(unrolled_.events[access.partner].guard));
        all.emplace(std::pair(i, to), term);
      }
      if (is_update)
        for (uint32_t to : skeleton_.of[access.partner]) all.emplace(std::pair(i, to), terms_.and_(both(i, to), only));
    }
  }
  return all;
}

// It is of the object that the question is about, and the last of its parts, which others see at once.
Term Relational::is_only_part(const Event& question, uint32_t part) const {
  auto is_asked_for = [&](const Event& access) {
    Term any = terms_.boolean(false);
    for (const Event::PossibleCell& a : question.cells)
      for (const Event::PossibleCell& b : access.cells)
        if (unrolled_.cells[a.cell].object == unrolled_.cells[b.cell].object)
          any = terms_.or_(any, terms_.and_(a.when, b.when));
    return terms_.and_(access.guard, any);
  };
  const uint32_t whole = unrolled_.events[part].whole;
  Term term = is_asked_for(unrolled_.events[part]);
  for (uint32_t other = question.asks_from; other < question.asks_to; ++other) {
    const Event& access = unrolled_.events[other];
    if (other == part || (other < part && whole != 0 && access.whole == whole)) continue;
    term = terms_.and_(term, terms_.not_(is_asked_for(access)));
  }
  return term;
}

TermRelation Relational::pairs(const std::function<Term(uint32_t, uint32_t)>& related) const {
  TermRelation all;
  for (uint32_t a = 0; a < skeleton_.nodes.size(); ++a) {
    budget_.check();
    for (uint32_t b = 0; b < skeleton_.nodes.size(); ++b)
      if (Term term = related(a, b); term && !term.is_false()) all.emplace(std::pair(a, b), term);
  }
  return all;
}

TermRelation Relational::identity() const {
  TermRelation diagonal;
  for (uint32_t i = 0; i < skeleton_.nodes.size(); ++i) diagonal.emplace(std::pair(i, i), skeleton_.nodes[i].exists);
  return diagonal;
}

}  // namespace fencepost::runs
