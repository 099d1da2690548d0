#include "memory/cat/store_order_shape.h"

#include <algorithm>
#include <map>
#include <set>

namespace fencepost::memory::cat {

namespace {

constexpr Part kWhole{true, true}, kInternal{true, false}, kExternal{false, true};

class ShapeFinder {
 public:
  explicit ShapeFinder(const Program& program) : program_(program) {
    for (const BaseSlot& b : program.base) base_[b.slot] = b.name;
    for (const Op& op : program.ops)
      if (op.kind == Op::Kind::let)
        for (const Binding& b : op.bindings) definitions_[b.slot] = {&op, b.value.get()};
  }

  std::optional<StoreOrderShape> run() {
    if (!program_.options.with_co) return std::nullopt;
    for (const Op& op : program_.ops) {
      if (op.kind == Op::Kind::with_from || op.kind == Op::Kind::for_all) return std::nullopt;
      if (op.kind != Op::Kind::check || op.check.role != CheckRole::require) continue;
      if (op.check.negated || !(op.check.kind == CheckKind::acyclic ? order(op.check) : atomic(op.check)))
        return std::nullopt;
    }
    const auto has_co = [](const OrderAxiom& a) { return a.co.whole(); };
    if (std::none_of(shape_.orders.begin(), shape_.orders.end(), has_co)) return std::nullopt;
    return shape_;
  }

 private:
  bool order(const Check& check) {
    OrderAxiom axiom;
    axiom.name = check.name;
    const Expr* inside = between_sections(*check.expr);
    axiom.over_sections = inside != nullptr;
    const Expr& ordered = inside != nullptr ? *inside : *check.expr;
    if (!flatten(ordered, axiom)) return false;
    axiom.program_order = includes(ordered, "po") && includes(ordered, "sync");
    for (const Expr* fixed : axiom.fixed) shape_.forwards = shape_.forwards && goes_forward(*fixed);
    shape_.orders.push_back(std::move(axiom));
    return true;
  }

  // The e of `section? ; (e \ section) ; section?`.
  const Expr* between_sections(const Expr& check) const {
    const Expr& e = opened(check);
    if (e.kind != ExprKind::sequence || e.children.size() != 3) return nullptr;
    for (size_t i : {0, 2})
      if (const Expr& end = opened(*e.children[i]); end.kind != ExprKind::option || !is_section(*end.children[0]))
        return nullptr;
    const Expr& middle = opened(*e.children[1]);
    return middle.kind == ExprKind::minus && is_section(*middle.children[1]) ? middle.children[0].get() : nullptr;
  }

  bool is_section(const Expr& e) const {
    const std::string* name = base_name(opened(e));
    return name != nullptr && *name == "section";
  }

  bool flatten(const Expr& e, OrderAxiom& axiom) const {
    if (is_fixed(e)) {
      axiom.fixed.push_back(&e);
      return true;
    }
    if (e.kind == ExprKind::unite)
      return std::all_of(e.children.begin(), e.children.end(),
                         [&](const ExprPtr& child) { return flatten(*child, axiom); });
    if (communication(e, "rf", axiom.rf) || communication(e, "co", axiom.co) || communication(e, "fr", axiom.fr))
      return true;
    const Expr& meaning = opened(e);
    return &meaning != &e && flatten(meaning, axiom);
  }

  bool atomic(const Check& check) {
    const Expr& e = opened(*check.expr);
    if (check.kind != CheckKind::empty || e.kind != ExprKind::intersect || e.children.size() != 2) return false;
    for (size_t i = 0; i < 2; ++i) {
      const Expr& through = opened(*e.children[1 - i]);
      if (!is_fixed(*e.children[i]) || through.kind != ExprKind::sequence || through.children.size() != 2) continue;
      AtomicAxiom axiom{check.name, e.children[i].get(), includes(*e.children[i], "rmw"), {}, {}};
      if (!communication(opened(*through.children[0]), "fr", axiom.fr) ||
          !communication(opened(*through.children[1]), "co", axiom.co))
        continue;
      shape_.forwards = shape_.forwards && is_of_updates(*axiom.pairs);
      shape_.atomic.push_back(std::move(axiom));
      return true;
    }
    return false;
  }

  bool includes(const Expr& e, const std::string& relation) const {
    if (const std::string* name = base_name(e)) return *name == relation;
    if (e.kind == ExprKind::unite || e.kind == ExprKind::plus)
      return std::any_of(e.children.begin(), e.children.end(),
                         [&](const ExprPtr& child) { return includes(*child, relation); });
    const Expr& meaning = opened(e);
    return &meaning != &e && includes(meaning, relation);
  }

  // Does every pair go forward in program order, or in the order of creating and joining threads?
  bool goes_forward(const Expr& e) const {
    static const std::set<std::string> kForward = {"po", "po-loc", "sync", "rmw", "amo", "addr", "data", "ctrl"};
    if (const std::string* name = base_name(e)) return kForward.contains(*name);
    if (const Expr& meaning = opened(e); &meaning != &e) return goes_forward(meaning);
    auto child_does = [&](const ExprPtr& child) { return goes_forward(*child); };
    switch (e.kind) {
      case ExprKind::empty:
        return true;
      case ExprKind::unite:
        return std::ranges::all_of(e.children, child_does);
      case ExprKind::intersect:
        return std::ranges::any_of(e.children, child_does);
      case ExprKind::minus:
      case ExprKind::plus:
        return goes_forward(*e.children[0]);
      case ExprKind::sequence:
        return std::ranges::any_of(e.children, child_does) &&
               std::ranges::all_of(e.children, [&](const ExprPtr& child) { return never_goes_back(*child); });
      case ExprKind::apply: {
        const Expr& function = opened(*e.children[0]);
        return function.kind == ExprKind::function && goes_forward(*function.children[0]);
      }
      default:
        return false;
    }
  }
  bool never_goes_back(const Expr& e) const {
    if (goes_forward(e) || e.kind == ExprKind::identity_on) return true;
    if (const Expr& meaning = opened(e); &meaning != &e) return never_goes_back(meaning);
    return (e.kind == ExprKind::option || e.kind == ExprKind::star) && never_goes_back(*e.children[0]);
  }
  bool is_of_updates(const Expr& e) const {
    if (const std::string* name = base_name(e)) return *name == "rmw" || *name == "amo";
    if (const Expr& meaning = opened(e); &meaning != &e) return is_of_updates(meaning);
    auto child_is = [&](const ExprPtr& child) { return is_of_updates(*child); };
    if (e.kind == ExprKind::unite) return std::ranges::all_of(e.children, child_is);
    if (e.kind == ExprKind::intersect) return std::ranges::any_of(e.children, child_is);
    return e.kind == ExprKind::minus && is_of_updates(*e.children[0]);
  }

  // Adds to `part` the part of the relation (internal, external or both) that `e` names.
  bool communication(const Expr& e, const std::string& relation, Part& part) const {
    const std::string* name = base_name(e);
    if (name == nullptr || !name->starts_with(relation) || name->size() > relation.size() + 1) return false;
    const Part named = *name == relation ? kWhole : name->back() == 'i' ? kInternal : kExternal;
    part.internal = part.internal || named.internal;
    part.external = part.external || named.external;
    return true;
  }

  const std::string* base_name(const Expr& e) const {
    if (e.kind != ExprKind::variable || e.scope != Expr::Scope::global) return nullptr;
    auto it = base_.find(e.index);
    return it == base_.end() ? nullptr : &it->second;
  }

  // The definition behind names, as far as they are plain ones.
  const Expr& opened(const Expr& e) const {
    const Expr* at = &e;
    while (at->kind == ExprKind::variable && at->scope == Expr::Scope::global) {
      auto it = definitions_.find(at->index);
      if (it == definitions_.end() || it->second.first->recursive) break;
      at = it->second.second;
    }
    return *at;
  }

  bool is_fixed(const Expr& e) const { return (depends(e).all() & ~kOtherEvents) == 0 && grows(e); }

  // Do all pairs stay in the relation when events are added?
  bool grows(const Expr& e) const {
    if (e.kind == ExprKind::complement) return by_itself(*e.children[0]);
    if (e.kind == ExprKind::minus && !by_itself(*e.children[1])) return false;
    if (const Expr& meaning = opened(e); &meaning != &e) return grows(meaning);
    if (e.kind == ExprKind::variable && e.scope == Expr::Scope::global && definitions_.contains(e.index)) return false;
    return std::all_of(e.children.begin(), e.children.end(), [&](const ExprPtr& child) { return grows(*child); });
  }

  // Does it depend on two events alone whether they are related? Then the relation neither grows nor shrinks on them.
  bool by_itself(const Expr& e) const {
    switch (e.kind) {
      case ExprKind::variable:
        if (const Expr& meaning = opened(e); &meaning != &e) return by_itself(meaning);
        return base_name(e) != nullptr && depends(e).all() == 0;
      case ExprKind::empty:
      case ExprKind::universe:
        return true;
      case ExprKind::identity_on:
      case ExprKind::unite:
      case ExprKind::intersect:
      case ExprKind::minus:
      case ExprKind::product:
      case ExprKind::complement:
      case ExprKind::inverse:
      case ExprKind::option:
        return std::all_of(e.children.begin(), e.children.end(),
                           [&](const ExprPtr& child) { return by_itself(*child); });
      default:
        return false;
    }
  }

  Dependence depends(const Expr& e) const {
    Dependence d;
    if (e.kind == ExprKind::variable && e.scope == Expr::Scope::global) {
      if (auto it = definitions_.find(e.index); it != definitions_.end()) {
        // A function's own dependence shows where it is applied; its body may name choices.
        d |= it->second.first->dependence;
        if (it->second.second->kind == ExprKind::function && !it->second.first->recursive)
          d |= depends(*it->second.second);
      } else if (const std::string* name = base_name(e)) {
        d |= base_dependence(*name, program_.options.with_co);
      }
    }
    // Any other kind of expression counts as changing: models that use one are judged by the evaluator.
    if (e.kind == ExprKind::let_in || e.kind == ExprKind::match || e.kind == ExprKind::if_then_else ||
        e.kind == ExprKind::attempt)
      d.up = ~0u;
    for (const ExprPtr& child : e.children) d |= depends(*child);
    return d;
  }

  const Program& program_;
  std::map<uint32_t, std::string> base_;
  std::map<uint32_t, std::pair<const Op*, const Expr*>> definitions_;
  StoreOrderShape shape_;
};

}  // namespace

bool StoreOrderShape::interleaves() const {
  return std::any_of(orders.begin(), orders.end(),
                     [](const OrderAxiom& axiom) {
                       return axiom.over_sections && axiom.program_order && axiom.rf.whole() && axiom.co.whole() &&
                              axiom.fr.whole();
                     }) &&
         std::any_of(atomic.begin(), atomic.end(),
                     [](const AtomicAxiom& axiom) { return axiom.updates && axiom.fr.external && axiom.co.external; });
}

std::optional<StoreOrderShape> store_order_shape(const Program& program) { return ShapeFinder(program).run(); }

}  // namespace fencepost::memory::cat
