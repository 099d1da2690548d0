#include "flat/buffer_facts.h"

#include "memory/probe.h"
#include "program/mapping.h"

namespace fencepost::flat {

namespace {

using memory::Between;
using AccessKind = program::Mapping::AccessKind;

size_t row(core::MemoryOrder order) { return static_cast<size_t>(order); }

class Facts {
 public:
  explicit Facts(const memory::Model& model) : model_(model), mapping_(model) {}

  BufferFacts operator()() const {
    BufferFacts facts;
    facts.per_variable = memory::relaxations(model_).store_store;
    for (size_t i = 0; i < core::kMemoryOrders; ++i) {
      auto order = static_cast<core::MemoryOrder>(i);
      facts.loads[i] = around(AccessKind::load, order);
      facts.stores[i] = around(AccessKind::store, order);
      if (is_known(AccessKind::fence, order)) facts.fences[i] = barrier(mapping_.of(AccessKind::fence, order).fence);
      facts.updates[i] = is_known(AccessKind::update, order) &&
                         memory::kept_by(model_, Between::read, mapping_.of(AccessKind::failed, order).read).store_load;
    }
    return facts;
  }

 private:
  bool is_known(AccessKind kind, core::MemoryOrder order) const { return !mapping_.unknown().contains({kind, order}); }

  Barrier barrier(const std::vector<std::string>& tags) const {
    if (tags.empty()) return Barrier::none;
    memory::Kept kept = memory::kept_by(model_, Between::fence, tags);
    if (kept.store_load) return Barrier::full;
    return kept.store_store && memory::relaxations(model_).store_store ? Barrier::stores : Barrier::none;
  }

  // What an access with tags of its own orders has not been asked.
  std::optional<BufferFacts::Around> around(AccessKind kind, core::MemoryOrder order) const {
    const memory::Mapped& row = mapping_.of(kind, order);
    if (!is_known(kind, order) || !row.read.empty() || !row.write.empty()) return std::nullopt;
    return BufferFacts::Around{barrier(row.before), barrier(row.after)};
  }

  const memory::Model& model_;
  program::Mapping mapping_;
};

}  // namespace

bool BufferFacts::understands(const Label& label) const {
  if (auto* k = std::get_if<Load>(&label)) return loads[row(k->order)].has_value();
  if (auto* k = std::get_if<Store>(&label)) return stores[row(k->order)].has_value();
  if (auto* k = std::get_if<Fence>(&label)) return fences[row(k->order)].has_value();
  if (auto* k = std::get_if<Rmw>(&label)) return updates[row(k->order)] && (!k->failure || updates[row(*k->failure)]);
  return true;
}

Barrier BufferFacts::before(const Label& label) const {
  if (auto* k = std::get_if<Load>(&label)) return loads[row(k->order)]->before;
  if (auto* k = std::get_if<Store>(&label)) return stores[row(k->order)]->before;
  if (auto* k = std::get_if<Fence>(&label)) return *fences[row(k->order)];
  bool waits = std::holds_alternative<Rmw>(label) || std::holds_alternative<AtomicBegin>(label) ||
               std::holds_alternative<Spawn>(label) || std::holds_alternative<Join>(label);
  return waits ? Barrier::full : Barrier::none;
}

Barrier BufferFacts::after(const Label& label) const {
  if (auto* k = std::get_if<Load>(&label)) return loads[row(k->order)]->after;
  if (auto* k = std::get_if<Store>(&label)) return stores[row(k->order)]->after;
  return Barrier::none;
}

std::optional<NotFlat> not_understood(const FlatProgram& program, const BufferFacts& facts) {
  for (const Template& of : program.templates)
    for (const Edge& edge : of.edges)
      if (!facts.understands(edge.label))
        return NotFlat{edge.pos, "the memory model does not tell what the order of this access means"};
  return std::nullopt;
}

std::optional<BufferFacts> buffer_facts(const memory::Model& model) {
  const memory::Relaxations& relaxations = memory::relaxations(model);
  bool is_machine = model.built_in && relaxations.updates_are_barriers() && program::names_sections(model) &&
                    memory::kept_by(model, Between::point, {}).store_load;
  // One that lets stores pass each other, but not later loads, is no machine of buffers.
  if (!is_machine || !relaxations.store_load || model.makes_races_undefined()) return std::nullopt;
  return Facts(model)();
}

}  // namespace fencepost::flat
