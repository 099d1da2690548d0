#include "flat/monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "flat/operands.h"
#include "flat/slice.h"
#include "flat/verify.h"
#include "logic/substitute.h"
#include "logic/variables.h"
#include "program/mapping.h"

namespace fencepost::flat {

namespace {

class Monitor {
 public:
  Monitor(const FlatProgram& program, const Sharing& sharing, const Watch& watch, logic::Terms& terms)
      : original_(program),
        program_(program),
        sharing_(sharing),
        watch_(watch),
        terms_(terms),
        threads_(program.templates.size()) {
    declare();
  }

  std::optional<FlatProgram> operator()() {
    bool checks = false;
    for (uint32_t thread = 0; thread < threads_; ++thread) checks = rebuild(thread) || checks;
    if (!checks) return std::nullopt;
    keep_what_checks_need();
    verify(program_, "monitoring");
    slice(program_, terms_);
    return std::move(program_);
  }

 private:
  using Bit = int32_t;
  static constexpr Bit kNever = -1, kAlways = -2;

  bool is(Watch::Kind kind) const { return watch_.kind == kind; }
  bool has_order() const { return !is(Watch::Kind::race); }

  Bit note(const std::string& name, bool initial) {
    Term term = terms_.fresh(name, logic::bool_sort());
    Variable made{name, term, std::nullopt, Bits{initial}, std::nullopt};
    made.is_note = true;
    program_.variables.push_back(std::move(made));
    now_.push_back(term);
    return static_cast<Bit>(now_.size()) - 1;
  }

  // Nobody has forgotten anything at the start, when nothing has been watched.
  void declare() {
    size_t variables = program_.variables.size();
    first_ = static_cast<uint32_t>(variables);
    for (std::vector<Bit>* of : {&message_, &wrote_, &touched_, &seen_}) of->resize(variables, kNever);
    uint32_t fencing = 0;
    for (uint32_t thread = 0; thread < threads_; ++thread) {
      const Template& of = program_.templates[thread];
      bool acquires = false, releases = false, seq_cst = false;
      for (const Edge& edge : of.edges)
        if (auto* k = std::get_if<Fence>(&edge.label); k && !sharing_.is_alone(thread, edge.from)) {
          acquires = acquires || program::acquires(k->order);
          releases = releases || program::releases(k->order);
          seq_cst = seq_cst || k->order == core::MemoryOrder::seq_cst;
        }
      fencing += seq_cst ? 1 : 0;
      hb_.push_back(watch_.by == thread ? kAlways : note("hb!" + of.name, true));
      order_.push_back(has_order() ? note("order!" + of.name, false) : kNever);
      got_.push_back(acquires ? note("got!" + of.name, false) : kNever);
      released_.push_back(releases ? note("released!" + of.name, false) : kNever);
    }
    for (uint32_t i = 0; i < variables; ++i) {
      VarId id{i};
      if (!sharing_.is_channel(id) || !sharing_[id].atomic || is_latest_of(id)) continue;
      std::string name = program_.variables[i].name;
      message_[i] = note("message!" + name, false);
      if (has_order()) wrote_[i] = note("wrote!" + name, false);
      if (!is(Watch::Kind::latest)) continue;
      touched_[i] = note("touched!" + name, false);
      if (sharing_.is_strong(watch_.at) && sharing_.is_strong(id)) seen_[i] = note("seen!" + name, false);
    }
    if (is(Watch::Kind::latest) && fencing > 1) {
      fence_hb_ = note("fence-hb", false);
      fence_order_ = note("fence-order", false);
    }
  }

  bool is_latest_of(VarId id) const { return is(Watch::Kind::latest) && id == watch_.at; }

  Term get(Bit bit) const {
    if (bit == kNever || bit == kAlways) return terms_.boolean(bit == kAlways);
    return now_[static_cast<size_t>(bit)];
  }
  void set(Bit bit, Term value) {
    if (bit >= 0) now_[static_cast<size_t>(bit)] = value;
  }
  void join(Bit into, Bit from) { set(into, terms_.or_(get(into), get(from))); }

  // All of it is news to everybody else.
  void watched_by(uint32_t thread) {
    Term hb = get(hb_[thread]);
    for (Term& value : now_) value = terms_.boolean(false);
    set(hb_[thread], is(Watch::Kind::race) ? hb : terms_.boolean(true));
    set(order_[thread], terms_.boolean(true));
  }

  void touch(uint32_t thread, VarId at, const Touch& touch) {
    uint32_t y = index(at);
    if (is_latest_of(at)) {
      if (touch.writes) return watched_by(thread);
      set(hb_[thread], terms_.boolean(true));
      return set(order_[thread], terms_.boolean(true));
    }
    if (touch.reads) {
      join(order_[thread], wrote_[y]);
      if (!touch.plain) join(touch.acquires ? hb_[thread] : got_[thread], message_[y]);
      join(touched_[y], order_[thread]);
      join(seen_[y], hb_[thread]);
    }
    Term continued = touch.reads ? get(message_[y]) : terms_.boolean(false);
    if (is(Watch::Kind::race) && at == watch_.at && (!watch_.by || watch_.by == thread) && watch_.watched.has(touch)) {
      watched_by(thread);
      continued = terms_.boolean(false);
    }
    if (!touch.writes) return;
    join(order_[thread], touched_[y]);
    join(hb_[thread], seen_[y]);
    set(seen_[y], get(hb_[thread]));
    set(wrote_[y], get(order_[thread]));
    set(touched_[y], get(order_[thread]));
    Term own = touch.plain ? terms_.boolean(false) : get(touch.releases ? hb_[thread] : released_[thread]);
    set(message_[y], terms_.or_(own, continued));
  }

  void fence(uint32_t thread, core::MemoryOrder order) {
    if (program::acquires(order)) join(hb_[thread], got_[thread]);
    if (order == core::MemoryOrder::seq_cst) {
      if (is(Watch::Kind::fences)) watched_by(thread);
      join(hb_[thread], fence_hb_), set(fence_hb_, get(hb_[thread]));
      join(order_[thread], fence_order_), set(fence_order_, get(order_[thread]));
    }
    if (program::releases(order)) set(released_[thread], get(hb_[thread]));
  }

  struct Way {
    Term when;  // after the step
    VarId at{};
    Touch touch;
  };

  // Does who fails to update wait for ever? Then there is nothing but computation before an Assume of what the update asks for, as
  // where a lock is taken.
  bool waits_unless_it_succeeds(uint32_t thread, const Edge& edge) {
    const Template& of = original_.templates[thread];
    auto* update = std::get_if<Rmw>(&edge.label);
    if (update == nullptr) return false;
    std::map<VarId, Term> computed;
    auto value = [&](Term term) {
      logic::Substitution known(terms_);
      for (const auto& [id, now] : computed) known.put(program_[id].term, now);
      return known(term);
    };
    Loc at = edge.to;
    for (uint32_t steps = 0; steps < of.locations; ++steps) {
      uint32_t first = of.first_out[index(at)];
      if (of.first_out[index(at) + 1] != first + 1) return false;
      const Edge& next = of.edges[first];
      if (auto* k = std::get_if<Assume>(&next.label)) return value(k->condition) == update->condition;
      auto* k = std::get_if<Assign>(&next.label);
      if (k == nullptr) return false;
      computed[k->target] = value(k->value);
      at = next.to;
    }
    return false;
  }

  std::vector<Way> ways_of(uint32_t thread, const Edge& edge) {
    const Label& label = edge.label;
    const Access& at = *access(label);
    std::map<VarId, Term> cells;
    if (auto* one = std::get_if<VarId>(&at.to)) {
      cells.emplace(*one, terms_.boolean(true));
    } else {
      for (const Group::Cell& cell : program_[std::get<GroupId>(at.to)].cells) {
        Term here = terms_.eq(at.place, terms_.bv(cell.place, at.place.sort().width));
        auto [found, is_new] = cells.emplace(cell.variable, here);
        if (!is_new) found->second = terms_.or_(found->second, here);
      }
    }
    std::vector<Way> ways;
    auto* update = std::get_if<Rmw>(&label);
    bool waits = waits_unless_it_succeeds(thread, edge);
    for (const auto& [id, here] : cells) {
      Term succeeds = update != nullptr ? update->condition : terms_.boolean(true);
      ways.push_back({terms_.and_(here, succeeds), id, touch_of(program_, label, id)});
      if (!succeeds.is_true() && !(waits && !sharing_[id].plain))
        ways.push_back({terms_.and_(here, terms_.not_(succeeds)), id, touch_of(program_, label, id, false)});
    }
    return ways;
  }

  void take(uint32_t thread, const Edge& edge) {
    const Label& label = edge.label;
    if (access(label) != nullptr) {
      std::vector<Term> before = now_, after = now_;
      for (const Way& way : ways_of(thread, edge)) {
        now_ = before;
        touch(thread, way.at, way.touch);
        for (size_t i = 0; i < now_.size(); ++i)
          if (now_[i] != before[i]) after[i] = terms_.ite(way.when, now_[i], after[i]);
      }
      now_ = std::move(after);
    }
    if (auto* k = std::get_if<Fence>(&label)) fence(thread, k->order);
    if (auto* k = std::get_if<Spawn>(&label)) {
      uint32_t spawned = index(k->spawned);
      set(hb_[spawned], get(hb_[thread]));
      set(order_[spawned], get(order_[thread]));
      set(got_[spawned], terms_.boolean(false));
      set(released_[spawned], terms_.boolean(false));
    }
    if (auto* k = std::get_if<Join>(&label)) {
      join(hb_[thread], hb_[index(k->joined)]);
      join(order_[thread], order_[index(k->joined)]);
    }
  }

  // What has to hold before the step. Whether an update will succeed is not known then: it is held for both.
  Term asked(uint32_t thread, const Edge& edge) {
    const Label& label = edge.label;
    Term all = terms_.boolean(true);
    if (auto* k = std::get_if<Fence>(&label))
      if (is(Watch::Kind::fences) && k->order == core::MemoryOrder::seq_cst)
        return terms_.implies(get(order_[thread]), terms_.or_(get(hb_[thread]), get(got_[thread])));
    if (access(label) == nullptr || is(Watch::Kind::fences)) return all;
    for (const Way& way : ways_of(thread, edge)) {
      if (way.at != watch_.at) continue;
      Term knows = get(hb_[thread]);
      if (is(Watch::Kind::latest)) {
        if (way.touch.writes && !sharing_[way.at].stored) continue;
        knows = terms_.or_(terms_.not_(get(order_[thread])), knows);
      } else {
        if (watch_.by == thread || !watch_.checked.has(way.touch)) continue;
        if (way.touch.acquires) knows = terms_.or_(knows, get(message_[index(way.at)]));
      }
      Term here = terms_.boolean(true);
      const Access& at = *access(label);
      if (at.place) {
        here = terms_.boolean(false);
        for (const Group::Cell& cell : program_[std::get<GroupId>(at.to)].cells)
          if (cell.variable == way.at)
            here = terms_.or_(here, terms_.eq(at.place, terms_.bv(cell.place, at.place.sort().width)));
      }
      all = terms_.and_(all, terms_.implies(here, knows));
    }
    return all;
  }

  std::string said(const Label& label) const {
    if (is(Watch::Kind::fences)) return "two fences here may be seen in either order, so the program may not be robust";
    const std::string& name = program_[watch_.at].name;
    if (is(Watch::Kind::race)) return fmt::format("nothing orders this access to {} with one of another thread", name);
    return std::holds_alternative<Load>(label)
               ? fmt::format("this may read an older value of {} than the last one", name)
               : fmt::format("this may come before a write of {} that was seen before", name);
  }

  bool rebuild(uint32_t thread) {
    Template& of = program_.templates[thread];
    bool checks = false;
    std::vector<Edge> edges;
    std::vector<Term> notes;
    for (size_t i = first_; i < program_.variables.size(); ++i) notes.push_back(program_.variables[i].term);
    for (Edge& edge : of.edges) {
      if (auto* k = std::get_if<Check>(&edge.label)) edge.label = Assume{terms_.boolean(!k->condition.is_false())};
      if (sharing_.is_alone(thread, edge.from)) {
        edges.push_back(std::move(edge));
        continue;
      }
      now_ = notes;
      if (Term condition = asked(thread, edge); !condition.is_true()) {
        checks = true;
        Loc between{of.locations++};
        edges.push_back({edge.from, between, Check{std::nullopt, condition, said(edge.label)}, edge.origin, edge.pos});
        edge.from = between;
      }
      take(thread, edge);
      for (size_t i = 0; i < notes.size(); ++i)
        if (now_[i] != notes[i]) edge.notes.push_back({VarId{first_ + static_cast<uint32_t>(i)}, now_[i]});
      edges.push_back(std::move(edge));
    }
    of.edges = std::move(edges);
    index_edges(of);
    return checks;
  }

  void keep_what_checks_need() {
    std::unordered_map<Term, VarId> ids;
    for (uint32_t i = first_; i < program_.variables.size(); ++i) ids.emplace(program_.variables[i].term, VarId{i});
    std::vector<bool> needed(program_.variables.size(), false);
    bool grew = true;
    auto need = [&](Term term) {
      for (Term variable : logic::variables_of({term}))
        if (auto found = ids.find(variable); found != ids.end() && !needed[index(found->second)])
          needed[index(found->second)] = grew = true;
    };
    auto each_edge = [&](auto&& visit) {
      for (Template& of : program_.templates)
        for (Edge& edge : of.edges) visit(edge);
    };
    each_edge([&](Edge& edge) {
      if (auto* k = std::get_if<Check>(&edge.label)) need(k->condition);
    });
    while (grew) {
      grew = false;
      each_edge([&](Edge& edge) {
        for (const Assign& made : edge.notes)
          if (needed[index(made.target)]) need(made.value);
      });
    }
    each_edge([&](Edge& edge) {
      std::erase_if(edge.notes, [&](const Assign& made) { return !needed[index(made.target)]; });
    });
  }

  const FlatProgram& original_;
  FlatProgram program_;
  const Sharing& sharing_;
  const Watch& watch_;
  logic::Terms& terms_;
  uint32_t threads_;
  uint32_t first_ = 0;                                 // note
  std::vector<Term> now_;                              // values of notes, by number from the first
  std::vector<Bit> hb_, order_, got_, released_;       // by thread
  std::vector<Bit> message_, wrote_, touched_, seen_;  // by variable
  Bit fence_hb_ = kNever, fence_order_ = kNever;
};

}  // namespace

std::optional<FlatProgram> monitored(const FlatProgram& program, const Sharing& sharing, const Watch& watch,
                                     logic::Terms& terms) {
  return Monitor(program, sharing, watch, terms)();
}

}  // namespace fencepost::flat
