// Executor: loops that only wait. An iteration that did nothing but read, and left everything as it was that matters later,
// can be left out: the run in which the thread reads once, whatever lets it leave, ends the same way. So the way back
// is cut without an unwinding obligation, in whatever words the loop is written.
#include <algorithm>

#include "program/unroll/executor.h"

namespace fencepost::program::unroll {

const Locals& Executor::locals(core::FunctionId function) {
  auto& known = locals_[core::index(function)];
  if (!known) known = std::make_unique<Locals>(cfa_.procedure(function));
  return *known;
}

bool Executor::has_no_effect(const Event& event, const State& state) const {
  switch (event.kind) {
    case Event::Kind::read:
    case Event::Kind::fence:
      return true;
    case Event::Kind::write:
      // The write of a compare-exchange that failed.
      return paths_.decided(state.path, event.when) == false;
    default:
      return false;
  }
}

// Equal apart from the view of shared cells, which is refreshed before it is read.
bool Executor::same_for_all(uint32_t object, const ObjectState& a, const ObjectState& b) const {
  if (a.rest != b.rest || a.home != b.home || a.log_size != b.log_size || !a.log.same(b.log)) return false;
  if (a.alive != b.alive) {
    auto lifetime = sharing_.cells(object, kLifetimeAt, 1);
    if (lifetime.empty() || !lifetime[0]->shared) return false;
  }
  auto is_shared = [&](const Piece& piece) {
    auto cells = sharing_.cells(object, piece.at, piece.width);
    uint64_t covered = 0;
    for (const CellUse* cell : cells)
      if (cell->shared) covered += cell->width;
    return covered == piece.width;
  };
  auto private_pieces = [&](const ObjectState& from) {
    Pieces pieces;
    from.pages.each([&](uint64_t, const Shared<Page>& page) {
      for (const Piece& piece : page->pieces)
        if (!is_shared(piece)) pieces.push_back(piece);
    });
    return pieces;
  };
  return private_pieces(a) == private_pieces(b);
}

bool Executor::only_waits(const Activation& activation, Loc head, const Visit& last, const State& state) {
  for (size_t i = last.events; i < result_.events.size(); ++i)
    if (!has_no_effect(result_.events[i], state)) return false;
  return same_for_later(activation, head, last, state);
}

bool Executor::same_for_later(const Activation& activation, Loc head, const Visit& last, const State& state) {
  bool same_registers = last.regs.compare(state.regs, [&](uint64_t reg, const Value&, const Value&) {
    return !activation.shape->live(head, core::Reg{static_cast<uint32_t>(reg)});
  });
  if (!same_registers) return false;
  return last.memory.compare(
      state.memory, [&](uint64_t key, const Shared<ObjectState>& a, const Shared<ObjectState>& b) {
        auto object = static_cast<uint32_t>(key);
        // What ended its life meanwhile, or lives for one expression, is nobody's business.
        if (b && (b->alive.is_false() || objects_[object].storage == core::Storage::temporary)) return true;
        auto made = activation.made.find(object);
        if (made != activation.made.end() && !locals(activation.function).live(head, made->second)) return true;
        return a && b && same_for_all(object, *a, *b);
      });
}

}  // namespace fencepost::program::unroll
