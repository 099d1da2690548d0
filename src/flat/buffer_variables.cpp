#include "flat/buffer_variables.h"

#include <fmt/format.h>

#include <deque>
#include <map>

#include "base/check.h"
#include "flat/automaton_shape.h"
#include "flat/buffer.h"
#include "flat/delays.h"
#include "flat/groups.h"
#include "flat/operands.h"
#include "flat/verify.h"

namespace fencepost::flat {

namespace {

// One template.
class Writer {
 public:
  Writer(const FlatProgram& program, TemplateId of, const BufferFacts& facts, const Delays* delays, uint32_t bound,
         FlatProgram& made, logic::Terms& terms)
      : program_(program),
        id_(of),
        of_(program[of]),
        facts_(facts),
        delays_(delays),
        made_(made),
        terms_(terms),
        queues_(buffer_queues(program, of, facts, delays, bound, made, terms)) {}

  Template operator()() {
    into_ = {of_.name, of_.instances, 0, Loc{0}, {}, {}};
    at_node({index(of_.entry), false});
    while (!open_.empty()) {
      Node node = open_.front();
      open_.pop_front();
      write(node);
    }
    index_edges(into_);
    find_within();
    return std::move(into_);
  }
  std::vector<BufferQueue>& queues() { return queues_; }
  const std::vector<Loc>& checks_of_room() const { return checks_of_room_; }
  const std::vector<Loc>& emptying() const { return emptying_; }
  const std::vector<bool>& within() const { return within_; }
  std::vector<std::optional<Loc>> stands_for() const {
    std::vector<std::optional<Loc>> made(within_.size());
    for (const auto& [node, at] : locations_) made[index(at)] = Loc{node.first};
    return made;
  }

 private:
  // A location of the program, and whether the thread is in one of its atomic sections.
  using Node = std::pair<uint32_t, bool>;

  Loc new_location() { return Loc{into_.locations++}; }
  Loc at_node(Node node) {
    auto [found, is_new] = locations_.try_emplace(node, Loc{0});
    if (is_new) {
      found->second = new_location();
      open_.push_back(node);
    }
    return found->second;
  }

  void edge(Loc from, Loc to, Label label, bool keeps_role = false) {
    Edge& made = into_.edges.emplace_back(Edge{from, to, std::move(label), {}, {}});
    if (made_of_ == nullptr) return;
    made.origin = made_of_->origin;
    made.pos = made_of_->pos;
    if (keeps_role) made.role = made_of_->role;
  }
  Loc then(Loc from, Label label, bool keeps_role = false) {
    Loc to = new_location();
    edge(from, to, std::move(label), keeps_role);
    return to;
  }
  Loc assume(Loc from, Term condition) { return condition.is_true() ? from : then(from, Assume{condition}); }
  Loc begin(Loc from) { return begun_.emplace_back(then(from, AtomicBegin{})); }
  Loc assign(Loc from, VarId target, Term value) { return then(from, Assign{target, value}); }

  QueueTerms terms_of(const BufferQueue& queue) const { return {made_, queue, terms_}; }
  Term all_empty() const {
    Term all = terms_.boolean(true);
    for (const BufferQueue& queue : queues_) all = terms_.and_(all, terms_of(queue).is_empty());
    return all;
  }

  void find_within() {
    within_.assign(into_.locations, false);
    std::vector<Loc> open = begun_;
    while (!open.empty()) {
      Loc at = open.back();
      open.pop_back();
      if (within_[index(at)]) continue;
      within_[index(at)] = true;
      for (const Edge& one : edges_of(into_, index(at)))
        if (!std::holds_alternative<AtomicEnd>(one.label)) open.push_back(one.to);
    }
  }

  void write(Node node) {
    auto [location, in_section] = node;
    Loc here = at_node(node);
    made_of_ = nullptr;
    std::span<const Edge> edges = edges_of(of_, location);
    bool ends = edges.empty();
    if (!in_section && !queues_.empty()) {
      if (ends || delays_ == nullptr || delays_->is_stop(index(id_), Loc{location})) flushes(here);
      if (ends) edge(here, new_location(), Assume{all_empty()});  // the end of the thread waits for its stores
    }
    for (const Edge& one : edges) {
      made_of_ = &one;
      statement(node, here, one);
    }
  }

  void statement(Node node, Loc from, const Edge& of) {
    bool in_section = node.second;
    if (std::holds_alternative<AtomicBegin>(of.label)) in_section = true;
    if (std::holds_alternative<AtomicEnd>(of.label)) in_section = false;
    Loc to = at_node({index(of.to), in_section});
    if (node.second || queues_.empty()) return plain(from, to, of.label);
    Barrier before = facts_.before(of.label), after = facts_.after(of.label);
    if (before == Barrier::full) from = assume(from, all_empty());
    if (before == Barrier::stores) from = close(from);
    Loc last = to;
    if (after == Barrier::full) {  // what waits leaves the buffer here
      last = new_location();
      flushes(last);
      edge(last, to, Assume{all_empty()});
    }
    if (after == Barrier::stores) {
      last = new_location();
      close_into(last, to);
    }
    if (auto* store = std::get_if<Store>(&of.label); store && is_shared(store->to, program_))
      return put(from, last, *store, of);
    if (auto* load = std::get_if<Load>(&of.label); load && is_shared(load->from, program_))
      return take(from, last, *load);
    plain(from, last, of.label);
  }

  // A fence has done its work by being waited for.
  void plain(Loc from, Loc to, const Label& label) {
    bool is_fence = std::holds_alternative<Fence>(label);
    edge(from, to, is_fence ? Label{Assume{terms_.boolean(true)}} : label, true);
  }

  // A store barrier is one for what waits now; with nothing, it is none.
  Loc close(Loc from) {
    Loc to = new_location();
    close_into(from, to);
    return to;
  }
  void close_into(Loc from, Loc to) {
    FP_CHECK(queues_.size() == 1 && queues_[0].closed);
    edge(from, to, Assign{*queues_[0].closed, terms_.not_(terms_of(queues_[0]).is_empty())});
  }

  // The place is that of a cell: where it is not, the thread stays at `from`, and its buffer drains.
  Loc at_cell(Loc from, const Access& access) {
    auto* group = std::get_if<GroupId>(&access.to);
    return group ? assume(from, is_cell(program_[*group], access.place, terms_)) : from;
  }

  void put(Loc from, Loc to, const Store& store, const Edge& of) {
    if (delays_ != nullptr) {
      bool waits_for_nobody = !delays_->is_buffered(index(id_), store.to) || delays_->is_alone(index(id_), of.from);
      if (waits_for_nobody) return edge(from, to, store, true);
      if (delays_->is_at_once(index(id_), of)) {
        Term may = terms_.boolean(true);
        for (const BufferQueue& queue : queues_)
          may = terms_.and_(may, terms_of(queue).may_pass(resolved(store.to, program_)));
        return edge(assume(from, may), to, store, true);
      }
    }
    const Access access = resolved(store.to, program_);
    for (const BufferQueue& queue : queues_)
      for (uint32_t i = 0; i < queue.objects.size(); ++i)
        if (queue.objects[i].to.to == access.to) return push(from, to, queue, i, access, store.value);
    FP_UNREACHABLE("a store that waits has a queue");
  }

  // Figure 5, [X = r], and figure 12.
  void push(Loc from, Loc to, const BufferQueue& queue, uint32_t object, const Access& access, Term value) {
    QueueTerms terms = terms_of(queue);
    Loc begun = begin(at_cell(from, access));
    std::string why = fmt::format("more than {} stores wait in a buffer of {}", queue.bound(), of_.name);
    checks_of_room_.push_back(begun);
    Loc roomy = then(begun, Check{std::nullopt, terms_.not_(terms.holds(queue.bound())), std::move(why)});
    Loc done = new_location();
    for (uint32_t i = 1; i <= queue.bound(); ++i) {
      const BufferQueue::Entry& entry = queue.entries[i - 1];
      const BufferQueue::Object& to_object = queue.objects[object];
      Loc at = assume(roomy, terms.holds(i - 1));
      if (entry.object) at = assign(at, *entry.object, number(*entry.object, object));
      if (to_object.place) at = assign(at, entry.places[*to_object.place], access.place);
      if (entry.mark) at = assign(at, *entry.mark, terms.var(*queue.closed));
      at = assign(at, entry.values[to_object.value], value);
      edge(at, done, Assign{queue.count, number(queue.count, i)});
    }
    if (queue.closed) done = assign(done, *queue.closed, terms_.boolean(false));
    edge(done, to, AtomicEnd{});
  }

  // Figure 5, [r = X], and figure 12: from the youngest entry to the oldest, and then memory.
  void take(Loc from, Loc to, const Load& load) {
    const Access access = resolved(load.from, program_);
    std::vector<const BufferQueue*> searched;
    for (const BufferQueue& queue : queues_)
      if (!terms_of(queue).is_same_cell(1, access).is_false()) searched.push_back(&queue);
    if (searched.empty()) return plain(from, to, load);
    Loc found = new_location();
    Loc start = begin(at_cell(from, access));
    for (const BufferQueue* queue : searched) start = search(start, found, *queue, access, load.target);
    edge(start, found, load);
    edge(found, to, AtomicEnd{});
  }

  // Where to go on if it is not in this queue.
  Loc search(Loc start, Loc found, const BufferQueue& queue, const Access& access, VarId target) {
    QueueTerms terms = terms_of(queue);
    Loc missed = new_location(), below = missed;
    edge(start, missed, Assume{terms.is_empty()});
    for (uint32_t i = 1; i <= queue.bound(); ++i) {
      Loc here = new_location();
      edge(start, here, Assume{terms.holds(i)});
      Term any = terms_.boolean(false);
      for (uint32_t object = 0; object < queue.objects.size(); ++object) {
        Term same =
            terms_.and_(terms.is_to(i, object), flat::is_same_cell(terms.target(i, object), access, made_, terms_));
        if (same.is_false()) continue;
        any = terms_.or_(any, same);
        edge(assume(here, same), found, Assign{target, terms.value(i, object)});
        into_.edges.back().origin.buffer = Origin::Buffer::answers;
      }
      // Entries for one variable are all for this one, or none is.
      Loc next = queue.is_of_one_variable() ? missed : below;
      if (!any.is_true()) edge(here, next, Assume{terms_.not_(any)});
      below = here;
    }
    return missed;
  }

  // The seed's flush: a loop at this location.
  void flushes(Loc at) {
    for (const BufferQueue& queue : queues_)
      for (uint32_t i = 1; i <= queue.bound(); ++i) flush(at, queue, i);
  }

  void flush(Loc at, const BufferQueue& queue, uint32_t entry) {
    QueueTerms terms = terms_of(queue);
    Term may = terms.may_leave(entry);
    if (may.is_false()) return;
    for (uint32_t i = 0; i < entry; ++i) may = terms_.and_(may, terms_.not_(terms.holds(i)));
    Loc begun = begin(assume(at, may)), left = new_location();
    for (uint32_t object = 0; object < queue.objects.size(); ++object) {
      Loc is_to = assume(begun, terms.is_to(entry, object));
      Store store{terms.target(entry, object), terms.value(entry, object), core::MemoryOrder::relaxed};
      edge(is_to, left, store);
      into_.edges.back().origin.buffer = Origin::Buffer::leaves;
    }
    Loc moved = move_up(left, queue, entry);
    moved =
        assign(moved, queue.count, terms_.binary(logic::Op::bv_sub, terms.var(queue.count), number(queue.count, 1)));
    if (queue.closed)
      moved = assign(moved, *queue.closed, terms_.and_(terms.var(*queue.closed), terms_.not_(terms.is_empty())));
    edge(moved, at, AtomicEnd{});
  }

  // Each entry from this one on takes what the next has; the last is empty.
  Loc move_up(Loc at, const BufferQueue& queue, uint32_t first) {
    for (uint32_t i = first; i <= queue.bound(); ++i) {
      const BufferQueue::Entry& entry = queue.entries[i - 1];
      const BufferQueue::Entry* next = i < queue.bound() ? &queue.entries[i] : nullptr;
      auto move = [&](VarId to, std::optional<VarId> from) {
        if (i == queue.bound()) emptying_.push_back(at);
        at = assign(at, to, from ? made_[*from].term : zero(to));
      };
      if (entry.object) move(*entry.object, next ? next->object : std::nullopt);
      for (size_t j = 0; j < entry.values.size(); ++j)
        move(entry.values[j], next ? std::optional(next->values[j]) : std::nullopt);
      for (size_t j = 0; j < entry.places.size(); ++j)
        move(entry.places[j], next ? std::optional(next->places[j]) : std::nullopt);
      // Before the oldest nothing lies.
      if (entry.mark) move(*entry.mark, next && i > 1 ? next->mark : std::nullopt);
    }
    return at;
  }

  Term number(VarId of, Bits value) const { return terms_.bv(value, made_[of].term.sort().width); }
  Term zero(VarId of) const {
    logic::Sort sort = made_[of].term.sort();
    if (sort.kind == logic::SortKind::boolean) return terms_.boolean(false);
    if (sort.kind == logic::SortKind::floating) return terms_.fp_bits(0, sort.width);
    if (sort.kind == logic::SortKind::integer) return terms_.integer(0);
    return terms_.bv(0, sort.width);
  }

  const FlatProgram& program_;
  TemplateId id_;
  const Template& of_;
  const BufferFacts& facts_;
  const Delays* delays_;
  FlatProgram& made_;  // its variables are complete
  logic::Terms& terms_;
  std::vector<BufferQueue> queues_;
  Template into_;
  std::map<Node, Loc> locations_;
  std::deque<Node> open_;
  const Edge* made_of_ = nullptr;
  std::vector<Loc> begun_;  // after the beginning of what stands for a statement
  std::vector<bool> within_;
  std::vector<Loc> checks_of_room_, emptying_;  // each is the only edge of its location
};

}  // namespace

std::variant<BufferVariables, NotFlat> with_buffer_variables(const FlatProgram& program, const BufferFacts& facts,
                                                             uint32_t bound, Waiting waiting, logic::Terms& terms,
                                                             Budget& budget) {
  FP_CHECK(bound > 0);
  if (auto why = not_understood(program, facts)) return *why;
  std::optional<Delays> delays;
  if (waiting == Waiting::needed) delays.emplace(program, facts, terms);
  BufferVariables made{
      {program.variables, program.groups, {}, program.loosened, program.handed_over}, {}, {}, {}, {}, {}};
  for (uint32_t i = 0; i < program.templates.size(); ++i) {
    budget.check();
    for (const Edge& edge : program.templates[i].edges) FP_CHECK(edge.notes.empty());
    Writer writer(program, TemplateId{i}, facts, delays ? &*delays : nullptr, bound, made.program, terms);
    const Template& written = made.program.templates.emplace_back(writer());
    made.queues.push_back(std::move(writer.queues()));
    made.within.push_back(writer.within());
    made.stands_for.push_back(writer.stands_for());
    for (Loc at : writer.emptying()) made.emptying.emplace(i, written.first_out[index(at)]);
    for (Loc at : writer.checks_of_room()) made.overflows.emplace(i, written.first_out[index(at)]);
  }
  verify(made.program, "making variables of store buffers");
  return made;
}

}  // namespace fencepost::flat
