#include "unroll/footprint.h"

#include <algorithm>
#include <numeric>

namespace fencepost::unroll {

Footprint Footprints::of(const Step& step, State& state, const SharedAccess& access, Use use) {
  Footprint all;
  Term misaligned = terms_.boolean(false);
  const bool writes = use == Use::write;
  std::vector<PointerAccess::Range> ranges =
      access_.ranges(state, access.pointer, access.bytes, access.range, access.scalars == nullptr);
  for (const PointerAccess::Unsupported& found : access_.take_unsupported())
    records_.unsupported(step, access.when ? terms_.and_(access.when, found.when) : found.when, found.what);
  for (PointerAccess::Range& range : ranges)
    if (access.when) range.when = terms_.and_(range.when, access.when);
  for (const PointerAccess::Range& range : ranges) {
    auto is_shared = [](const CellUse* cell) { return cell->shared; };
    const uint64_t start = range.field ? range.field->unit : range.at;
    if (range.is_candidate && checked_.excludes(state, range.offset, start / 8)) continue;
    if (range.is_candidate && sharing_.cuts(range.object, range.at, range.width) &&
        !feasible_.may_hold(state.path, range.when))
      continue;
    // Of a pointer that may lead anywhere in an object, only what its check allows.
    if (range.is_candidate && start % (8 * access.align) != 0) {
      if (std::ranges::any_of(sharing_.cells(range.object, range.at, range.width), is_shared))
        misaligned = terms_.or_(misaligned, range.when);
      continue;
    }
    bool is_word = range.field ? range.width <= pointer_bits_ : range.width > 0 && start % range.width == 0;
    bool at_once = access.at_once && !range.whole && is_word;
    note(step, state, range, access, at_once, use);
    if (access.orders && range.whole && (writes ? options_.model.stores_order : options_.model.loads_order)) {
      records_.unsupported(step, range.when, "an access that orders others, at an uncertain place");
      continue;
    }
    if (access.orders && !range.whole) sharing_.orders(range.object, range.at, range.width);
    std::vector<TouchedCell> here;
    for (const CellUse* cell : sharing_.cells(range.object, range.at, range.width)) {
      if (access.holds_pointer && cell->at == range.at && cell->width == pointer_bits_)
        sharing_.holds_pointer(range.object, *cell);
      if (!cell->shared) continue;
      Term when = range.bytes ? access_.touches(range, cell->at, cell->end()) : range.when;
      uint64_t at = std::max(cell->at, range.at) - range.at;
      if (!when.is_false()) here.push_back({when, cell, range.object, at_once, at});
    }
    if (here.empty()) continue;
    if (access_.is_logged(state, range.object) || (range.whole && writes)) {
      records_.unsupported(step, range.when, "a shared object that is accessed at uncertain places");
      continue;
    }
    all.push_back(std::move(here));
  }
  if (!options_.wanted.checks.has(core::Undef::misaligned) && !misaligned.is_false())
    records_.unsupported(step, misaligned, "a misaligned access, with the check for it switched off");
  return all;
}

Footprints::Drift Footprints::drift(State& state, const SharedAccess& access) {
  Drift found;
  for (const PointerAccess::Range& range : access_.ranges(state, access.pointer, access.bytes, access.range, false)) {
    std::vector<const CellUse*> cells = sharing_.cells(range.object, range.at, range.width);
    if (std::ranges::none_of(cells, &CellUse::shared)) continue;
    found.is_shared = true;
    if (!range.bytes || range.offset.is_const()) continue;
    found.part = std::gcd(found.part, range.step / 8);
    found.length = std::max(found.length, range.width / 8);
  }
  access_.take_unsupported();  // whoever accesses it says so
  return found;
}

void Footprints::note(const Step& step, const State& state, const PointerAccess::Range& range,
                      const SharedAccess& access, bool at_once, Use use) {
  auto note_part = [&](uint64_t at, uint64_t width) {
    if (use == Use::write)
      guarded_.note_write(step, state, range.object, at, width, at_once, access.of_lock);
    else
      sharing_.read(range.object, at, width, state.thread);
  };
  for (uint64_t at = 0; range.bytes && at < range.width; at += range.step) note_part(range.at + at, range.step);
  if (range.bytes) return;
  uint64_t begin = 0;
  if (access.scalars != nullptr && !range.whole)
    for (uint64_t scalar : *access.scalars) {
      if (8 * scalar >= range.width) break;
      note_part(range.at + begin, 8 * scalar - begin);
      begin = 8 * scalar;
    }
  note_part(range.at + begin, range.width - begin);
  // One cell, unless some bit-fields of the location are unspecified and others are not.
  if (range.field && sharing_.is_mixed(range.object, range.at, range.width))
    note_part(range.field->at, range.field->width);
}

bool Footprints::are_alike(const Footprint& footprint) {
  const CellUse& first = *footprint[0][0].cell;
  return std::ranges::all_of(footprint, [&](const std::vector<TouchedCell>& cells) {
    return cells.size() == 1 && cells[0].cell->width == first.width && cells[0].cell->pointer == first.pointer;
  });
}

// A machine accesses an aligned word at once, and C an atomic object of any size: single-copy atomicity (S. Flur et al.,
// "Mixed-size concurrency: ARM, POWER, C/C++11, and SC", POPL 2017).
uint32_t Footprints::whole(const Step& step, const std::vector<TouchedCell>& parts, core::MemoryOrder order) {
  if (parts.size() < 2 || !parts[0].at_once) return 0;
  bool plain = order == core::MemoryOrder::plain;
  if (plain ? !options_.model.keeps_plain_whole : !options_.model.keeps_atomics_whole)
    records_.unsupported(
        step, parts[0].when,
        "an access at once to what is also accessed in parts, of which the memory model does not say what is seen");
  return events_.new_whole();
}

}  // namespace fencepost::unroll
