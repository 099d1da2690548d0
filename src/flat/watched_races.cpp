#include "flat/watched_races.h"

#include <algorithm>
#include <map>
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
    watched_ = add_variable("watched", std::nullopt, kWidth);
  }

  FlatProgram operator()() {
    for (uint32_t thread = 0; thread < program_.templates.size(); ++thread)
      made_.templates.push_back(with_checks(program_.templates[thread], TemplateId{thread}));
    return std::move(made_);
  }

 private:
  static constexpr unsigned kWidth = 16;

  VarId add_variable(const std::string& name, std::optional<TemplateId> owner, unsigned width) {
    std::string unique = name;
    auto is_taken = [&](const Variable& variable) { return variable.name == unique; };
    while (std::ranges::any_of(made_.variables, is_taken)) unique += "'";
    made_.variables.push_back({unique, terms_.fresh(unique, logic::bv_sort(width)), owner, Bits{0}, {}});
    return VarId{static_cast<uint32_t>(made_.variables.size() - 1)};
  }

  // An access names one cell of its group by a number that only the run knows: that is watched beside the group, if its cells are in no
  // other, where they would have other numbers.
  void unite_cells() {
    place_.resize(program_.variables.size());
    std::iota(place_.begin(), place_.end(), 0u);
    for (const Group& group : program_.groups)
      for (const Group::Cell& cell : group.cells) {
        uint32_t from = place_[index(cell.variable)], to = place_[index(group.cells[0].variable)];
        std::ranges::replace(place_, from, to);
      }
    for (uint32_t i = 0; i < program_.groups.size(); ++i) {
      auto [found, is_new] = group_of_.emplace(place_[index(program_.groups[i].cells[0].variable)], GroupId{i});
      if (!is_new) found->second = std::nullopt;
    }
  }

  const Group* group_of(uint32_t place) const {
    auto found = group_of_.find(place);
    return found == group_of_.end() || !found->second ? nullptr : &program_[*found->second];
  }
  // In its group.
  Term number_of(const Access& access, const Group& group) {
    if (access.place) return access.place;
    auto is_it = [&](const Group::Cell& cell) { return cell.variable == std::get<VarId>(access.to); };
    return terms_.bv(std::ranges::find_if(group.cells, is_it)->place, group.place_bits);
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
    seen_ = {};
    for (const Edge& edge : of.edges) {
      // A path of new locations, with what the edge is about.
      auto walk = [&, at = edge.from](Label label, std::optional<Loc> to = std::nullopt) mutable {
        Loc next = to ? *to : Loc{made.locations++};
        made.edges.push_back({at, next, std::move(label), edge.origin, edge.pos, core::Role::Kind::none});
        at = next;
        return made.edges.size() - 1;
      };
      std::optional<uint32_t> place = place_of(edge.label);
      bool is_outside = outside[index(edge.from)];
      if (place && is_outside && inside[index(edge.from)])
        throw NotFlat{edge.pos, "it is inside of an atomic section in some runs and outside in others"};
      if (place && is_outside && is_plain(edge.label)) stop_at(edge.label, *place, walk);
      Term is_watched = place ? watched_beside(*place, writes(edge.label), id) : Term{};
      if (!is_watched) {
        made.edges.push_back(edge);
        continue;
      }
      auto then = walk;
      if (is_outside) then(AtomicBegin{});
      then(Load{seen_->code, {watched_, {}}, core::MemoryOrder::relaxed});
      Term is_free = terms_.not_(is_watched);
      if (const Group* group = group_of(*place)) {
        VarId number = seen_->numbers.at(*place);
        then(Load{number, {number_at(*place, *group), {}}, core::MemoryOrder::relaxed});
        is_free = terms_.or_(is_free, terms_.ne(made_[number].term, number_of(*access(edge.label), *group)));
      }
      then(Check{std::nullopt, is_free, "another thread may access the same while stores wait"});
      size_t itself = then(edge.label, is_outside ? std::nullopt : std::optional(edge.to));
      made.edges[itself].role = edge.role;
      made.edges[itself].notes = edge.notes;
      if (is_outside) then(AtomicEnd{}, edge.to);
    }
    index_edges(made);
    return made;
  }

  // The thread says what it is about to access, and stops.
  void stop_at(const Label& label, uint32_t place, auto walk) {
    Store says{{watched_, {}}, code(place, writes(label)), core::MemoryOrder::relaxed};
    const Group* group = group_of(place);
    if (group == nullptr) {
      walk(says);
      return;
    }
    walk(AtomicBegin{});
    walk(says);
    walk(Store{{number_at(place, *group), {}}, number_of(*access(label), *group), core::MemoryOrder::relaxed});
    walk(AtomicEnd{});
  }

  // Where those who stop say which cell of the group it is.
  VarId number_at(uint32_t place, const Group& group) {
    auto [found, is_new] = numbers_.try_emplace(place);
    if (is_new) found->second = add_variable("watched in " + group.name, std::nullopt, group.place_bits);
    return found->second;
  }

  // Of what the thread has seen: somebody is about to make a conflicting access there. Null: nobody watches for it.
  Term watched_beside(uint32_t place, bool writes, TemplateId id) {
    bool beside_loads = writes && loads_.contains(place), beside_stores = stores_.contains(place);
    if (!beside_loads && !beside_stores) return {};
    const std::string& name = program_[id].name;
    if (!seen_) seen_ = Seen{add_variable("watched." + name, id, kWidth), {}};
    if (const Group* group = group_of(place); group && !seen_->numbers.contains(place))
      seen_->numbers.emplace(place, add_variable("watched in " + group->name + "." + name, id, group->place_bits));
    Term any = terms_.boolean(false), value = made_[seen_->code].term;
    if (beside_loads) any = terms_.or_(any, terms_.eq(value, code(place, false)));
    if (beside_stores) any = terms_.or_(any, terms_.eq(value, code(place, true)));
    return any;
  }

  const FlatProgram& program_;
  logic::Terms& terms_;
  FlatProgram made_;
  struct Seen {
    VarId code{};
    std::map<uint32_t, VarId> numbers;  // by place
  };

  VarId watched_{};
  std::map<uint32_t, VarId> numbers_;                    // by place: which cell of its group
  std::optional<Seen> seen_;                             // by the thread that is written now
  std::vector<uint32_t> place_;                          // by variable
  std::map<uint32_t, std::optional<GroupId>> group_of_;  // by place; none: several
  std::set<uint32_t> loads_, stores_;                    // places of plain ones
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
