// A flat program that watches over its own interleavings: notes say who knows of the watched events, by happens-before as rc11 has it
// and by the order of the interleaving itself, and checks ask them. Which questions make which theorem: robustness.h.
//
// All notes are Booleans about the latest watched events ("they"):
//
//   hb!t        they happen before where thread t stands
//   got!t       an acquire fence of t would tell it so: it has read, relaxed, from who had released
//   released!t  they happened before the last release fence of t
//   message!y   who reads y now, and acquires, learns it: the last write of y, or the release sequence that it ends, says so
//   order!t     they come before where t stands, in the order of accesses that depend on each other in the interleaving
//   wrote!y     they come so before the last write of y
//   touched!y   they come so before the last write of y, or before a read since then
//   fence-hb, fence-order    the same two views of the last seq_cst fence
//   seen!y      of variables all of whose accesses are seq_cst, while such a one is watched: `touched!y` for hb. There hb!t says that what t
//               does next to such a variable comes after them by psc (robustness.h)
//
// A watched event takes all of them back, but for the thread that does it. Fewer notes of happens-before, or more of the order, ask for
// more than is needed, never for less: the later writes of one thread to one place, which also belong to a release sequence, are
// left out.
#pragma once

#include <optional>
#include <string>

#include "flat/sharing.h"

namespace fencepost::flat {

struct Watch {
  enum class Kind {
    // Writes of `at`. Whoever accesses it knows of the latest one, if that comes before in the order of the interleaving. Who reads it
    // knows of it: coherence lets nobody go back.
    latest,
    // Accesses of `at` that are told below. Those that conflict know of all of them.
    race,
    // seq_cst fences. The next one knows of the last one, if that comes before by program order and reads-from.
    fences
  };
  Kind kind = Kind::latest;
  VarId at{};
  // Of a race: what is watched, and what is checked.
  struct Accesses {
    bool reads = false, writes = false, plain = false, atomic = false;
    bool has(const Touch& touch) const { return (touch.plain ? plain : atomic) && (touch.writes ? writes : reads); }
  };
  Accesses watched, checked;
  std::optional<uint32_t> by = std::nullopt;  // watched are this thread's, checked those of others
};

// Nothing: no check could fail. The program's own checks are gone, and what does not matter to the notes (slice.h).
std::optional<FlatProgram> monitored(const FlatProgram& program, const Sharing& sharing, const Watch& watch,
                                     logic::Terms& terms);

}  // namespace fencepost::flat
