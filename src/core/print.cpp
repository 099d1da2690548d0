#include "core/print.h"

#include <fmt/format.h>

namespace fencepost::core {

namespace {

class FunctionPrinter {
 public:
  FunctionPrinter(const Function& function, const Program& program) : function_(function), exprs_(function, program) {}

  std::string print() {
    header();
    if (function_.defined) block(function_.body, 1);
    return std::move(out_);
  }

 private:
  std::string expr(const ExprPtr& e) const { return e == nullptr ? "?" : exprs_.print(*e); }
  std::string reg(Reg r) const { return exprs_.reg(r); }
  std::string type_of(Reg r) const {
    return index(r) < function_.regs.size() ? to_string(function_.regs[index(r)].type) : "?";
  }

  void header() {
    out_ += fmt::format("{} {}(", function_.defined ? "function" : "declare", function_.name);
    for (size_t i = 0; i < function_.params.size(); ++i)
      out_ += fmt::format("{}{}: {}", i > 0 ? ", " : "", reg(function_.params[i]), type_of(function_.params[i]));
    if (function_.variadic) out_ += function_.params.empty() ? "..." : ", ...";
    out_ += ")";
    if (function_.result) out_ += fmt::format(" -> {}", to_string(*function_.result));
    if (function_.library) out_ += " library";
    if (!function_.signature.empty()) out_ += fmt::format(" \"{}\"", function_.signature);
    end_line({}, function_.pos);
  }

  void end_line(const std::string& text, const SourcePos& pos) {
    if (!text.empty()) out_ += fmt::format(" ; {}", one_line(text));
    if (pos.valid() && pos.line != 0) out_ += fmt::format(" @{}", pos.line);
    out_ += "\n";
  }

  void indent(unsigned depth) { out_.append(2 * depth, ' '); }

  void block(const Block& statements, unsigned depth) {
    for (const Stmt& stmt : statements) {
      // Labels stand out to the left, as in C.
      indent(std::holds_alternative<DefineLabel>(stmt.kind) ? depth - 1 : depth);
      std::visit([&](const auto& kind) { print_kind(kind, stmt, depth); }, stmt.kind);
    }
  }

  void print_kind(const If& kind, const Stmt& stmt, unsigned depth) {
    out_ += fmt::format("if {} {{", expr(kind.condition));
    end_line(stmt.text, stmt.pos);
    block(kind.then_block, depth + 1);
    if (!kind.else_block.empty()) {
      indent(depth);
      out_ += "} else {\n";
      block(kind.else_block, depth + 1);
    }
    indent(depth);
    out_ += "}\n";
  }

  void print_kind(const Unseq& kind, const Stmt& stmt, unsigned depth) {
    out_ += kind.indeterminate ? "indet" : "unseq";
    out_ += kind.permute ? " permute {" : kind.interleave ? " interleave {" : " {";
    end_line(stmt.text, stmt.pos);
    for (size_t i = 0; i < kind.strands.size(); ++i) {
      if (i > 0) {
        indent(depth);
        out_ += "} ||| {\n";
      }
      block(kind.strands[i], depth + 1);
    }
    indent(depth);
    out_ += "}\n";
  }

  template <typename Kind>
  void print_kind(const Kind& kind, const Stmt& stmt, unsigned) {
    out_ += line(kind);
    end_line(stmt.text, stmt.pos);
  }

  static std::string access(MemoryOrder order, bool is_volatile) {
    std::string text;
    if (order != MemoryOrder::plain) text += fmt::format(" {}", name(order));
    if (is_volatile) text += " volatile";
    return text;
  }

  static std::string range(const BitRange& bits) {
    return bits.width == 0 ? std::string() : fmt::format("[{}:{}]", unsigned(bits.offset), unsigned(bits.width));
  }

  std::string line(const Let& k) const { return fmt::format("{} = {}", reg(k.reg), expr(k.value)); }
  std::string line(const Load& k) const {
    return fmt::format("{} = load{} {}{} {}", reg(k.reg), access(k.order, k.is_volatile), to_string(k.type),
                       range(k.bits), expr(k.ptr));
  }
  std::string line(const Store& k) const {
    return fmt::format("store{}{}{} {}{} {} := {}", access(k.order, k.is_volatile), k.negative ? " negative" : "",
                       k.initialises ? " init" : "", to_string(k.type), range(k.bits), expr(k.ptr), expr(k.value));
  }
  std::string line(const Rmw& k) const {
    std::string text = fmt::format("{} = rmw{} {} {} := {}", reg(k.reg), access(k.order, false), to_string(k.type),
                                   expr(k.ptr), expr(k.value));
    if (k.condition != nullptr) text += fmt::format(" if{} {}", k.is_foretold ? " foretold" : "", expr(k.condition));
    return k.failure ? fmt::format("{} else{}", text, access(*k.failure, false)) : text;
  }
  std::string line(const Fence& k) const {
    return fmt::format("fence {}{}", name(k.order), k.ptr == nullptr ? "" : fmt::format(" {}", expr(k.ptr)));
  }
  std::string line(const Copy& k) const {
    return fmt::format("copy{}{} {} := {}, {} bytes", access(k.order, false), k.negative ? " negative" : "",
                       expr(k.dst), expr(k.src), expr(k.bytes));
  }
  std::string line(const Fill& k) const {
    return fmt::format("fill{} {} := {}, {} bytes", access(k.order, false), expr(k.ptr),
                       k.value == nullptr ? "unspecified" : expr(k.value), expr(k.bytes));
  }
  std::string line(const Alloc& k) const {
    std::string text =
        fmt::format("{} = alloc {} bytes align {} {}{}{} \"{}\"", reg(k.reg), expr(k.bytes), k.align, name(k.storage),
                    k.zeroed ? " zeroed" : "", k.is_const ? " const" : "", one_line(k.name));
    return k.shadow ? fmt::format("{} shadow {}", text, expr(k.shadow)) : text;
  }
  std::string line(const Kill& k) const { return fmt::format("kill {}", expr(k.ptr)); }
  std::string line(const Check& k) const {
    std::string condition = expr(k.condition);
    if (condition.front() != '(') condition = fmt::format("({})", condition);
    std::string text = fmt::format("check {} {}", info(k.kind).id, condition);
    if (!k.detail.empty()) text += fmt::format(" \"{}\"", one_line(k.detail));
    return text;
  }
  std::string line(const Assume& k) const { return fmt::format("assume {}", expr(k.condition)); }
  std::string line(const Choose& k) const { return fmt::format("{} = choose {}", reg(k.reg), to_string(k.type)); }
  std::string line(const Call& k) const {
    return (k.reg ? reg(*k.reg) + " = call " : "call ") + applied(k.callee, k.args);
  }
  std::string applied(const ExprPtr& callee, const std::vector<ExprPtr>& args) const {
    bool direct = callee->op == ExprOp::function;
    std::string text = direct ? exprs_.function(callee->function) : fmt::format("*{}", expr(callee));
    text += "(";
    for (size_t i = 0; i < args.size(); ++i) text += fmt::format("{}{}", i > 0 ? ", " : "", expr(args[i]));
    return text + ")";
  }
  std::string line(const Spawn& k) const { return fmt::format("{} = spawn {}", reg(k.reg), applied(k.callee, k.args)); }
  std::string line(const Join& k) const {
    return fmt::format("{}join {}", k.reg ? reg(*k.reg) + " = " : "", expr(k.thread));
  }
  std::string line(const Self& k) const { return fmt::format("{} = self", reg(k.reg)); }
  std::string line(const EndThread& k) const {
    return k.value == nullptr ? "end thread" : fmt::format("end thread {}", expr(k.value));
  }
  std::string line(const Await& k) const { return fmt::format("await {}", expr(k.condition)); }
  std::string line(const AtomicBegin&) const { return "atomic begin"; }
  std::string line(const AtomicEnd&) const { return "atomic end"; }
  std::string line(const Return& k) const {
    return k.value == nullptr ? "return" : fmt::format("return {}", expr(k.value));
  }
  std::string line(const Exit& k) const { return k.aborts ? "abort" : "exit"; }
  std::string line(const Jump& k) const { return fmt::format("jump L{}", index(k.target)); }
  std::string line(const Branch& k) const {
    return fmt::format("branch {} ? L{} : L{}", expr(k.condition), index(k.then_target), index(k.else_target));
  }
  std::string line(const DefineLabel& k) const { return fmt::format("L{}:", index(k.label)); }
  std::string line(const SeqPoint&) const { return "seqpoint"; }
  std::string line(const Print& k) const {
    std::string text = fmt::format("print \"{}\"", one_line(k.format));
    for (const ExprPtr& arg : k.args) text += ", " + expr(arg);
    return text;
  }
  std::string line(const Unsupported& k) const { return fmt::format("unsupported \"{}\"", one_line(k.what)); }

  const Function& function_;
  ExprPrinter exprs_;
  std::string out_;
};

}  // namespace

std::string_view name(MemoryOrder order) {
  static constexpr std::string_view kNames[] = {
#define ORDER(name) #name,
#include "base/memory_orders.def"
#undef ORDER
  };
  static_assert(std::size(kNames) == kMemoryOrders);
  return kNames[static_cast<size_t>(order)];
}

std::string_view name(Storage storage) {
  static constexpr std::string_view kNames[] = {"automatic", "static", "heap", "literal", "temporary", "thread"};
  return kNames[static_cast<size_t>(storage)];
}

std::string why_unknown(Known known, const std::string& name) {
  if (known == Known::nothing)
    return fmt::format("a pointer that `{}` holds from the start, to what the program does not define", name);
  return fmt::format("the address, as a number, of `{}`, which is declared but defined nowhere", name);
}

std::string to_string(const Function& function, const Program& program) {
  return FunctionPrinter(function, program).print();
}

std::string to_string(const Program& program) {
  std::string out;
  for (const Global& global : program.globals) {
    out += fmt::format("global {}: {} bytes align {} {}{}", one_line(global.name), global.bytes, global.align,
                       name(global.storage), global.is_const ? " const" : "");
    static constexpr std::string_view kKnown[] = {"", ", defined nowhere", ", unknown but for its address",
                                                  ", designated by an unknown pointer"};
    out += kKnown[static_cast<size_t>(global.known)];
    if (global.pos.valid() && global.pos.line != 0) out += fmt::format(" @{}", global.pos.line);
    out += "\n";
  }
  if (index(program.entry) < program.functions.size())
    out +=
        fmt::format("entry {}, init {}\n", program.function(program.entry).name, program.function(program.init).name);
  for (const auto& [pos, reason] : program.gaps) out += fmt::format("gap {}: {}\n", to_string(pos), reason);
  for (const Function& function : program.functions) out += fmt::format("\n{}", to_string(function, program));
  return out;
}

}  // namespace fencepost::core
