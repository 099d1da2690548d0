#include "program/verify.h"

#include <fmt/format.h>

#include "base/check.h"
#include "program/registers.h"

namespace fencepost::program {

namespace {

class Verifier {
 public:
  Verifier(const Procedure& procedure, std::string_view after) : procedure_(procedure), after_(after) {}

  void run() {
    require(index(procedure_.entry) < procedure_.locations && index(procedure_.exit) < procedure_.locations,
            "entry or exit does not exist");
    require(procedure_.first_out.size() == procedure_.locations + 1 &&
                procedure_.first_out.back() == procedure_.edges.size(),
            "the index of edges has the wrong size");
    for (uint32_t location = 0; location < procedure_.locations; ++location) out_edges(location);
  }

 private:
  void require(bool condition, std::string_view what) const {
    FP_CHECK_MSG(condition, fmt::format("after {}: {}: {}", after_, procedure_.name, what));
  }

  void out_edges(uint32_t location) const {
    uint32_t first = procedure_.first_out[location], last = procedure_.first_out[location + 1];
    auto at = [&](std::string_view what) { return fmt::format("location {}: {}", location, what); };
    require(first <= last, at("the index of edges is not sorted"));
    for (uint32_t e = first; e < last; ++e) {
      const Edge& edge = procedure_.edges[e];
      require(index(edge.from) == location, at("an edge of another location is indexed here"));
      require(index(edge.to) < procedure_.locations, at("an edge leads nowhere"));
      bool leaves = std::holds_alternative<core::Return>(edge.label) || std::holds_alternative<core::Exit>(edge.label);
      require(!leaves || edge.to == procedure_.exit, at("a return or exit does not lead to the exit"));
      each_register(edge.label, [&](core::Reg reg) {
        require(core::index(reg) < procedure_.regs.size(), at("a register does not exist"));
      });
    }
    if (location == index(procedure_.exit)) return require(first == last, at("an edge leaves the exit"));
    if (last - first < 2) return;
    require(last - first == 2, at("more than two edges"));
    auto* yes = std::get_if<Assume>(&procedure_.edges[first].label);
    auto* no = std::get_if<Assume>(&procedure_.edges[first + 1].label);
    require(yes != nullptr && no != nullptr, at("two edges that are not both assumptions"));
    require(complementary(*yes->condition, *no->condition), at("two assumptions that are not complementary"));
  }

  static bool complementary(const core::Expr& a, const core::Expr& b) {
    auto negates = [](const core::Expr& x, const core::Expr& y) {
      return x.op == core::ExprOp::log_not && core::to_string(*x.args[0]) == core::to_string(y);
    };
    bool constants = a.op == core::ExprOp::constant && b.op == core::ExprOp::constant && a.value != b.value;
    // Sharing makes the usual case cheap.
    if (b.op == core::ExprOp::log_not && b.args[0].get() == &a) return true;
    return constants || negates(a, b) || negates(b, a);
  }

  const Procedure& procedure_;
  std::string_view after_;
};

}  // namespace

void verify(const Procedure& procedure, std::string_view after) { Verifier(procedure, after).run(); }

}  // namespace fencepost::program
