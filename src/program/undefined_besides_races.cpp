#include "program/undefined_besides_races.h"

#include <algorithm>
#include <functional>
#include <map>

namespace fencepost::program {

namespace {

namespace cat = memory::cat;

// An access as sets see it.
struct TaggedAccess {
  bool writes, is_atomic;
  const std::vector<std::string>* tags;
};

class UndefinedRelation {
 public:
  explicit UndefinedRelation(const memory::Model& model) : mapping_(model) {
    for (const cat::BaseSlot& slot : model.program.base) base_[slot.slot] = slot.name;
    for (const cat::Op& op : model.program.ops)
      if (op.kind == cat::Op::Kind::let && !op.recursive)
        for (const cat::Binding& binding : op.bindings) definitions_[binding.slot] = binding.value.get();
    for (size_t i = 0; i < core::kMemoryOrders; ++i)
      for (Mapping::AccessKind access : {Mapping::AccessKind::load, Mapping::AccessKind::store,
                                         Mapping::AccessKind::update, Mapping::AccessKind::failed}) {
        auto order = static_cast<core::MemoryOrder>(i);
        bool fails = access == Mapping::AccessKind::failed;
        if (mapping_.unknown().contains({fails ? Mapping::AccessKind::update : access, order})) continue;
        bool is_atomic = order != core::MemoryOrder::plain;
        if (access != Mapping::AccessKind::store)
          accesses_.push_back({false, is_atomic, &mapping_.of(access, order).read});
        if (access == Mapping::AccessKind::store || access == Mapping::AccessKind::update)
          accesses_.push_back({true, is_atomic, &mapping_.of(access, order).write});
      }
  }

  bool are_races(const cat::Expr& e) const {
    bool is_of_one_thread = is_within(e, is_base("int")) && leaves_out_order(e);
    return is_within(e, is_base("loc")) && (is_of_one_thread || is_within(e, is_base("ext"))) &&
           is_within(e, [&](const cat::Expr& part) { return one_writes(part); }) &&
           is_within(e, [&](const cat::Expr& part) { return one_is_plain(part) || leaves_out_atomics(part); });
  }

 private:
  using Holds = std::function<bool(const cat::Expr& part)>;

  // What the names of relations stand for, as far as they are outermost.
  const cat::Expr& opened(const cat::Expr& named) const {
    const cat::Expr* e = &named;
    while (e->kind == cat::ExprKind::variable && e->scope == cat::Expr::Scope::global) {
      auto it = definitions_.find(e->index);
      if (it == definitions_.end()) break;
      e = it->second;
    }
    return *e;
  }
  std::string base_name(const cat::Expr& e) const {
    auto it =
        e.kind == cat::ExprKind::variable && e.scope == cat::Expr::Scope::global ? base_.find(e.index) : base_.end();
    return it == base_.end() ? "" : it->second;
  }
  Holds is_base(const char* name) const {
    return [this, name](const cat::Expr& part) { return base_name(part) == name; };
  }

  // Are all pairs in a part of the relation of which it holds?
  bool is_within(const cat::Expr& relation, const Holds& holds) const {
    const cat::Expr& e = opened(relation);
    if (e.kind == cat::ExprKind::empty || holds(e)) return true;
    auto child_is = [&](const cat::ExprPtr& child) { return is_within(*child, holds); };
    if (e.kind == cat::ExprKind::unite) return std::ranges::all_of(e.children, child_is);
    if (e.kind == cat::ExprKind::intersect) return std::ranges::any_of(e.children, child_is);
    return e.kind == cat::ExprKind::minus && child_is(e.children[0]);
  }
  // Has the relation a part of which it holds?
  bool has_part(const cat::Expr& relation, const Holds& holds) const {
    const cat::Expr& e = opened(relation);
    bool is_of_parts = e.kind == cat::ExprKind::unite || e.kind == cat::ExprKind::plus;
    return holds(e) || (is_of_parts && std::ranges::any_of(e.children, [&](const cat::ExprPtr& child) {
                          return has_part(*child, holds);
                        }));
  }

  // What the expression leaves out, if it is a difference or a complement.
  static const cat::Expr* taken_away(const cat::Expr& e) {
    if (e.kind == cat::ExprKind::minus) return e.children[1].get();
    return e.kind == cat::ExprKind::complement ? e.children[0].get() : nullptr;
  }
  bool leaves_out(const cat::Expr& e, const Holds& holds) const {
    return is_within(e, [&](const cat::Expr& part) {
      const cat::Expr* taken = taken_away(part);
      return taken != nullptr && has_part(*taken, holds);
    });
  }
  bool leaves_out_order(const cat::Expr& e) const {
    return leaves_out(e, is_base("po")) && leaves_out(e, [&](const cat::Expr& part) {
             return part.kind == cat::ExprKind::inverse && has_part(*part.children[0], is_base("po"));
           });
  }
  bool leaves_out_atomics(const cat::Expr& part) const {
    const cat::Expr* taken = taken_away(part);
    return taken != nullptr && has_part(*taken, [&](const cat::Expr& pairs) {
             return pairs.kind == cat::ExprKind::product &&
                    std::ranges::all_of(pairs.children,
                                        [&](const cat::ExprPtr& side) { return has_all_atomics(*side); });
           });
  }
  bool one_writes(const cat::Expr& part) const {
    return part.kind == cat::ExprKind::product && std::ranges::any_of(part.children, [&](const cat::ExprPtr& side) {
             return has_none(*side, [](const TaggedAccess& access) { return !access.writes; });
           });
  }
  bool one_is_plain(const cat::Expr& part) const {
    return part.kind == cat::ExprKind::product && std::ranges::any_of(part.children, [&](const cat::ExprPtr& side) {
             return has_none(*side, [](const TaggedAccess& access) { return access.is_atomic; });
           });
  }

  template <typename Of>
  bool has_none(const cat::Expr& set, const Of& of) const {
    return std::ranges::all_of(accesses_,
                               [&](const TaggedAccess& access) { return !of(access) || has(set, access) == false; });
  }
  bool has_all_atomics(const cat::Expr& set) const {
    return std::ranges::all_of(
        accesses_, [&](const TaggedAccess& access) { return !access.is_atomic || has(set, access) == true; });
  }
  // Is such an access in the set? Absent: the text does not show it.
  std::optional<bool> has(const cat::Expr& set, const TaggedAccess& access) const {
    const cat::Expr& e = opened(set);
    if (e.kind == cat::ExprKind::universe) return true;
    if (e.kind == cat::ExprKind::empty) return false;
    if (std::string name = base_name(e); !name.empty()) {
      if (name == "M") return true;
      if (name == "R" || name == "W") return access.writes == (name == "W");
      if (name == "F" || name == "IW" || name == "I") return false;
      if (name == "FW" || name == "SECTION") return std::nullopt;
      return std::ranges::find(*access.tags, name) != access.tags->end();
    }
    std::vector<std::optional<bool>> parts;
    bool is_of_sets = e.kind == cat::ExprKind::unite || e.kind == cat::ExprKind::intersect ||
                      e.kind == cat::ExprKind::minus || e.kind == cat::ExprKind::complement;
    if (!is_of_sets) return std::nullopt;
    for (const cat::ExprPtr& child : e.children) parts.push_back(has(*child, access));
    if (e.kind == cat::ExprKind::complement) return parts[0] ? std::optional(!*parts[0]) : std::nullopt;
    if (e.kind == cat::ExprKind::minus && parts[1]) parts[1] = !*parts[1];
    std::optional<bool> decisive = e.kind == cat::ExprKind::unite;  // one such part decides
    if (std::ranges::find(parts, decisive) != parts.end()) return decisive;
    return std::ranges::find(parts, std::optional<bool>()) != parts.end() ? std::nullopt : std::optional(!*decisive);
  }

  Mapping mapping_;
  std::map<uint32_t, std::string> base_;
  std::map<uint32_t, const cat::Expr*> definitions_;
  std::vector<TaggedAccess> accesses_;
};

}  // namespace

std::optional<std::string> undefined_besides_races(const memory::Model& model) {
  if (model.built_in) return std::nullopt;
  UndefinedRelation undefined(model);
  for (const cat::Op& op : model.program.ops) {
    if (op.kind != cat::Op::Kind::check || op.check.role != cat::CheckRole::undefined_unless) continue;
    bool is_of_races =
        op.check.kind == cat::CheckKind::empty && !op.check.negated && undefined.are_races(*op.check.expr);
    if (!is_of_races) return op.check.name;
  }
  return std::nullopt;
}

}  // namespace fencepost::program
