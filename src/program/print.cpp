#include "core/print.h"

#include <fmt/format.h>

#include "program/cfa.h"

namespace fencepost::program {

namespace {

// Registers print as in Core; those that lowering added are known to the procedure alone, so a copy of the function
// header with the procedure's registers serves the expression printer.
class Printer {
 public:
  Printer(const Procedure& procedure, const core::Program& program) : procedure_(procedure) {
    names_.regs = procedure.regs;
    exprs_ = core::ExprPrinter(names_, program);
  }

  std::string print() {
    std::string out = fmt::format("procedure {}: entry {}, exit {}\n", procedure_.name, index(procedure_.entry),
                                  index(procedure_.exit));
    for (const Edge& edge : procedure_.edges) {
      out += fmt::format("  {} -> {}{}: {}", index(edge.from), index(edge.to), edge.to <= edge.from ? " (loop)" : "",
                         std::visit([&](const auto& kind) { return line(kind); }, edge.label));
      if (!edge.text.empty()) out += " ; " + edge.text;
      if (edge.pos.valid() && edge.pos.line != 0) out += fmt::format(" @{}", edge.pos.line);
      out += "\n";
    }
    return out;
  }

 private:
  std::string expr(const core::ExprPtr& e) const { return e == nullptr ? "?" : exprs_.print(*e); }
  std::string reg(core::Reg r) const { return exprs_.reg(r); }
  static std::string range(const core::BitRange& bits) {
    return bits.width == 0 ? std::string() : fmt::format("[{}:{}]", unsigned(bits.offset), unsigned(bits.width));
  }
  static std::string order(core::MemoryOrder order) {
    return order == core::MemoryOrder::plain ? std::string() : fmt::format(" {}", core::name(order));
  }

  std::string line(const Skip&) const { return "skip"; }
  std::string line(const Assume& k) const { return fmt::format("assume {}", expr(k.condition)); }
  std::string line(const Restrict& k) const { return fmt::format("restrict {}", expr(k.condition)); }
  std::string line(const Sequencing& k) const {
    switch (k.kind) {
      case Sequencing::Kind::begin:
        return "unsequenced {";
      case Sequencing::Kind::next:
        return "} and {";
      case Sequencing::Kind::end:
        break;
    }
    return "}";
  }
  std::string line(const ChooseOrder& k) const {
    return fmt::format("{} = order of {} strands", reg(k.reg), k.strands);
  }
  std::string line(const core::Let& k) const { return fmt::format("{} = {}", reg(k.reg), expr(k.value)); }
  std::string line(const core::Choose& k) const { return fmt::format("{} = choose {}", reg(k.reg), to_string(k.type)); }
  std::string line(const core::Load& k) const {
    return fmt::format("{} = load{} {}{} {}", reg(k.reg), order(k.order), to_string(k.type), range(k.bits),
                       expr(k.ptr));
  }
  std::string line(const core::Store& k) const {
    return fmt::format("store{} {}{} {} := {}", order(k.order), to_string(k.type), range(k.bits), expr(k.ptr),
                       expr(k.value));
  }
  std::string line(const core::Rmw& k) const {
    std::string text = fmt::format("{} = rmw{} {} {} := {}", reg(k.reg), order(k.order), to_string(k.type), expr(k.ptr),
                                   expr(k.value));
    if (k.condition != nullptr) text += fmt::format(" if {}", expr(k.condition));
    return k.failure ? fmt::format("{} else{}", text, order(*k.failure)) : text;
  }
  std::string line(const core::Fence& k) const {
    return fmt::format("fence{}{}", order(k.order), k.ptr == nullptr ? "" : fmt::format(" {}", expr(k.ptr)));
  }
  std::string line(const core::Copy& k) const {
    return fmt::format("copy {} := {}, {} bytes", expr(k.dst), expr(k.src), expr(k.bytes));
  }
  std::string line(const core::Fill& k) const {
    return fmt::format("fill {} := {}, {} bytes", expr(k.ptr), k.value == nullptr ? "unspecified" : expr(k.value),
                       expr(k.bytes));
  }
  std::string line(const core::Alloc& k) const {
    return fmt::format("{} = alloc {} bytes {}{} \"{}\"", reg(k.reg), expr(k.bytes), core::name(k.storage),
                       k.zeroed ? " zeroed" : "", k.name);
  }
  std::string line(const core::Kill& k) const { return fmt::format("kill {}", expr(k.ptr)); }
  std::string line(const core::Check& k) const {
    return fmt::format("check {} {}", core::info(k.kind).id, expr(k.condition));
  }
  std::string line(const core::Call& k) const {
    return (k.reg ? reg(*k.reg) + " = call " : "call ") + applied(k.callee, k.args);
  }
  std::string applied(const core::ExprPtr& callee, const std::vector<core::ExprPtr>& args) const {
    bool direct = callee->op == core::ExprOp::function;
    std::string text = direct ? exprs_.function(callee->function) : fmt::format("*{}", expr(callee));
    text += "(";
    for (size_t i = 0; i < args.size(); ++i) text += fmt::format("{}{}", i > 0 ? ", " : "", expr(args[i]));
    return text + ")";
  }
  std::string line(const core::Spawn& k) const {
    return fmt::format("{} = spawn {}", reg(k.reg), applied(k.callee, k.args));
  }
  std::string line(const core::Join& k) const {
    return fmt::format("{}join {}", k.reg ? reg(*k.reg) + " = " : "", expr(k.thread));
  }
  std::string line(const core::Self& k) const { return fmt::format("{} = self", reg(k.reg)); }
  std::string line(const core::EndThread& k) const {
    return k.value == nullptr ? "end thread" : fmt::format("end thread {}", expr(k.value));
  }
  std::string line(const core::Await& k) const { return fmt::format("await {}", expr(k.condition)); }
  std::string line(const core::AtomicBegin&) const { return "atomic begin"; }
  std::string line(const core::AtomicEnd&) const { return "atomic end"; }
  std::string line(const core::Return& k) const {
    return k.value == nullptr ? "return" : fmt::format("return {}", expr(k.value));
  }
  std::string line(const core::Exit& k) const { return k.aborts ? "abort" : "exit"; }
  std::string line(const core::Unsupported& k) const { return fmt::format("unsupported: {}", k.what); }

  const Procedure& procedure_;
  core::Function names_;
  core::ExprPrinter exprs_;
};

}  // namespace

std::string to_string(const Cfa& cfa) {
  std::string out;
  for (const Procedure& procedure : cfa.procedures) {
    if (!cfa.program->function(procedure.function).defined) continue;
    if (!out.empty()) out += "\n";
    out += Printer(procedure, *cfa.program).print();
  }
  return out;
}

}  // namespace fencepost::program
