// Which threads touch which shared variables while others may run, and how. What thread 0 does before it makes another thread is left
// out: it comes before everything that others do, as the first values of variables do.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "flat/flat_program.h"
#include "flat/not_flat.h"

namespace fencepost::flat {

// An access as C's memory models see it. An update is both; one that fails only reads.
struct Touch {
  bool reads = false, writes = false, plain = false;
  bool acquires = false, releases = false, seq_cst = false;
};

class Sharing {
 public:
  // The program, with one instance of each template, outlives it.
  explicit Sharing(const FlatProgram& program);

  struct Use {
    std::vector<bool> read, written;  // by thread
    bool plain = false, atomic = false;
    bool stored = false;   // some write is no update
    bool weak = false;     // some atomic access is not seq_cst
    bool relaxed = false;  // some atomic read does not acquire, or some atomic write does not release
  };
  const Use& operator[](VarId id) const { return uses_[index(id)]; }
  // Some thread writes what another one touches.
  bool is_channel(VarId id) const;
  // Some thread writes it.
  bool is_written(VarId id) const {
    const Use& use = uses_[index(id)];
    return std::ranges::find(use.written, true) != use.written.end();
  }
  // All its accesses are seq_cst.
  bool is_strong(VarId id) const {
    return uses_[index(id)].atomic && !uses_[index(id)].weak && !uses_[index(id)].plain;
  }
  // Before there is another thread.
  bool is_alone(uint32_t thread, Loc from) const { return thread == 0 && !after_spawn_[index(from)]; }

 private:
  void find_after_spawn();
  void add(uint32_t thread, const Edge& edge);

  const FlatProgram& program_;
  std::vector<Use> uses_;          // by VarId
  std::vector<bool> after_spawn_;  // locations of template 0
};

// Of an update: `succeeds` says which of its two ways.
Touch touch_of(const FlatProgram& program, const Label& label, VarId variable, bool succeeds = true);

}  // namespace fencepost::flat
