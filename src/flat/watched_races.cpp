#include "flat/watched_races.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "flat/automaton_shape.h"
#include "flat/operands.h"
#include "flat/simplify.h"
#include "flat/verify.h"

namespace fencepost::flat {

namespace {

class WatchedRaces {
 public:
  WatchedRaces(const FlatProgram& program, logic::Terms& terms)
      : program_(program), terms_(terms), made_{program.variables, program.groups, {}, program.loosened} {
    unite_cells();
    find_watched();
    watched_ = add_variable("watched", std::nullopt);
  }

  FlatProgram operator()() {
    for (uint32_t thread = 0; thread < program_.templates.size(); ++thread)
      made_.templates.push_back(with_checks(program_.templates[thread], TemplateId{thread}));
    return std::move(made_);
  }

 private:
  static constexpr unsigned kWidth = 16;

  VarId add_variable(const std::string& name, std::optional<TemplateId> owner) {
    std::string unique = name;
    auto is_taken = [&](const Variable& variable) { return variable.name == unique; };
    while (std::ranges::any_of(made_.variables, is_taken)) unique += "'";
    made_.variables.push_back({unique, terms_.fresh(unique, logic::bv_sort(kWidth)), owner, Bits{0}, {}});
    return VarId{static_cast<uint32_t>(made_.variables.size() - 1)};
  }

  // An access names one cell of its group by a number that only the run knows.
  void unite_cells() {
    place_.resize(program_.variables.size());
    std::iota(place_.begin(), place_.end(), 0u);
    for (const Group& group : program_.groups)
      for (const Group::Cell& cell : group.cells) {
        uint32_t from = place_[index(cell.variable)], to = place_[index(group.cells[0].variable)];
        std::ranges::replace(place_, from, to);
      }
  }

  // Absent: it is no access to anything shared.
  std::optional<uint32_t> place_of(const Label& label) const {
    const Access* touched = access(label);
    if (touched == nullptr) return std::nullopt;
    auto* variable = std::get_if<VarId>(&touched->to);
    VarId id = variable ? *variable : program_[std::get<GroupId>(touched->to)].cells[0].variable;
    if (program_[id].owner) return std::nullopt;
    return place_[index(id)];
  }

  static bool is_plain(const Label& label) {
    if (auto* load = std::get_if<Load>(&label)) return load->order == core::MemoryOrder::plain;
    if (auto* store = std::get_if<Store>(&label)) return store->order == core::MemoryOrder::plain;
    return false;
  }

  void find_watched() {
    for (const Template& of : program_.templates)
      for (const Edge& edge : of.edges)
        if (auto place = place_of(edge.label); place && is_plain(edge.label))
          (writes(edge.label) ? stores_ : loads_).insert(*place);
    if (program_.variables.size() >= (1u << (kWidth - 1)) - 1)
      throw NotFlat{{}, "it has too many variables to watch them for races"};
  }

  Term code(uint32_t place, bool stores) { return terms_.bv(Bits{2 * place + (stores ? 2u : 1u)}, kWidth); }

  Template with_checks(const Template& of, TemplateId id) {
    Template made{of.name, of.instances, of.locations, of.entry, {}, {}};
    const auto [outside, inside] = sections_of(of);
    auto fresh = [&] { return Loc{made.locations++}; };
    std::optional<VarId> seen;
    for (const Edge& edge : of.edges) {
      auto add = [&](Loc from, Loc to, Label label) {
        made.edges.push_back({from, to, std::move(label), edge.origin, edge.pos, core::Role::Kind::none});
      };
      std::optional<uint32_t> place = place_of(edge.label);
      bool is_outside = outside[index(edge.from)];
      if (place && is_outside && inside[index(edge.from)])
        throw NotFlat{edge.pos, "it is inside of an atomic section in some runs and outside in others"};
      if (place && is_outside && is_plain(edge.label))
        add(edge.from, fresh(), Store{{watched_, {}}, code(*place, writes(edge.label)), core::MemoryOrder::relaxed});
      Term is_free = place ? no_race(*place, writes(edge.label), seen, id) : Term{};
      if (!is_free) {
        made.edges.push_back(edge);
        continue;
      }
      Loc at = edge.from;
      auto then = [&](Label label) {
        Loc next = fresh();
        add(at, next, std::move(label));
        at = next;
      };
      if (is_outside) then(AtomicBegin{});
      then(Load{*seen, {watched_, {}}, core::MemoryOrder::relaxed});
      then(Check{std::nullopt, is_free, "another thread may access the same while stores wait"});
      Loc end = is_outside ? fresh() : edge.to;
      made.edges.push_back({at, end, edge.label, edge.origin, edge.pos, edge.role});
      if (is_outside) add(end, edge.to, AtomicEnd{});
    }
    index_edges(made);
    return made;
  }

  // Null: nobody watches for it.
  Term no_race(uint32_t place, bool writes, std::optional<VarId>& seen, TemplateId id) {
    bool beside_loads = writes && loads_.contains(place), beside_stores = stores_.contains(place);
    if (!beside_loads && !beside_stores) return {};
    if (!seen) seen = add_variable("watched." + program_[id].name, id);
    Term all = terms_.boolean(true), value = made_[*seen].term;
    if (beside_loads) all = terms_.and_(all, terms_.ne(value, code(place, false)));
    if (beside_stores) all = terms_.and_(all, terms_.ne(value, code(place, true)));
    return all;
  }

  const FlatProgram& program_;
  logic::Terms& terms_;
  FlatProgram made_;
  VarId watched_{};
  std::vector<uint32_t> place_;        // by variable
  std::set<uint32_t> loads_, stores_;  // places of plain ones
};

}  // namespace

std::variant<FlatProgram, NotFlat> with_watched_races(const FlatProgram& program, logic::Terms& terms) {
  try {
    FlatProgram made = WatchedRaces(program, terms)();
    verify(made, "watching for races");
    simplify(made, terms);
    return made;
  } catch (const NotFlat& why) {
    return why;
  }
}

}  // namespace fencepost::flat
