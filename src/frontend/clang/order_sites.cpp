// Where the text of a program names memory orders, and where it leaves them out. An order site is text of the file itself: the
// argument of a call such as atomic_load_explicit, also if that is a macro, but not a part of the text of another macro.
#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <set>

#include "frontend/clang/elaborator.h"

namespace fencepost::frontend {

using core::OrderSite;

namespace {

// Calls without an order, which have one with it by the name that ends in _explicit (C11 7.17.7, 7.17.8).
const std::set<std::string, std::less<>> kWithoutOrder = {"atomic_load",
                                                          "atomic_store",
                                                          "atomic_exchange",
                                                          "atomic_compare_exchange_strong",
                                                          "atomic_compare_exchange_weak",
                                                          "atomic_fetch_add",
                                                          "atomic_fetch_sub",
                                                          "atomic_fetch_or",
                                                          "atomic_fetch_xor",
                                                          "atomic_fetch_and",
                                                          "atomic_flag_test_and_set",
                                                          "atomic_flag_clear"};
// Barriers of the Linux kernel that stand for one another.
const std::set<std::string, std::less<>> kBarriers = {"smp_mb", "smp_wmb", "smp_rmb"};

bool is_valid(const OrderSite::Text& text) { return text.begin.valid(); }

}  // namespace

OrderSite::Text Elaborator::written_text(clang::SourceRange range) const {
  const clang::SourceManager& sources = context_.getSourceManager();
  const clang::CharSourceRange there =
      clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(range), sources, context_.getLangOpts());
  if (there.isInvalid() || sources.isInSystemHeader(there.getBegin())) return {};
  return {position(there.getBegin()), position(there.getEnd())};
}

uint32_t Elaborator::order_site(OrderSite::Kind kind, const Expr* call, const Expr* order_expr,
                                std::vector<OrderCase>& orders, const Expr* failure_expr,
                                std::vector<OrderCase>& failures) {
  const bool is_constant = orders.size() == 1 && (failure_expr == nullptr || failures.size() == 1);
  if (!has_places() || !is_constant) return 0;
  OrderSite site;
  site.kind = kind;
  site.order = orders.front().order;
  if (failure_expr != nullptr) site.failure = failures.front().order;
  site.order_text = written_text(order_expr->getSourceRange());
  if (failure_expr != nullptr) site.failure_text = written_text(failure_expr->getSourceRange());
  site.call = written_text(call->getSourceRange());
  if (is_valid(site.call)) {
    const clang::CharSourceRange whole =
        clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(call->getSourceRange()),
                                        context_.getSourceManager(), context_.getLangOpts());
    const llvm::StringRef text =
        clang::Lexer::getSourceText(whole, context_.getSourceManager(), context_.getLangOpts());
    const llvm::StringRef name =
        text.take_while([](char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_'; });
    if (kWithoutOrder.contains(name.str()) && text.ends_with(")"))
      site.name_end = position(whole.getBegin().getLocWithOffset(static_cast<int>(name.size())));
    if (!is_valid(site.order_text) && !site.name_end.valid() && !kBarriers.contains(name.str())) return 0;
  }
  const bool has_orders = is_valid(site.order_text) && (failure_expr == nullptr || is_valid(site.failure_text));
  if (!has_orders && !is_valid(site.call)) return 0;
  // An argument of a macro that names both orders of a compare-exchange cannot name two.
  if (has_orders && failure_expr != nullptr && site.order_text.begin == site.failure_text.begin) return 0;
  site.pos = has_orders ? site.order_text.begin : site.call.begin;
  site.function = definition_ != nullptr ? definition_->getNameAsString() : "";
  site.loops = loops_ + (in_loop_head_ ? 1 : 0);
  site.is_statement = fence_may_precede_.contains(call) && !fence_may_precede_.at(call);
  std::vector<OrderSite>& known = program_.sites;
  auto same = std::ranges::find(known, site.pos, &OrderSite::pos);
  if (same == known.end())
    same = known.insert(same, site);
  else if (same->kind != kind || same->order != site.order || same->failure != site.failure ||
           is_valid(same->failure_text) != is_valid(site.failure_text))
    same->is_usable = false;
  const auto number = static_cast<uint32_t>(same - known.begin());
  for (const Expr* named : {order_expr, failure_expr})
    if (has_orders && named != nullptr) note_uses(number, named);
  if (!same->is_usable) return 0;
  for (const GivenOrder& given : program_.options.orders) {
    if (given.pos != site.pos) continue;
    orders.front().order = given.order;
    if (failure_expr != nullptr) failures.front().order = given.failure.value_or(given.order);
  }
  return number + 1;
}

// An argument of a macro may be used several times there. Who changes its text changes all of them, and they may not all be orders.
void Elaborator::note_uses(uint32_t site, const Expr* order_expr) {
  if (!order_expr->getBeginLoc().isMacroID() || definition_ == nullptr) return;
  auto [uses, is_new] = program_.other_uses.try_emplace({site, definition_});
  auto each_leaf = [](const clang::Stmt* in, const auto& visit) {
    std::vector<const clang::Stmt*> open{in};
    while (!open.empty()) {
      const clang::Stmt* next = open.back();
      open.pop_back();
      if (next == nullptr) continue;
      const bool is_leaf = next->child_begin() == next->child_end();
      if (const auto* expr = llvm::dyn_cast<Expr>(next); expr != nullptr && is_leaf) visit(expr);
      open.insert(open.end(), next->child_begin(), next->child_end());
    }
  };
  const OrderSite& of = program_.sites[site];
  auto is_named = [&](const Expr* leaf) {
    if (!leaf->getBeginLoc().isMacroID()) return false;
    const SourcePos there = written_text(leaf->getSourceRange()).begin;
    return there.valid() && (there == of.order_text.begin || there == of.failure_text.begin);
  };
  if (is_new)
    each_leaf(definition_->getBody(), [&](const Expr* leaf) {
      if (is_named(leaf)) uses->second.insert(leaf);
    });
  each_leaf(order_expr, [&](const Expr* leaf) { uses->second.erase(leaf); });
}

// A fence that may be left out needs a mark where it stands, as a place at which none stands so far (places.cpp).
void Elaborator::place_of_fence(uint32_t site) {
  if (site == 0) return;
  const SourcePos here = build_.pos();
  build_.at(program_.sites[site - 1].mark());
  build_.emit(core::SeqPoint{true});
  build_.at(here);
}

}  // namespace fencepost::frontend
