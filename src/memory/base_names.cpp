#include "memory/base_names.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace fencepost::memory {

namespace {

constexpr auto kSet = BaseKind::set;
constexpr auto kRelation = BaseKind::relation;

constexpr std::array kNames = std::to_array<BaseName>({
    {"R", kSet, "reads"},
    {"W", kSet, "writes"},
    {"M", kSet, "memory accesses: R | W"},
    {"F", kSet, "fences"},
    {"B", kSet, "branches"},
    {"BCC", kSet, "conditional branches"},
    {"RMW", kSet, "parts of read-modify-writes"},
    {"IW", kSet, "initial writes"},
    {"I", kSet, "initial writes"},
    {"FW", kSet, "final writes of the observed locations"},
    {"EX", kSet, "load-reserve and store-conditional accesses"},
    {"X", kSet, "accesses of atomic instructions"},
    {"Exp", kSet, "explicit events: all but those of translation and fetching"},
    {"NExp", kSet, "implicit events"},
    {"Rreg", kSet, "register reads (catdep)"},
    {"Wreg", kSet, "register writes (catdep)"},
    {"DATA", kSet, "register reads that feed the data of a store (catdep)"},
    {"ADDR", kSet, "register reads that feed an address (catdep)"},
    {"NDATA", kSet, "register reads that feed an address (catdep)"},
    {"PoD", kSet, "points of divergence"},
    {"NoRet", kSet, "reads of atomic instructions without result"},
    {"A", kSet, "acquire (AArch64) or atomic accesses (C11)"},
    {"L", kSet, "release accesses"},
    {"Q", kSet, "acquire-pc reads"},
    {"P", kSet, "plain accesses"},
    {"NA", kSet, "C11 non-atomic accesses"},
    {"RLX", kSet, "memory_order_relaxed"},
    {"ACQ", kSet, "memory_order_acquire"},
    {"REL", kSet, "memory_order_release"},
    {"ACQ_REL", kSet, "memory_order_acq_rel"},
    {"SC", kSet, "memory_order_seq_cst"},
    {"CON", kSet, "memory_order_consume"},
    {"LS", kSet, "successful locks"},
    {"LK", kSet, "locks"},
    {"UL", kSet, "unlocks"},
    {"LKR", kSet, "read part of a lock"},
    {"LKW", kSet, "write part of a lock"},
    {"LF", kSet, "failed trylocks"},
    {"RL", kSet, "spin_is_locked that returned true"},
    {"RU", kSet, "spin_is_locked that returned false"},
    {"SECTION", kSet, "events inside an atomic section"},
    {"MFENCE", kSet, "x86 mfence"},
    {"SFENCE", kSet, "x86 sfence"},
    {"LFENCE", kSet, "x86 lfence"},
    {"SYNC", kSet, "Power sync"},
    {"LWSYNC", kSet, "Power lwsync"},
    {"EIEIO", kSet, "Power eieio"},
    {"ISYNC", kSet, "Power isync"},
    {"ISB", kSet, "AArch64 isb"},
    {"DMB.SY", kSet, "AArch64 barrier"},
    {"DMB.LD", kSet, "AArch64 barrier"},
    {"DMB.ST", kSet, "AArch64 barrier"},
    {"DMB.ISH", kSet, "AArch64 barrier"},
    {"DMB.ISHLD", kSet, "AArch64 barrier"},
    {"DMB.ISHST", kSet, "AArch64 barrier"},
    {"DMB.OSH", kSet, "AArch64 barrier"},
    {"DMB.OSHLD", kSet, "AArch64 barrier"},
    {"DMB.OSHST", kSet, "AArch64 barrier"},
    {"DSB.SY", kSet, "AArch64 barrier"},
    {"DSB.LD", kSet, "AArch64 barrier"},
    {"DSB.ST", kSet, "AArch64 barrier"},
    {"DSB.ISH", kSet, "AArch64 barrier"},
    {"DSB.ISHLD", kSet, "AArch64 barrier"},
    {"DSB.ISHST", kSet, "AArch64 barrier"},
    {"DSB.OSH", kSet, "AArch64 barrier"},
    {"DSB.OSHLD", kSet, "AArch64 barrier"},
    {"DSB.OSHST", kSet, "AArch64 barrier"},
    {"Fence.r.r", kSet, "RISC-V fence"},
    {"Fence.r.w", kSet, "RISC-V fence"},
    {"Fence.r.rw", kSet, "RISC-V fence"},
    {"Fence.w.r", kSet, "RISC-V fence"},
    {"Fence.w.w", kSet, "RISC-V fence"},
    {"Fence.w.rw", kSet, "RISC-V fence"},
    {"Fence.rw.r", kSet, "RISC-V fence"},
    {"Fence.rw.w", kSet, "RISC-V fence"},
    {"Fence.rw.rw", kSet, "RISC-V fence"},
    {"Fence.tso", kSet, "RISC-V fence"},
    {"Fence.i", kSet, "RISC-V instruction fence"},
    {"asks-store", kSet, "questions of stores whether their objects live"},
    {"Acq", kSet, "RISC-V .aq"},
    {"Rel", kSet, "RISC-V .rl"},
    {"AcqRel", kSet, "RISC-V .aq.rl"},
    {"Sc", kSet, "RISC-V .sc"},
    // Virtual memory, tags, faults, instruction fetch: never present in our graphs, but herd7's AArch64 files name them.
    {"FAULT", kSet, "faults"},
    {"MMU", kSet, "translation faults"},
    {"D-MMU", kSet, "translation faults"},
    {"TagCheck", kSet, "tag-check faults"},
    {"Translation", kSet, "translation faults"},
    {"AccessFlag", kSet, "access-flag faults"},
    {"Permission", kSet, "permission faults"},
    {"Unknown", kSet, "unknown"},
    {"PTE", kSet, "translation-table accesses"},
    {"PTEV", kSet, "valid translation-table entries"},
    {"PTEINV", kSet, "invalid translation-table entries"},
    {"AF", kSet, "access-flag updates"},
    {"DB", kSet, "dirty-bit updates"},
    {"T", kSet, "tag accesses"},
    {"TLBI", kSet, "TLB invalidations"},
    {"DC.CVAU", kSet, "cache maintenance"},
    {"IC.IALLUIS", kSet, "cache maintenance"},
    {"IC.IALLU", kSet, "cache maintenance"},
    {"IC.IVAU", kSet, "cache maintenance"},
    {"Instr", kSet, "instruction fetches"},
    {"Restricted-CMODX", kSet, "instruction fetches"},
    {"EXC-ENTRY", kSet, "exception entries"},
    {"EXC-RET", kSet, "exception returns"},
    {"SVC", kSet, "supervisor calls"},
    {"SPURIOUS", kSet, "spontaneous updates"},
    // Names of events that only other tools' programs have (is_of_programs).
    {"NAL", kSet, "non-atomic locations", false},
    {"AL", kSet, "atomic locations", false},
    {"ACQUIRE", kSet, "acquiring accesses", false},
    {"RELEASE", kSet, "releasing accesses", false},
    {"STRONG", kSet, "strong updates", false},
    {"ALLOC", kSet, "allocations", false},
    {"FREE", kSet, "ends of allocations", false},
    {"casdep", kRelation, "from a read to an exchange whose success depends on it", false},
    {"allocptr", kRelation, "from an allocation to its end", false},
    {"allocmem", kRelation, "from an allocation to accesses", false},
    {"po", kRelation, "program order"},
    {"rf", kRelation, "reads-from"},
    {"rfe", kRelation, "reads-from between threads"},
    {"rfi", kRelation, "reads-from within a thread"},
    {"co", kRelation, "coherence order"},
    {"coe", kRelation, "coherence between threads"},
    {"coi", kRelation, "coherence within a thread"},
    {"fr", kRelation, "from-reads"},
    {"fre", kRelation, "from-reads between threads"},
    {"fri", kRelation, "from-reads within a thread"},
    {"loc", kRelation, "same location"},
    {"int", kRelation, "same thread"},
    {"ext", kRelation, "different threads"},
    {"id", kRelation, "identity"},
    {"po-loc", kRelation, "program order on one location"},
    {"addr", kRelation, "address dependencies"},
    {"data", kRelation, "data dependencies"},
    {"ctrl", kRelation, "control dependencies"},
    {"ctrlisync", kRelation, "control dependency followed by isync"},
    {"pick-addr", kRelation, "address dependencies through a conditional choice"},
    {"pick-data", kRelation, "data dependencies through a conditional choice"},
    {"pick-ctrl", kRelation, "control dependencies through a conditional choice"},
    {"pick-basic", kRelation, "from a read to the write of an instruction whose choice depends on it"},
    {"rmw", kRelation, "read to write of one read-modify-write"},
    {"amo", kRelation, "read to write of one atomic instruction"},
    // An access asks if its object lives: a read of a location of its own, which no machine has.
    {"asks", kRelation, "from the question whether an object lives to the access that asks"},
    {"section", kRelation, "different events of the same atomic section, both ways"},
    // Relates the points at which threads are created, begin, end and are joined. Points are events in po of their
    // thread, in no set or in F; models compose the relation with po.
    {"sync", kRelation, "thread start point to first event of the thread, last event to join point"},
    {"si", kRelation, "same instruction instance"},
    {"sm", kRelation, "same single-copy-atomic access"},
    {"same-instance", kRelation, "same instruction instance"},
    {"iico_data", kRelation, "data flow within an instruction (catdep)"},
    {"iico_ctrl", kRelation, "control within an instruction (catdep)"},
    {"iico_order", kRelation, "order within an instruction (catdep)"},
    {"rf-reg", kRelation, "register reads-from (catdep)"},
    {"same-low-order-bits", kRelation, "same page offset"},
    {"inv-domain", kRelation, "invalidation domain"},
    {"tr-ib", kRelation, "translation before access"},
    {"scl", kRelation, "same cache line"},
});

}  // namespace

std::span<const BaseName> base_names() { return kNames; }

bool is_of_programs(std::string_view name) {
  return std::ranges::none_of(kNames, [&](const BaseName& known) { return known.name == name && !known.of_programs; });
}

std::optional<BaseKind> find_base_name(std::string_view name) {
  static const auto index = [] {
    std::unordered_map<std::string_view, BaseKind> map;
    for (const BaseName& n : kNames) map.emplace(n.name, n.kind);
    return map;
  }();
  auto it = index.find(name);
  if (it == index.end()) return std::nullopt;
  return it->second;
}

}  // namespace fencepost::memory
