#include "boolean/broadcast_live.h"

namespace fencepost::boolean {

namespace {

using Mask = PackedValues::Mask;

bool contains(const Mask& mask, unsigned bit) { return mask[bit / 64] >> bit % 64 & 1; }

// What an edge excludes by values after it: updates of these matter to the step itself.
struct Excluded {
  explicit Excluded(const PackedEdge& edge) : passive(edge.passive.size()) {
    for (const PackedCube& cube : edge.excluded)
      for (unsigned i = 0; i < PackedValues::kWords; ++i) {
        shared[i] |= cube.shared_after.known[i];
        active[i] |= cube.active_after.known[i];
        if (cube.passive_of != kNobody) passive[cube.passive_of][i] |= cube.passive_after.known[i];
      }
  }
  Mask shared{}, active{};
  std::vector<Mask> passive;
};

}  // namespace

bool BroadcastLive::add(Mask& to, const Mask& more) const {
  bool grew = false;
  for (unsigned i = 0; i < PackedValues::kWords; ++i) {
    grew = grew || (more[i] & ~to[i]) != 0;
    to[i] |= more[i];
  }
  return grew;
}

BroadcastLive::BroadcastLive(const BroadcastProgram& program, const PackedProgram& packed) {
  for (const BroadcastTemplate& of : program.templates) {
    own_.emplace_back(of.locations, Mask{});
    shared_.emplace_back(of.locations, Mask{});
    anywhere_.emplace_back();
    is_replicated_.push_back(of.is_replicated);
  }
  read_at_places(packed);
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t of = 0; of < program.templates.size(); ++of)
      for (size_t i = packed.edges[of].size(); i-- > 0;)
        grew = take_step(program, packed, of, static_cast<uint32_t>(i)) || grew;
  }
}

void BroadcastLive::read_at_places(const PackedProgram& packed) {
  for (const PackedNever& never : packed.never) {
    if (never.at.empty()) continue;
    for (uint32_t first = 0; first < never.at.size(); ++first)
      for (uint32_t second = 0; second < never.at[first].size(); ++second) {
        if (!never.at[first][second]) continue;
        add(own_[never.active_of][first], never.cube.active.known);
        add(shared_[never.active_of][first], never.cube.shared.known);
        add(own_[never.cube.passive_of][second], never.cube.passive.known);
      }
    add(anywhere_[never.active_of], never.cube.shared.known);
  }
}

Mask BroadcastLive::shared_after(uint32_t of, uint32_t location) const {
  Mask live = shared_[of][location];
  for (uint32_t other = 0; other < anywhere_.size(); ++other)
    if (other != of || is_replicated_[of]) add(live, anywhere_[other]);
  return live;
}

// True if something is live that was not known to be.
bool BroadcastLive::take_step(const BroadcastProgram& program, const PackedProgram& packed, uint32_t of,
                              uint32_t number) {
  const PackedEdge& edge = packed.edges[of][number];
  const uint32_t from = edge.edge->from, to = edge.edge->to;
  const Mask shared_later = shared_after(of, to), own_later = own_[of][to];
  const Excluded excluded(edge);
  Mask shared = shared_[of][to], own = own_[of][to];
  for (const PackedUpdate& update : edge.shared) shared[update.bit / 64] &= ~(uint64_t{1} << update.bit % 64);
  for (const PackedUpdate& update : edge.active) own[update.bit / 64] &= ~(uint64_t{1} << update.bit % 64);

  bool grew = false;
  auto read_by_active = [&](const std::vector<PackedCube>& cubes) {
    for (const PackedCube& cube : cubes) {
      add(shared, cube.shared.known);
      add(own, cube.active.known);
    }
  };
  auto read = [&](const std::vector<PackedCube>& cubes) {
    read_by_active(cubes);
    for (const PackedCube& cube : cubes)
      if (cube.passive_of != kNobody)  // wherever it stands
        for (Mask& at : own_[cube.passive_of]) grew = add(at, cube.passive.known) || grew;
  };
  read(edge.blocked);
  read(packed.failing[of][number].blocked);
  read(edge.excluded);
  auto read_updates = [&](const std::vector<PackedUpdate>& updates, const Mask& live, const Mask& needed) {
    for (const PackedUpdate& update : updates) {
      if (!contains(live, update.bit) && !contains(needed, update.bit)) continue;
      read(update.pos);
      read(update.neg);
    }
  };
  read_updates(edge.shared, shared_later, excluded.shared);
  read_updates(edge.active, own_later, excluded.active);
  for (uint32_t other = 0; other < edge.passive.size(); ++other)
    for (const PackedUpdate& update : edge.passive[other])
      for (Mask& at : own_[other]) {
        if (!contains(at, update.bit) && !contains(excluded.passive[other], update.bit)) continue;
        for (const std::vector<PackedCube>* cubes : {&update.pos, &update.neg}) {
          read_by_active(*cubes);
          for (const PackedCube& cube : *cubes) grew = add(at, cube.passive.known) || grew;
        }
      }
  for (const PackedUpdate& update : edge.begins) {
    const uint32_t other = edge.edge->other;
    if (!contains(own_[other][program.templates[other].entry], update.bit)) continue;
    read_by_active(update.pos);
    read_by_active(update.neg);
  }
  add(anywhere_[of], shared);
  grew = add(shared_[of][from], shared) || grew;
  return add(own_[of][from], own) || grew;
}

void BroadcastLive::strip_idle_updates(const BroadcastProgram& program, PackedProgram& packed) const {
  for (uint32_t of = 0; of < packed.edges.size(); ++of)
    for (PackedEdge& edge : packed.edges[of]) {
      const Excluded excluded(edge);
      auto strip = [](std::vector<PackedUpdate>& updates, const Mask& live, const Mask& needed) {
        for (PackedUpdate& update : updates)
          if (!contains(live, update.bit) && !contains(needed, update.bit)) update = {update.bit, {}, {}};
      };
      strip(edge.shared, shared_after(of, edge.edge->to), excluded.shared);
      strip(edge.active, own_[of][edge.edge->to], excluded.active);
      for (uint32_t other = 0; other < edge.passive.size(); ++other) {
        // What is live at none of their locations is always unknown.
        Mask live = excluded.passive[other];
        for (const Mask& at : own_[other]) add(live, at);
        std::erase_if(edge.passive[other], [&](const PackedUpdate& one) { return !contains(live, one.bit); });
      }
      if (!edge.begins.empty())
        strip(edge.begins, own_[edge.edge->other][program.templates[edge.edge->other].entry], Mask{});
      find_concerned(edge);
    }
}

}  // namespace fencepost::boolean
