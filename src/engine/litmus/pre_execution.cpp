#include "engine/litmus/pre_execution.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "base/diagnostic.h"
#include "frontend/litmus/scanner.h"

namespace fencepost::litmus {

using memory::EventSet;
using memory::ExecutionGraph;
using memory::Relation;

namespace {

// An instruction however it is spaced and spelled.
std::string squeezed(const std::string& text) {
  std::istringstream words(upper(text));
  std::string mnemonic, operands;
  words >> mnemonic;
  for (std::string word; words >> word;) operands += word;
  return mnemonic + ' ' + operands;
}

// A location is accessed as one: bytes in the middle of it would be another.
void require_whole(const Test& test, const ThreadEvent& event) {
  if (event.address.kind != Value::Kind::address) return;
  const Location& location = test.locations[event.address.base];
  if (event.address.number % location.element_bytes == 0) return;
  throw InputError(event.pos, fmt::format("an access to a part of {}", location.name),
                   "accesses to parts of a location are not simulated");
}

}  // namespace

PreExecution::PreExecution(const Test& test, const std::vector<const ThreadRun*>& runs, bool registers) : test_(test) {
  for (const ThreadRun* run : runs)
    for (const ThreadEvent& e : run->events) {
      dynamic_ = dynamic_ || (e.has_address && !e.address.ground());
      if (!e.has_address || !e.address.ground()) continue;
      require_whole(test, e);
      accessed_.push_back(e.address);
    }
  collect_locations();
  events_.assign(initial_.size(), nullptr);
  thread_of_.assign(initial_.size(), memory::kInitThread);
  id_of_.resize(runs.size());
  register_write_.resize(runs.size());
  for (size_t t = 0; t < runs.size(); ++t)
    for (const ThreadEvent& e : runs[t]->events) {
      const size_t local = id_of_[t].size();
      id_of_[t].push_back(SIZE_MAX);
      register_write_[t].push_back(SIZE_MAX);
      if (registers) {
        add_registers(t, local, e);
      } else if (e.kind != ThreadEvent::Kind::branch) {
        id_of_[t][local] = events_.size();
        add_event(t, &e);
      }
    }

  std::vector<memory::Event> graph_events(events_.size());
  for (size_t i = 0; i < events_.size(); ++i) {
    memory::Event& g = graph_events[i];
    g.thread = thread_of_[i];
    if (events_[i] != nullptr) {
      g.instruction = events_[i]->position;
      if (events_[i]->reads()) reads_.push_back(i);
    }
    if (events_[i] == nullptr || events_[i]->writes()) writes_.push_back(i);
  }
  graph_ = ExecutionGraph(std::move(graph_events));
  build_sets();
  if (!dynamic_) valid_ = resolve_addresses([](const Value& v) { return v; });
}

void PreExecution::collect_locations() {
  std::set<Value> locations;
  const auto add = [&](const Value& v) {
    if (v.kind == Value::Kind::address || v.kind == Value::Kind::label) locations.insert(v);
  };
  for (const Value& address : accessed_) add(address);
  for (const Observable& o : test_.observables)
    if (o.thread < 0) add(Value::address(o.location, o.offset));
  if (dynamic_)
    for (size_t l = 0; l < test_.locations.size(); ++l) {
      const Location& location = test_.locations[l];
      for (uint32_t i = 0; i < std::max<uint32_t>(1, location.elements); ++i)
        add(Value::address(static_cast<uint32_t>(l), static_cast<int64_t>(i) * location.element_bytes));
      for (const auto& [offset, value] : location.initial) add(Value::address(static_cast<uint32_t>(l), offset));
    }
  for (const Value& l : locations) {
    location_ids_.emplace(l, static_cast<uint32_t>(initial_.size()));
    initial_.emplace_back(l, initial_value(l));
  }
}

Value PreExecution::initial_value(const Value& location) const {
  if (location.kind == Value::Kind::label) {
    const std::string text = squeezed(instruction_text(test_, location));
    auto it = std::find_if(test_.texts.begin(), test_.texts.end(),
                           [&](const std::string& known) { return squeezed(known) == text; });
    return it != test_.texts.end() ? Value::text(static_cast<uint32_t>(it - test_.texts.begin())) : Value::integer(-1);
  }
  const Location& l = test_.locations[location.base];
  auto it = l.initial.find(location.number);
  return it == l.initial.end() ? Value::integer(0) : it->second;
}

Value PreExecution::value_for_comparison(size_t e) const {
  if (e < initial_.size()) return initial_[e].second;
  return events_[e]->reads() ? events_[e]->read_value : events_[e]->value;
}

bool PreExecution::is_location(const Value& address) const { return location_ids_.contains(address); }

void PreExecution::add_event(size_t thread, const ThreadEvent* e) {
  events_.push_back(e);
  thread_of_.push_back(static_cast<int>(thread));
}

void PreExecution::add_registers(size_t thread, size_t local, const ThreadEvent& e) {
  const auto make = [&](std::vector<std::string> tags) {
    ThreadEvent r;
    r.kind = ThreadEvent::Kind::reg;
    r.position = e.position;
    r.tags = std::move(tags);
    synthetic_.push_back(std::move(r));
    add_event(thread, &synthetic_.back());
    return events_.size() - 1;
  };
  const auto use = [&](const EventMask& reads, std::vector<std::string> tags) {
    const size_t at = make(std::move(tags));
    reads.for_each([&](size_t k) {
      if (register_write_[thread][k] != SIZE_MAX) register_flow_.emplace_back(register_write_[thread][k], at);
    });
    return at;
  };
  size_t address = SIZE_MAX, data = SIZE_MAX, condition = SIZE_MAX, choice_of_address = SIZE_MAX,
         choice_of_data = SIZE_MAX, choice = SIZE_MAX;
  if (e.has_address) {
    address = use(e.addr, {"Rreg"});
    if (!e.pick_addr.none()) choice_of_address = use(e.pick_addr, {"Rreg"});
  }
  if (e.writes()) {
    data = use(e.data, {"Rreg", "DATA"});
    if (!e.pick_data.none()) choice_of_data = use(e.pick_data, {"Rreg"});
    if (!e.pick_basic.none()) choice = use(e.pick_basic, {"Rreg"});
  }
  if (e.kind == ThreadEvent::Kind::branch) condition = use(e.condition, {"Rreg"});
  const size_t at = events_.size();
  id_of_[thread][local] = at;
  add_event(thread, &e);
  const auto flow = [](std::vector<std::pair<size_t, size_t>>& into, size_t from, size_t to) {
    if (from != SIZE_MAX && to != SIZE_MAX) into.emplace_back(from, to);
  };
  for (size_t from : {address, data, condition}) flow(data_flow_, from, at);
  flow(control_flow_, choice_of_address, address);
  flow(control_flow_, choice_of_data, data);
  flow(control_flow_, choice, at);
  if (e.reads()) {
    register_write_[thread][local] = make({"Wreg"});
    data_flow_.emplace_back(at, register_write_[thread][local]);
  }
}

void PreExecution::build_sets() {
  const size_t n = events_.size();
  EventSet &r = graph_.set("R"), &w = graph_.set("W"), &f = graph_.set("F"), &explicit_events = graph_.set("Exp");
  explicit_events = EventSet::full(n);
  Relation &addr = graph_.relation("addr"), &data = graph_.relation("data"), &ctrl = graph_.relation("ctrl");
  Relation &pick_addr = graph_.relation("pick-addr"), &pick_data = graph_.relation("pick-data");
  Relation &pick_ctrl = graph_.relation("pick-ctrl"), &pick_basic = graph_.relation("pick-basic");
  Relation &rmw = graph_.relation("rmw"), &amo = graph_.relation("amo"), &order = graph_.relation("iico_order");
  Relation& own_data = graph_.relation("iico_data");
  Relation& atomic_pair = graph_.relation("sm");
  atomic_pair = Relation::identity(explicit_events);
  for (size_t i = 0; i < n; ++i) {
    const ThreadEvent* e = events_[i];
    if (e == nullptr) {
      w.set(i);
      continue;
    }
    const std::vector<size_t>& ids = id_of_[static_cast<size_t>(thread_of_[i])];
    if (e->reads()) r.set(i);
    if (e->writes()) w.set(i);
    if (e->kind == ThreadEvent::Kind::fence) f.set(i);
    for (const std::string& tag : e->tags) graph_.set(tag).set(i);
    const auto link = [&](const EventMask& from, Relation& relation) {
      from.for_each([&](size_t k) {
        if (ids[k] != SIZE_MAX) relation.set(ids[k], i);
      });
    };
    link(e->addr, addr);
    link(e->data, data);
    link(e->ctrl, ctrl);
    link(e->pick_addr, pick_addr);
    link(e->pick_data, pick_data);
    link(e->pick_ctrl, pick_ctrl);
    link(e->pick_basic, pick_basic);
    if (e->ordered_after >= 0) order.set(ids[static_cast<size_t>(e->ordered_after)], i);
    link(e->rmw_from, rmw);
    if (e->amo) link(e->rmw_from, amo);
    link(e->own_data, own_data);
    // Exclusive and compare-and-swap pairs access both words at once.
    for (size_t k = i; e->paired && k-- > initial_.size();) {
      if (thread_of_[k] != thread_of_[i] || events_[k]->position != e->position) break;
      if (!events_[k]->paired || events_[k]->kind != e->kind) continue;
      atomic_pair.set(k, i);
      atomic_pair.set(i, k);
    }
  }
  for (auto [a, b] : data_flow_) own_data.set(a, b);
  for (auto [a, b] : control_flow_) graph_.relation("iico_ctrl").set(a, b);
  for (auto [a, b] : register_flow_) graph_.relation("rf-reg").set(a, b);
}

bool PreExecution::resolve_addresses(const std::function<Value(const Value&)>& value) {
  for (size_t i = 0; i < events_.size(); ++i) {
    memory::Event& g = graph_.events()[i];
    if (events_[i] == nullptr) {
      g.location = static_cast<uint32_t>(i);
      continue;
    }
    if (!events_[i]->has_address) continue;
    const Value address = value(events_[i]->address);
    auto it = location_ids_.find(address);
    // Who runs the code would have to fetch it.
    if (address.kind == Value::Kind::label && (events_[i]->writes() || it == location_ids_.end()))
      throw InputError(source_pos(test_.file, 0), "the test writes code, or reads it at a computed place",
                       "code that changes is not simulated");
    if (it == location_ids_.end()) return false;
    g.location = it->second;
  }
  graph_.derive_static();
  group_by_location();
  return true;
}

void PreExecution::group_by_location() {
  open_.clear();
  const size_t n = events_.size();
  for (size_t l = 0; l < initial_.size(); ++l) {
    memory::cat::OpenLocation o;
    o.writes = EventSet(n);
    o.initial = static_cast<memory::EventId>(l);
    o.has_initial = true;
    for (const Observable& seen : test_.observables)
      o.observed = o.observed || (seen.thread < 0 && initial_[l].first == Value::address(seen.location, seen.offset));
    open_.push_back(std::move(o));
  }
  for (size_t w : writes_) open_[graph_.events()[w].location].writes.set(w);
  if (dynamic_) return;
  sources_.assign(n, {});
  for (size_t r : reads_)
    for (size_t w : writes_)
      if (w != r && graph_.events()[w].location == graph_.events()[r].location) sources_[r].push_back(w);
}

const EventSet* PreExecution::writes_to(const Value& location) const {
  auto it = location_ids_.find(location);
  return it == location_ids_.end() ? nullptr : &open_[it->second].writes;
}

}  // namespace fencepost::litmus
