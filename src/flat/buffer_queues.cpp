#include "flat/buffer_queues.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "flat/automaton_shape.h"
#include "flat/buffer.h"
#include "flat/delays.h"
#include "flat/operands.h"

namespace fencepost::flat {

Access resolved(Access access, const FlatProgram& program) {
  auto* group = std::get_if<GroupId>(&access.to);
  if (group == nullptr || !access.place.is_const()) return access;
  for (const Group::Cell& cell : program[*group].cells)
    if (cell.place == access.place.value()) return {cell.variable, {}};
  return access;
}

Term QueueTerms::holds(uint32_t entries) const { return terms_.eq(var(queue_.count), number(queue_.count, entries)); }

Term QueueTerms::is_to(uint32_t entry, uint32_t object) const {
  std::optional<VarId> told = queue_.entries[entry - 1].object;
  return told ? terms_.eq(var(*told), number(*told, object)) : terms_.boolean(true);
}

Access QueueTerms::target(uint32_t entry, uint32_t object) const {
  Access to = queue_.objects[object].to;
  if (auto place = queue_.objects[object].place) to.place = var(queue_.entries[entry - 1].places[*place]);
  return to;
}

Term QueueTerms::value(uint32_t entry, uint32_t object) const {
  return var(queue_.entries[entry - 1].values[queue_.objects[object].value]);
}

Term QueueTerms::is_same_cell(uint32_t entry, const Access& access) const {
  Term any = terms_.boolean(false);
  for (uint32_t object = 0; object < queue_.objects.size(); ++object)
    any = terms_.or_(
        any, terms_.and_(is_to(entry, object), flat::is_same_cell(target(entry, object), access, made_, terms_)));
  return any;
}

Term QueueTerms::may_leave(uint32_t entry) const {
  Term may = terms_.boolean(entry == 1 || !queue_.in_order);
  for (uint32_t object = 0; object < queue_.objects.size() && !may.is_false(); ++object)
    for (uint32_t before = 1; before < entry; ++before) {
      Term is_behind = terms_.and_(is_to(entry, object), is_same_cell(before, target(entry, object)));
      may = terms_.and_(may, terms_.not_(is_behind));
    }
  for (uint32_t i = 2; i <= entry; ++i)
    if (auto mark = queue_.entries[i - 1].mark) may = terms_.and_(may, terms_.not_(var(*mark)));
  return may;
}

Term QueueTerms::may_pass(const Access& access) const {
  if (queue_.in_order) return is_empty();
  Term may = queue_.closed ? terms_.not_(var(*queue_.closed)) : terms_.boolean(true);
  for (uint32_t entry = 1; entry <= queue_.bound(); ++entry) {
    Term holds_back = is_same_cell(entry, access);
    if (auto mark = queue_.entries[entry - 1].mark; mark && entry > 1) holds_back = terms_.or_(holds_back, var(*mark));
    Term exists = terms_.boolean(false);
    for (uint32_t number = entry; number <= queue_.bound(); ++number) exists = terms_.or_(exists, holds(number));
    may = terms_.and_(may, terms_.not_(terms_.and_(exists, holds_back)));
  }
  return may;
}

namespace {

class Maker {
 public:
  Maker(const FlatProgram& program, TemplateId of, const BufferFacts& facts, const Delays* delays, uint32_t bound,
        FlatProgram& made, logic::Terms& terms)
      : program_(program),
        id_(of),
        of_(program[of]),
        facts_(facts),
        delays_(delays),
        bound_(bound),
        made_(made),
        terms_(terms) {}

  std::vector<BufferQueue> operator()() {
    find_objects();
    std::vector<BufferQueue> queues;
    for (const std::vector<Access>& objects : classes()) queues.push_back(queue(objects));
    return queues;
  }

 private:
  void find_objects() {
    const std::vector<bool> outside = sections_of(of_).outside;
    for (const Edge& edge : of_.edges) {
      if (!outside[index(edge.from)]) continue;
      for (Barrier barrier : {facts_.before(edge.label), facts_.after(edge.label)})
        has_marks_ = has_marks_ || (barrier == Barrier::stores && facts_.per_variable);
      auto* store = std::get_if<Store>(&edge.label);
      if (store == nullptr || !is_shared(store->to, program_)) continue;
      if (delays_ && (!delays_->is_buffered(index(id_), store->to) || delays_->is_at_once(index(id_), edge))) continue;
      Access to{resolved(store->to, program_).to, {}};
      if (std::ranges::none_of(objects_, [&](const Access& one) { return one.to == to.to; })) objects_.push_back(to);
    }
  }

  bool share_cells(const Access& one, const Access& other) const {
    bool share = false;
    each_cell(one, program_, [&](VarId a) { each_cell(other, program_, [&](VarId b) { share = share || a == b; }); });
    return share;
  }

  // Stores to one cell wait in one queue.
  std::vector<std::vector<Access>> classes() const {
    if (objects_.empty()) return {};
    if (!facts_.per_variable || has_marks_) return {objects_};
    std::vector<std::vector<Access>> classes;
    for (const Access& object : objects_) {
      std::vector<Access> joined{object};
      std::erase_if(classes, [&](const std::vector<Access>& one) {
        if (std::ranges::none_of(one, [&](const Access& other) { return share_cells(object, other); })) return false;
        joined.insert(joined.begin(), one.begin(), one.end());
        return true;
      });
      classes.push_back(std::move(joined));
    }
    return classes;
  }

  BufferQueue queue(const std::vector<Access>& objects) {
    BufferQueue queue;
    std::vector<logic::Sort> sorts, widths;
    auto number = [](std::vector<logic::Sort>& known, logic::Sort sort) {
      auto found = std::ranges::find(known, sort);
      if (found == known.end()) found = known.insert(known.end(), sort);
      return static_cast<uint32_t>(found - known.begin());
    };
    for (const Access& to : objects) {
      BufferQueue::Object& object = queue.objects.emplace_back(BufferQueue::Object{to});
      auto* group = std::get_if<GroupId>(&to.to);
      VarId cell = group ? program_[*group].cells[0].variable : std::get<VarId>(to.to);
      object.value = number(sorts, program_[cell].term.sort());
      if (group) object.place = number(widths, logic::bv_sort(program_[*group].place_bits));
    }
    bool marked = has_marks_ && facts_.per_variable;
    queue.in_order = !facts_.per_variable;
    std::string name = is_alone(objects) ? name_of(objects[0]) : "buffer";
    queue.count = variable(name, "count", logic::bv_sort(bits_for(bound_)));
    if (marked) queue.closed = variable(name, "closed", logic::bool_sort());
    for (uint32_t i = 1; i <= bound_; ++i) {
      BufferQueue::Entry& entry = queue.entries.emplace_back();
      auto part = [&](const std::string& what, logic::Sort sort) {
        return variable(name, fmt::format("{}{}", i, what), sort);
      };
      if (objects.size() > 1)
        entry.object = part(".to", logic::bv_sort(bits_for(static_cast<uint32_t>(objects.size() - 1))));
      for (size_t sort = 0; sort < sorts.size(); ++sort)
        entry.values.push_back(part(sorts.size() > 1 ? fmt::format(".value{}", sort + 1) : "", sorts[sort]));
      for (size_t width = 0; width < widths.size(); ++width)
        entry.places.push_back(part(widths.size() > 1 ? fmt::format(".place{}", width + 1) : ".place", widths[width]));
      if (marked) entry.mark = part(".mark", logic::bool_sort());
    }
    return queue;
  }

  // A queue that is called after its object.
  bool is_alone(const std::vector<Access>& objects) const {
    return facts_.per_variable && !has_marks_ && objects.size() == 1;
  }

  static unsigned bits_for(uint32_t most) { return std::max(1u, static_cast<unsigned>(std::bit_width(most))); }

  std::string name_of(const Access& access) const {
    if (auto* variable = std::get_if<VarId>(&access.to)) return program_[*variable].name;
    return program_[std::get<GroupId>(access.to)].name + "[]";
  }

  // Of the seed's x_1.t, x_cnt.t and so on the thread comes first, and then what tells them from variables of the program.
  VarId variable(const std::string& of, const std::string& what, logic::Sort sort) {
    std::string base = fmt::format("{}.waiting.{}.{}", of_.name, what, of), name = base;
    auto is_taken = [&](const Variable& one) { return one.name == name; };
    for (unsigned i = 2; std::ranges::any_of(made_.variables, is_taken); ++i) name = fmt::format("{}#{}", base, i);
    made_.variables.push_back({name, terms_.fresh(name, sort), id_, 0, std::nullopt, false});
    return VarId{static_cast<uint32_t>(made_.variables.size() - 1)};
  }

  const FlatProgram& program_;
  TemplateId id_;
  const Template& of_;
  const BufferFacts& facts_;
  const Delays* delays_;
  uint32_t bound_;
  FlatProgram& made_;
  logic::Terms& terms_;
  std::vector<Access> objects_;
  bool has_marks_ = false;
};

}  // namespace

std::vector<BufferQueue> buffer_queues(const FlatProgram& program, TemplateId of, const BufferFacts& facts,
                                       const Delays* delays, uint32_t bound, FlatProgram& made, logic::Terms& terms) {
  return Maker(program, of, facts, delays, bound, made, terms)();
}

}  // namespace fencepost::flat
