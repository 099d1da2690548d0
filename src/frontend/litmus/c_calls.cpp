#include "frontend/litmus/c_calls.h"

#include <fmt/format.h>

#include <map>

namespace fencepost::litmus {

namespace {

using Kind = CCall::Kind;
using Table = std::map<std::string, CCall, std::less<>>;

CCall call(Kind kind, std::vector<std::string> tags, bool pointer = true) {
  CCall c;
  c.kind = kind;
  c.tags = std::move(tags);
  c.place_is_pointer = pointer;
  return c;
}

struct Suffix {
  const char* text;
  const char* tag;
};
constexpr Suffix kSuffixes[] = {{"", "Mb"}, {"_relaxed", "Once"}, {"_acquire", "Acquire"}, {"_release", "Release"}};
struct NamedOperator {
  const char* name;
  Operator op;
};
constexpr NamedOperator kOperators[] = {
    {"add", Operator::add},     {"sub", Operator::sub},        {"and", Operator::bit_and}, {"or", Operator::bit_or},
    {"xor", Operator::bit_xor}, {"andnot", Operator::and_not}, {"inc", Operator::add},     {"dec", Operator::sub}};

void kernel_atomics(Table& t) {
  for (const auto& [name, op] : kOperators) {
    const bool one = std::string_view(name) == "inc" || std::string_view(name) == "dec";
    CCall c = call(Kind::fetch, {"Noreturn", "RMW"});
    c.op = op;
    c.value_first = true;
    c.fixed_one = one;
    c.returns_nothing = true;
    t[fmt::format("atomic_{}", name)] = c;
    c.returns_nothing = false;
    for (const auto& [suffix, tag] : kSuffixes) {
      c.tags = {tag, "RMW"};
      c.returns_new = false;
      t[fmt::format("atomic_fetch_{}{}", name, suffix)] = c;
      c.returns_new = true;
      t[fmt::format("atomic_{}_return{}", name, suffix)] = c;
    }
    c.tags = {"Mb", "RMW"};
    c.compare_result = Operator::equal;
    t[fmt::format("atomic_{}_and_test", name)] = c;
    c.compare_result = Operator::less;
    t[fmt::format("atomic_{}_negative", name)] = c;
  }
  for (const auto& [suffix, tag] : kSuffixes)
    for (const char* prefix : {"", "atomic_"}) {
      t[fmt::format("{}xchg{}", prefix, suffix)] = call(Kind::exchange, {tag, "RMW"});
      t[fmt::format("{}cmpxchg{}", prefix, suffix)] = call(Kind::compare, {tag, "RMW"});
    }
  t["atomic_add_unless"] = call(Kind::add_unless, {"Mb", "RMW"});
  t["atomic_read"] = call(Kind::load, {"Once"});
  t["atomic_read_acquire"] = call(Kind::load, {"Acquire"});
  t["atomic_set"] = call(Kind::store, {"Once"});
  t["atomic_set_release"] = call(Kind::store, {"Release"});
}

void kernel_accesses(Table& t) {
  t["READ_ONCE"] = call(Kind::load, {"Once"}, false);
  t["WRITE_ONCE"] = call(Kind::store, {"Once"}, false);
  t["rcu_dereference"] = call(Kind::load, {"Once"}, false);
  t["rcu_assign_pointer"] = call(Kind::store, {"Release"}, false);
  t["smp_load_acquire"] = call(Kind::load, {"Acquire"});
  t["smp_store_release"] = call(Kind::store, {"Release"});
  t["smp_store_mb"] = call(Kind::store_fence, {"Once"}, false);
  const std::pair<const char*, const char*> fences[] = {{"smp_mb", "Mb"},
                                                        {"smp_rmb", "Rmb"},
                                                        {"smp_wmb", "Wmb"},
                                                        {"barrier", "Barrier"},
                                                        {"rcu_read_lock", "Rcu-lock"},
                                                        {"rcu_read_unlock", "Rcu-unlock"},
                                                        {"synchronize_rcu", "Sync-rcu"},
                                                        {"synchronize_rcu_expedited", "Sync-rcu"},
                                                        {"smp_mb__before_atomic", "Before-atomic"},
                                                        {"smp_mb__after_atomic", "After-atomic"},
                                                        {"smp_mb__after_spinlock", "After-spinlock"},
                                                        {"smp_mb__after_unlock_lock", "After-unlock-lock"},
                                                        {"smp_mb__after_srcu_read_unlock", "After-srcu-read-unlock"}};
  for (const auto& [name, tag] : fences) t[name] = call(Kind::fence, {tag});
  for (const char* name : {"srcu_read_lock", "srcu_down_read"}) t[name] = call(Kind::load, {"Srcu-lock"});
  for (const char* name : {"srcu_read_unlock", "srcu_up_read"}) t[name] = call(Kind::store, {"Srcu-unlock"});
  for (const char* name : {"synchronize_srcu", "synchronize_srcu_expedited"})
    t[name] = call(Kind::located_fence, {"Sync-srcu"});
  t["spin_lock"] = call(Kind::lock, {});
  t["spin_unlock"] = call(Kind::unlock, {"UL"});
  t["spin_trylock"] = call(Kind::trylock, {});
  t["spin_is_locked"] = call(Kind::is_locked, {});
}

void c11_atomics(Table& t) {
  const auto both = [&](const std::string& name, CCall c) {
    c.single_event = true;
    c.tags = {"SC"};
    t.emplace(name, c);
    c.tags.clear();
    c.orders_follow = true;
    t[name + "_explicit"] = c;
  };
  both("atomic_load", call(Kind::load, {}));
  both("atomic_store", call(Kind::store, {}));
  both("atomic_exchange", call(Kind::exchange, {}));
  both("atomic_compare_exchange_strong", call(Kind::compare_c11, {}));
  both("atomic_compare_exchange_weak", call(Kind::compare_c11, {}));
  for (const auto& [name, op] : kOperators) {
    CCall c = call(Kind::fetch, {});
    c.op = op;
    // The kernel's atomic_fetch_add(value, place) has the same name without _explicit; it is kept.
    both(fmt::format("atomic_fetch_{}", name), c);
  }
  CCall f = call(Kind::fence, {});
  f.orders_follow = true;
  t["atomic_thread_fence"] = f;
}

const Table& table() {
  static const Table t = [] {
    Table all;
    kernel_atomics(all);
    kernel_accesses(all);
    c11_atomics(all);
    return all;
  }();
  return t;
}

}  // namespace

std::optional<CCall> find_c_call(std::string_view name) {
  auto it = table().find(name);
  return it == table().end() ? std::nullopt : std::optional(it->second);
}

std::string memory_order_tag(std::string_view order) {
  static const std::map<std::string_view, const char*> orders = {
      {"memory_order_relaxed", "RLX"},     {"memory_order_acquire", "ACQ"}, {"memory_order_release", "REL"},
      {"memory_order_acq_rel", "ACQ_REL"}, {"memory_order_seq_cst", "SC"},  {"memory_order_consume", "CON"}};
  auto it = orders.find(order);
  return it == orders.end() ? "" : it->second;
}

}  // namespace fencepost::litmus
