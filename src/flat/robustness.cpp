#include "flat/robustness.h"

#include <fmt/format.h>

#include <algorithm>

#include "flat/configuration.h"
#include "flat/monitor.h"
#include "flat/operands.h"
#include "logic/variables.h"

namespace fencepost::flat {

namespace {

using Kind = Watch::Kind;
using Accesses = Watch::Accesses;

// Past so many programs nobody would wait for their proofs.
constexpr size_t kMostMonitors = 100;

constexpr Accesses kPlainReads{true, false, true, false}, kAtomicReads{true, false, false, true};
constexpr Accesses kPlainWrites{false, true, true, false}, kAtomicWrites{false, true, false, true};
constexpr Accesses kPlain{true, true, true, false}, kAll{true, true, true, true}, kWrites{false, true, true, true};

class Monitors {
 public:
  Monitors(const FlatProgram& program, logic::Terms& terms) : program_(program), terms_(terms), sharing_(program) {}

  std::vector<FlatProgram> operator()() {
    if (!program_.handed_over.empty())
      throw NotFlat{program_.handed_over[0].pos,
                    fmt::format("{} is made while threads run, and shared by them", program_.handed_over[0].object)};
    for (uint32_t thread = 0; thread < program_.templates.size(); ++thread)
      for (const Edge& edge : program_.templates[thread].edges)
        if (!sharing_.is_alone(thread, edge.from)) require_known(edge);
    find_channels();
    bool weak = std::ranges::any_of(atomic_, [&](VarId id) { return !sharing_.is_strong(id); });
    if (weak) {
      for (VarId id : atomic_)
        if (atomic_.size() > 1) add({Kind::latest, id, {}, {}});
      bool relaxed = std::ranges::any_of(atomic_, [&](VarId id) { return sharing_[id].relaxed; });
      if (relaxed && fencing_threads() > 1) add({Kind::fences, VarId{}, {}, {}});
    }
    for (VarId id : plain_) races_of(id);
    return std::move(made_);
  }

 private:
  [[noreturn]] static void refuse(const Edge& edge, std::string why) { throw NotFlat{edge.pos, std::move(why)}; }

  void require_known(const Edge& edge) const {
    if (std::holds_alternative<AtomicBegin>(edge.label))
      refuse(edge, "this memory model does not say what an atomic section is");
    auto require_c = [&](core::MemoryOrder order) {
      if (!core::is_of_c(order)) refuse(edge, "an order that C does not have");
    };
    if (auto* k = std::get_if<Fence>(&edge.label)) require_c(k->order);
    if (auto* k = std::get_if<Load>(&edge.label)) require_c(k->order);
    if (auto* k = std::get_if<Store>(&edge.label)) require_c(k->order);
    if (auto* k = std::get_if<Rmw>(&edge.label)) {
      require_c(k->order);
      if (k->failure) require_c(*k->failure);
      if (k->order == core::MemoryOrder::plain || k->failure == core::MemoryOrder::plain)
        refuse(edge, "an update that is not atomic");
    }
    const Access* at = access(edge.label);
    if (at == nullptr) return;
    // Notes are taken after the step, when the place has to be what it was.
    if (std::optional<VarId> written = target(edge.label); written && at->place)
      if (std::ranges::count(logic::variables_of({at->place}), program_[*written].term) > 0)
        refuse(edge, "an index that the access itself changes");
  }

  void find_channels() {
    for (uint32_t i = 0; i < program_.variables.size(); ++i) {
      if (!sharing_.is_channel(VarId{i})) continue;
      if (sharing_[VarId{i}].atomic) atomic_.push_back(VarId{i});
      if (sharing_[VarId{i}].plain) plain_.push_back(VarId{i});
    }
  }

  uint32_t fencing_threads() const {
    uint32_t count = 0;
    for (uint32_t thread = 0; thread < program_.templates.size(); ++thread)
      count += std::ranges::any_of(program_.templates[thread].edges, [&](const Edge& edge) {
        auto* fence = std::get_if<Fence>(&edge.label);
        return fence && fence->order == core::MemoryOrder::seq_cst && !sharing_.is_alone(thread, edge.from);
      });
    return count;
  }

  // Without races there is an order of all plain writes, and who knows of the last one knows of all.
  void races_of(VarId id) {
    bool mixed = sharing_[id].atomic;
    add({Kind::race, id, kPlainWrites, kAll});
    for (uint32_t thread = 0; thread < program_.templates.size(); ++thread) {
      if (mixed && sharing_[id].written[thread]) add({Kind::race, id, kAtomicWrites, kPlain, thread});
      if (!sharing_[id].read[thread]) continue;
      add({Kind::race, id, kPlainReads, kWrites, thread});
      if (mixed) add({Kind::race, id, kAtomicReads, kPlainWrites, thread});
    }
  }

  void add(const Watch& watch) {
    std::optional<FlatProgram> made = monitored(program_, sharing_, watch, terms_);
    if (!made) return;
    made_.push_back(std::move(*made));
    if (made_.size() > kMostMonitors) throw NotFlat{{}, "threads share too many variables"};
  }

  const FlatProgram& program_;
  logic::Terms& terms_;
  Sharing sharing_;
  std::vector<VarId> atomic_, plain_;  // channels with such accesses; some are in both
  std::vector<FlatProgram> made_;
};

}  // namespace

std::variant<std::vector<FlatProgram>, NotFlat> robustness_monitors(const FlatProgram& program, logic::Terms& terms) {
  if (auto why = why_not_single(program)) return NotFlat{{}, *why};
  try {
    return Monitors(program, terms)();
  } catch (const NotFlat& why) {
    return why;
  }
}

}  // namespace fencepost::flat
