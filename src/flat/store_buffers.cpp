#include "flat/store_buffers.h"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <optional>
#include <tuple>

#include "flat/automaton_shape.h"
#include "flat/buffer.h"
#include "flat/delays.h"
#include "flat/known_values.h"
#include "flat/operands.h"
#include "flat/simplify.h"
#include "flat/verify.h"

namespace fencepost::flat {

namespace {

constexpr size_t kMostPending = 12;
constexpr size_t kMostNodes = 10'000;  // of a template

// Where a thread is.
struct Node {
  Loc at{};
  Buffer buffer;
  bool drains = false;  // it has passed a barrier and waits until the buffer is empty
  bool in_section = false;
};

// Labels in a row, between which nothing of the thread's happens.
struct Way {
  std::vector<Label> labels;
  Node to;
  const Edge* made_of;
  Origin::Buffer buffer = Origin::Buffer::none;
};

// One template.
class Product {
 public:
  Product(const FlatProgram& program, const BufferFacts& facts, const Delays& delays, TemplateId of, FlatProgram& made,
          logic::Terms& terms, Budget& budget)
      : program_(program),
        facts_(facts),
        delays_(delays),
        id_(of),
        of_(program[of]),
        telling_(telling_variables(program, of_)),
        made_(made),
        terms_(terms),
        budget_(budget) {}

  Template operator()() {
    follow_values();
    return written();
  }

 private:
  struct Reached {
    Node node;
    std::optional<KnownValues> known;
    std::optional<std::vector<std::pair<Way, uint32_t>>> ways;  // and where they lead
  };

  uint32_t number(Node node) {
    std::vector<uint32_t> key = {index(node.at), (node.drains ? 1u : 0u) + (node.in_section ? 2u : 0u)};
    node.buffer.append_key(key);
    auto [found, is_new] = numbers_.try_emplace(std::move(key), static_cast<uint32_t>(reached_.size()));
    if (is_new) {
      reached_.push_back({std::move(node), {}, {}});
      if (reached_.size() > kMostNodes)
        throw NotFlat{place_of(reached_.back().node),
                      fmt::format("the store buffer of {} may be filled in too many ways", of_.name)};
    }
    return found->second;
  }
  static SourcePos place_of(const Node& node) {
    return node.buffer.empty() ? SourcePos{} : node.buffer.pending().back().made_of->pos;
  }

  const std::vector<std::pair<Way, uint32_t>>& ways(uint32_t number_of_node) {
    if (reached_[number_of_node].ways) return *reached_[number_of_node].ways;
    std::vector<std::pair<Way, uint32_t>> found;
    for (Way& way : ways_from(reached_[number_of_node].node)) {
      uint32_t to = number(way.to);
      found.emplace_back(std::move(way), to);
    }
    return reached_[number_of_node].ways.emplace(std::move(found));
  }

  // The values after the way, if it can be taken.
  std::optional<KnownValues> after(const Way& way, KnownValues known) {
    for (const Label& label : way.labels)
      if (!known.take(label, made_, terms_)) return std::nullopt;
    return known;
  }

  void follow_values() {
    uint32_t first = number({of_.entry, {}});
    reached_[first].known = KnownValues(telling_);
    std::deque<uint32_t> waiting{first};
    while (!waiting.empty()) {
      budget_.check();
      uint32_t from = waiting.front();
      waiting.pop_front();
      for (const auto& [way, to] : ways(from)) {
        std::optional<KnownValues> known = after(way, *reached_[from].known);
        if (!known) continue;
        std::optional<KnownValues>& there = reached_[to].known;
        if (there && !there->keep_common(*known)) continue;
        if (!there) there = std::move(known);
        waiting.push_back(to);
      }
    }
  }

  // What can be reached with the values that are known in the end, and is all the same if less is.
  Template written() {
    Template made{of_.name, of_.instances, 1, Loc{0}, {}, {}};
    std::map<uint32_t, Loc> locs{{0, Loc{0}}};
    std::deque<uint32_t> waiting{0};
    while (!waiting.empty()) {
      uint32_t from = waiting.front();
      waiting.pop_front();
      bool goes_on = false;
      for (const auto& [way, to] : ways(from)) {
        if (!after(way, *reached_[from].known)) continue;
        goes_on = true;
        auto [found, is_new] = locs.try_emplace(to, Loc{made.locations});
        if (is_new) {
          ++made.locations;
          waiting.push_back(to);
        }
        write(made, locs.at(from), found->second, way);
      }
      // A thread that waits for ever has not ended.
      if (!goes_on && !ways(from).empty())
        made.edges.push_back({locs.at(from), locs.at(from), Assume{terms_.boolean(false)}, {}, {}});
    }
    index_edges(made);
    return made;
  }

  static void write(Template& made, Loc from, Loc to, const Way& way) {
    for (size_t i = 0; i < way.labels.size(); ++i) {
      Loc next = i + 1 == way.labels.size() ? to : Loc{made.locations++};
      made.edges.push_back({from, next, way.labels[i], way.made_of->origin, way.made_of->pos, way.made_of->role});
      if (access(way.labels[i]) != nullptr || way.buffer == Origin::Buffer::answers)
        made.edges.back().origin.buffer = way.buffer;
      from = next;
    }
  }

  std::vector<Way> ways_from(const Node& node) {
    std::vector<Way> ways;
    bool ends = edges_of(of_, index(node.at)).empty();
    if (ends || node.drains || delays_.is_stop(index(id_), node.at)) flush(node, ways);
    if (node.drains) return ways;
    for (const Edge& edge : edges_of(of_, index(node.at))) step(node, edge, ways);
    return ways;
  }

  void flush(const Node& node, std::vector<Way>& ways) {
    const std::vector<Pending>& pending = node.buffer.pending();
    for (size_t i = 0; i < pending.size() && pending[i].epoch == 0; ++i) {
      if (i > 0 && !facts_.per_variable) return;
      Term may = may_overtake(node.buffer, i, pending[i].to);
      if (may.is_false()) continue;
      Way& way = ways.emplace_back(Way{{}, node, pending[i].made_of, Origin::Buffer::leaves});
      if (!may.is_true()) way.labels.emplace_back(Assume{may});
      way.labels.emplace_back(Store{pending[i].to, pending[i].value, core::MemoryOrder::relaxed});
      way.to.buffer = node.buffer.without(i);
      way.to.drains = node.drains && !way.to.buffer.empty();
    }
  }

  // The oldest that wait are stores to other cells.
  Term may_overtake(const Buffer& buffer, size_t oldest, const Access& to) {
    Term may = terms_.boolean(true);
    for (size_t i = 0; i < oldest; ++i)
      may = terms_.and_(may, terms_.not_(is_same_cell(to, buffer.pending()[i].to, made_, terms_)));
    return may;
  }

  void step(const Node& node, const Edge& edge, std::vector<Way>& ways) {
    Way way{{edge.label}, node, &edge};
    way.to.at = edge.to;
    if (std::holds_alternative<AtomicEnd>(edge.label)) way.to.in_section = false;
    if (std::holds_alternative<AtomicBegin>(edge.label)) way.to.in_section = true;
    if (std::holds_alternative<Fence>(edge.label)) way.labels = {Assume{terms_.boolean(true)}};
    Barrier before = facts_.before(edge.label), after = facts_.after(edge.label);
    if (std::holds_alternative<Exit>(edge.label)) way.to.buffer = {};
    if (before == Barrier::full && !node.buffer.empty()) return;
    if (before == Barrier::stores && facts_.per_variable) way.to.buffer.close();
    if (auto* load = std::get_if<Load>(&edge.label)) forward(*load, node.buffer, way);
    if (auto* store = std::get_if<Store>(&edge.label))
      if (!put(*store, edge, node, way)) return;
    way.to.drains = after == Barrier::full && !way.to.buffer.empty();
    if (after == Barrier::stores && facts_.per_variable) way.to.buffer.close();
    ways.push_back(std::move(way));
  }

  // A place that is known is a variable.
  Access resolved(Access access) const {
    auto* group = std::get_if<GroupId>(&access.to);
    if (group == nullptr || !access.place.is_const()) return access;
    for (const Group::Cell& cell : program_[*group].cells)
      if (cell.place == access.place.value()) return {cell.variable, {}};
    return access;
  }

  void forward(const Load& load, const Buffer& buffer, Way& way) {
    Access from = resolved(load.from);
    Term seen = program_[load.target].term;
    std::vector<std::pair<Term, Term>> waiting;  // youngest first: when it is this store, its value
    for (size_t i = buffer.pending().size(); i-- > 0;) {
      Term same = is_same_cell(from, buffer.pending()[i].to, made_, terms_);
      if (!same.is_false()) waiting.emplace_back(same, buffer.pending()[i].value);
      if (same.is_true()) break;
    }
    if (waiting.empty()) return;
    if (waiting.front().first.is_true()) {
      way.labels = {Assign{load.target, waiting.front().second}};
      way.buffer = Origin::Buffer::answers;
      return;
    }
    // The place may be told by the register that is loaded.
    VarId found = reg({load.target, {}}, 0, "found", seen.sort());
    Term value = made_[found].term;
    for (size_t i = waiting.size(); i-- > 0;) value = terms_.ite(waiting[i].first, waiting[i].second, value);
    way.labels = {Load{found, load.from, load.order}, Assign{load.target, value}};
    way.buffer = Origin::Buffer::searches;
  }

  // To memory or to the buffer. False: it has to wait for others.
  bool put(const Store& store, const Edge& edge, const Node& node, Way& way) {
    if (node.in_section || !is_shared(store.to, program_)) return true;
    if (!delays_.is_buffered(index(id_), store.to) || delays_.is_alone(index(id_), edge.from)) return true;
    Access to = resolved(store.to);
    Buffer& buffer = way.to.buffer;
    if (delays_.is_at_once(index(id_), edge)) {
      if (!facts_.per_variable) return buffer.empty();
      bool is_first_epoch = buffer.empty() || (!buffer.is_closed() && buffer.pending().back().epoch == 0);
      if (!is_first_epoch) return false;
      Term may = may_overtake(buffer, buffer.pending().size(), to);
      if (may.is_const()) return may.is_true();
    }
    if (buffer.pending().size() == kMostPending)
      throw NotFlat{
          edge.pos,
          fmt::format("more than {} stores may wait in the buffer of {}: what a loop stores may wait for ever "
                      "if no full barrier is in the loop",
                      kMostPending, of_.name)};
    way.labels.clear();
    Pending pending{to, store.value, 0, buffer.free_number(to), &edge};
    auto keep = [&](Term& term, std::string_view what) {
      if (term.is_const()) return;
      VarId kept = reg(to, pending.number, what, term.sort());
      way.labels.emplace_back(Assign{kept, term});
      term = made_[kept].term;
    };
    keep(pending.value, "value");
    if (pending.to.place) keep(pending.to.place, "place");
    if (way.labels.empty()) way.labels.emplace_back(Assume{terms_.boolean(true)});
    buffer.add(pending, facts_.per_variable);
    return true;
  }

  std::string name_of(const Access& access) const {
    if (auto* variable = std::get_if<VarId>(&access.to)) return program_[*variable].name;
    return program_[std::get<GroupId>(access.to)].name + "[]";
  }

  // Of the store that is the given one among those which wait for the same variable or group; or what a load found in the buffer. Names of variables may end in numbers
  // themselves, so the number stands before them.
  VarId reg(const Access& to, uint32_t number, std::string_view what, logic::Sort sort) {
    std::string name = fmt::format("{}.waiting.{}.{}.{}", of_.name, number, what, name_of(to));
    auto [found, is_new] = registers_.try_emplace({to.to, number, std::string(what)},
                                                  VarId{static_cast<uint32_t>(made_.variables.size())});
    if (is_new) made_.variables.push_back({name, terms_.fresh(name, sort), id_, 0, std::nullopt, false});
    return found->second;
  }

  const FlatProgram& program_;
  const BufferFacts& facts_;
  const Delays& delays_;
  TemplateId id_;
  const Template& of_;
  std::unordered_set<Term> telling_;
  FlatProgram& made_;  // its variables, to which registers are added
  logic::Terms& terms_;
  Budget& budget_;
  std::map<std::vector<uint32_t>, uint32_t> numbers_;
  std::deque<Reached> reached_;
  std::map<std::tuple<std::variant<VarId, GroupId>, uint32_t, std::string>, VarId> registers_;
};

}  // namespace

std::variant<FlatProgram, NotFlat> with_store_buffers(const FlatProgram& program, const BufferFacts& facts,
                                                      logic::Terms& terms, Budget& budget) {
  try {
    if (auto why = not_understood(program, facts)) return *why;
    Delays delays(program, facts, terms);
    FlatProgram made{program.variables, program.groups, {}, program.loosened};
    for (uint32_t i = 0; i < program.templates.size(); ++i)
      made.templates.push_back(Product(program, facts, delays, TemplateId{i}, made, terms, budget)());
    verify(made, "adding store buffers");
    simplify(made, terms);
    return made;
  } catch (const NotFlat& why) {
    return why;
  }
}

}  // namespace fencepost::flat
