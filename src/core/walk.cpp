#include "core/walk.h"

namespace fencepost::core {

namespace {

template <typename... Kinds>
struct Overloaded : Kinds... {
  using Kinds::operator()...;
};
template <typename... Kinds>
Overloaded(Kinds...) -> Overloaded<Kinds...>;

}  // namespace

bool starts_threads(const Program& program) {
  bool found = false;
  for (const Function& function : program.functions)
    for_each_stmt(function.body, [&](const Stmt& stmt) { found = found || std::holds_alternative<Spawn>(stmt.kind); });
  return found;
}

std::vector<ExprPtr> expressions(const Stmt& stmt) {
  using List = std::vector<ExprPtr>;
  List all = std::visit(Overloaded{[](const Let& k) { return List{k.value}; },
                                   [](const Load& k) { return List{k.ptr}; },
                                   [](const Store& k) { return List{k.ptr, k.value}; },
                                   [](const Rmw& k) { return List{k.ptr, k.condition, k.value}; },
                                   [](const Copy& k) { return List{k.dst, k.src, k.bytes}; },
                                   [](const Fill& k) { return List{k.ptr, k.value, k.bytes}; },
                                   [](const Fence& k) { return List{k.ptr}; },
                                   [](const Alloc& k) { return List{k.bytes, k.shadow}; },
                                   [](const Kill& k) { return List{k.ptr}; },
                                   [](const Check& k) { return List{k.condition}; },
                                   [](const Assume& k) { return List{k.condition}; },
                                   [](const Call& k) {
                                     List list{k.callee};
                                     list.insert(list.end(), k.args.begin(), k.args.end());
                                     return list;
                                   },
                                   [](const Spawn& k) {
                                     List list{k.callee};
                                     list.insert(list.end(), k.args.begin(), k.args.end());
                                     return list;
                                   },
                                   [](const Print& k) { return k.args; },
                                   [](const Join& k) { return List{k.thread}; },
                                   [](const EndThread& k) { return List{k.value}; },
                                   [](const Await& k) { return List{k.condition}; },
                                   [](const Return& k) { return List{k.value}; },
                                   [](const Branch& k) { return List{k.condition}; },
                                   [](const If& k) { return List{k.condition}; },
                                   [](const auto&) { return List{}; }},
                        stmt.kind);
  std::erase(all, nullptr);
  return all;
}

std::optional<Reg> assigned(const Stmt& stmt) {
  return std::visit(Overloaded{[](const Let& k) -> std::optional<Reg> { return k.reg; },
                               [](const Load& k) -> std::optional<Reg> { return k.reg; },
                               [](const Rmw& k) -> std::optional<Reg> { return k.reg; },
                               [](const Alloc& k) -> std::optional<Reg> { return k.reg; },
                               [](const Choose& k) -> std::optional<Reg> { return k.reg; },
                               [](const Call& k) -> std::optional<Reg> { return k.reg; },
                               [](const Spawn& k) -> std::optional<Reg> { return k.reg; },
                               [](const Join& k) -> std::optional<Reg> { return k.reg; },
                               [](const Self& k) -> std::optional<Reg> { return k.reg; },
                               [](const auto&) -> std::optional<Reg> { return std::nullopt; }},
                    stmt.kind);
}

MemoryOrder order_of(const Stmt& stmt) {
  return std::visit(Overloaded{[](const Load& k) { return k.order; }, [](const Store& k) { return k.order; },
                               [](const Rmw& k) { return k.order; }, [](const Copy& k) { return k.order; },
                               [](const Fill& k) { return k.order; }, [](const auto&) { return MemoryOrder::plain; }},
                    stmt.kind);
}

uint32_t site_of(const Stmt& stmt) {
  return std::visit(Overloaded{[](const Load& k) { return k.site; }, [](const Store& k) { return k.site; },
                               [](const Rmw& k) { return k.site; }, [](const Fence& k) { return k.site; },
                               [](const auto&) { return uint32_t{0}; }},
                    stmt.kind);
}

}  // namespace fencepost::core
