#include "frontend/clang/assembly.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Basic/TargetInfo.h>
#include <fmt/format.h>

#include <algorithm>

namespace fencepost::frontend {

using core::ExprOp;

namespace {

using Kind = AsmStep::Kind;
using ConstraintInfo = clang::TargetInfo::ConstraintInfo;

// As it is written, on one line.
std::string shown(llvm::StringRef text) {
  constexpr size_t kLongest = 160;
  std::string out;
  for (char c : text.trim()) {
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else
      out += c;
  }
  if (out.size() > kLongest) out.replace(kLongest - 3, std::string::npos, "...");
  return out;
}

// LLVM's form of what Clang hands out: `$$` is a dollar, `$(a$|b$)` alternatives for dialects, of which the first is AT&T's.
void add_plain(std::string& out, const std::string& text, bool& skips) {
  for (size_t i = 0; i < text.size(); ++i) {
    const char next = text[i] == '$' && i + 1 < text.size() ? text[i + 1] : '\0';
    const bool is_number = next == '{';  // ${:uid}: a number of the statement's own
    if (next == '\0') {
      if (!skips) out += text[i];
      continue;
    }
    ++i;
    if (next == '$' && !skips) out += '$';
    if (next == '|') skips = true;
    if (next == ')') skips = false;
    if (!is_number) continue;
    i = std::min(text.find('}', i), text.size());
    if (!skips) out += "own";
  }
}

// Names of another machine's registers are labels to this one.
bool has_all_operands(const AsmStep& step, Target target) {
  if (step.kind == Kind::nothing || step.kind == Kind::fence) return true;
  return std::ranges::all_of(std::initializer_list<const AsmPlace*>{&step.from, &step.other, &step.memory, &step.to,
                                                                    &step.from_high, &step.other_high, &step.to_high},
                             [&](const AsmPlace* place) {
                               if (place->kind == AsmPlace::Kind::reg)
                                 return asm_register(place->name, target).has_value();
                               if (!place->base_name.empty()) return asm_register(place->base_name, target).has_value();
                               return place->kind != AsmPlace::Kind::label || step.kind == Kind::jump;
                             });
}

// The first other machine that has all of the text, if it is written without operands.
std::string machines_of(llvm::StringRef text, AsmShape shape) {
  for (size_t i = 0; i < std::size(kTargets); ++i) {
    if (static_cast<Target>(i) == shape.target) continue;
    AsmShape other = shape;
    other.target = static_cast<Target>(i);
    std::optional<std::vector<AsmLine>> lines = parse_assembly(text.str(), other.target);
    const bool has_all = lines && lines->size() > 1 && std::ranges::all_of(*lines, [&](const AsmLine& line) {
                           if (line.mnemonic.starts_with('.')) return false;  // data, not instructions
                           const std::optional<AsmStep> step = step_of(line, other);
                           return line.mnemonic.empty() || (step && has_all_operands(*step, other.target));
                         });
    if (has_all) return std::string(kTargets[i]);
  }
  return "";
}

// x86: letters that stand for one register.
std::optional<std::string> register_for(char constraint, Target target) {
  static const std::map<char, std::string> kX86 = {{'a', "rax"}, {'b', "rbx"}, {'c', "rcx"},
                                                   {'d', "rdx"}, {'S', "rsi"}, {'D', "rdi"}};
  auto found = kX86.find(constraint);
  return target == Target::x86_64 && found != kX86.end() ? std::optional(found->second) : std::nullopt;
}

}  // namespace

Assembly::Assembly(Elaborator& in, const clang::GCCAsmStmt* stmt) : in_(in), build_(in.build_), stmt_(stmt) {
  const SourceOptions& options = in.program_.options;
  shape_.target = options.target;
  shape_.is_models_machine = options.is_models_machine;
  const bool is_volatile = stmt->isVolatile() || stmt->getNumOutputs() == 0;
  for (unsigned i = 0; i < stmt->getNumClobbers(); ++i)
    if (stmt->getClobber(i) == "memory") shape_.orders_compiler = is_volatile;
}

std::string Assembly::template_text() const {
  llvm::SmallVector<clang::GCCAsmStmt::AsmStringPiece, 8> pieces;
  unsigned offset = 0;
  if (stmt_->AnalyzeAsmString(pieces, in_.context_, offset) != 0) throw NotUnderstood{};
  std::string text;
  bool skips = false;
  for (const auto& piece : pieces) {
    if (piece.isString())
      add_plain(text, piece.getString(), skips);
    else if (!skips)
      text += placeholder(piece.getOperandNo(), piece.getModifier());
  }
  return text;
}

std::string Assembly::register_of(const clang::Expr* expr, llvm::StringRef constraint, unsigned number) const {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  const auto* label = variable ? variable->getAttr<clang::AsmLabelAttr>() : nullptr;
  if (label != nullptr && variable->getStorageClass() == clang::SC_Register) {
    std::optional<AsmRegister> reg = asm_register(label->getLabel().lower(), shape_.target);
    if (!reg) throw NotUnderstood{fmt::format("the register {}", label->getLabel().str())};
    return reg->name;
  }
  for (char c : constraint)
    if (std::optional<std::string> name = register_for(c, shape_.target)) return *name;
  return fmt::format("%{}", number);
}

Assembly::Operand Assembly::output(unsigned i, const ConstraintInfo& info) {
  const clang::Expr* expr = stmt_->getOutputExpr(i);
  Operand made;
  made.type = expr->getType();
  made.is_output = true;
  made.text = in_.text_of(expr);
  llvm::StringRef constraint = stmt_->getOutputConstraint(i);
  made.is_memory = info.allowsMemory() && !info.allowsRegister();
  made.lvalue = in_.lvalue(expr);
  made.lvalue.ptr = build_.bind(made.lvalue.ptr);
  made.has_own_register = constraint.contains('&') || info.isReadWrite();
  made.is_named = is_named_object(expr);
  if (made.is_memory) return made;
  if (!in_.is_scalar(made.type)) throw NotUnderstood{fmt::format("the type of {}", made.text)};
  if (constraint.consume_front("=@cc")) {
    made.flag = constraint.str();
    return made;
  }
  made.reg = register_of(expr, constraint, i);
  if (info.isReadWrite()) initial_[made.reg] = in_.use(in_.load(made.lvalue), "operand");
  return made;
}

void Assembly::input(unsigned i, const std::vector<ConstraintInfo>& outputs) {
  const clang::Expr* expr = stmt_->getInputExpr(i);
  ConstraintInfo info(stmt_->getInputConstraint(i), stmt_->getInputName(i));
  std::vector<ConstraintInfo> others = outputs;
  in_.context_.getTargetInfo().validateInputConstraint(others, info);
  Operand made;
  made.type = expr->getType();
  made.text = in_.text_of(expr);
  made.is_memory = expr->isGLValue() && info.allowsMemory();
  made.is_named = is_named_object(expr);
  made.has_own_register = info.hasTiedOperand() || is_in_text(expr, stmt_->getInputConstraint(i));
  // Whoever shares the register of both has the value that this one has.
  if (info.hasTiedOperand()) operands_.at(info.getTiedOperand()).has_own_register = true;
  if (made.is_memory) {
    made.lvalue = in_.lvalue(expr);
    made.lvalue.ptr = build_.bind(made.lvalue.ptr);
  } else if (!in_.is_scalar(made.type)) {
    in_.effect(expr);  // who reads it is not understood
  } else {
    made.reg = info.hasTiedOperand() ? operands_.at(info.getTiedOperand()).reg
                                     : register_of(expr, stmt_->getInputConstraint(i), stmt_->getNumOutputs() + i);
    initial_[made.reg] = build_.bind(in_.use(in_.rvalue(expr), "operand"));
  }
  operands_.push_back(std::move(made));
}

void Assembly::read_operands() {
  std::vector<ConstraintInfo> outputs;
  for (unsigned i = 0; i < stmt_->getNumOutputs(); ++i) {
    ConstraintInfo info(stmt_->getOutputConstraint(i), stmt_->getOutputName(i));
    in_.context_.getTargetInfo().validateOutputConstraint(info);
    operands_.push_back(output(i, info));
    outputs.push_back(std::move(info));
  }
  for (unsigned i = 0; i < stmt_->getNumInputs(); ++i) input(i, outputs);
  for (const Operand& operand : operands_) {
    shape_.bytes.push_back(operand.type->isIncompleteType() ? 0 : static_cast<unsigned>(in_.size_of(operand.type)));
    shape_.is_memory.push_back(operand.is_memory);
    if (!operand.reg.empty()) register_types_.try_emplace(operand.reg, operand.type);
  }
  // On a machine registers are longer than most values. RISC-V keeps 32 bits with their sign.
  for (auto& [name, value] : initial_) {
    if (value->type.kind == core::TypeKind::pointer) continue;
    if (value->type.kind == core::TypeKind::floating) {
      if (value->type.bits != 8U * value->type.bytes) throw NotUnderstood{"a floating number of this type"};
      value = core::make(ExprOp::float_to_bits, core::int_type(value->type.bits, false), {value});
    }
    if (value->type.bits > 64) throw NotUnderstood{"an operand of more than 64 bits"};
    value = widened(value, value->type.is_signed || (shape_.target == Target::riscv64 && value->type.bits == 32));
  }
}

std::optional<size_t> Assembly::find_label(const std::string& label, size_t from) const {
  const bool is_local = label.size() > 1 && std::isdigit(static_cast<unsigned char>(label[0])) != 0 &&
                        (label.back() == 'b' || label.back() == 'f');
  const std::string name = is_local ? label.substr(0, label.size() - 1) : label;
  std::optional<size_t> found;
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (std::ranges::find(lines_[i].text.labels, name) == lines_[i].text.labels.end()) continue;
    if (!is_local) return i;
    if (label.back() == 'b' && i <= from) found = i;
    if (label.back() == 'f' && i > from && !found) found = i;
  }
  return found;
}

void Assembly::read_lines() {
  std::optional<std::vector<AsmLine>> lines = parse_assembly(template_text(), shape_.target);
  if (!lines) throw NotUnderstood{};
  for (AsmLine& text : *lines) {
    Line line;
    if (!text.mnemonic.empty()) {
      std::optional<AsmStep> step = step_of(text, shape_);
      if (!step) throw NotUnderstood{lines->size() > 2 ? fmt::format("`{}` in it", text.mnemonic) : ""};
      line.step = std::move(*step);
    }
    line.text = std::move(text);
    lines_.push_back(std::move(line));
  }
  const unsigned first_label = stmt_->getNumOutputs() + stmt_->getNumPlusOperands() + stmt_->getNumInputs();
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].step.kind != Kind::jump) continue;
    const std::string& label = lines_[i].step.label;
    if (label.starts_with(kOperandBegins)) {
      const auto operand = static_cast<unsigned>(std::stoul(label.substr(2)));
      if (operand < first_label || operand - first_label >= stmt_->getNumLabels()) throw NotUnderstood{"a jump"};
      lines_[i].goto_label = operand - first_label;
    } else {
      lines_[i].target = find_label(label, i);
      if (!lines_[i].target) throw NotUnderstood{"a jump"};
    }
  }
  find_exclusives();
  check_registers_apart();
}

// A load-exclusive whose store is not found is a load.
void Assembly::find_exclusives() {
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].step.kind != Kind::load_exclusive) continue;
    for (size_t j = i + 1; j < lines_.size(); ++j) {
      const AsmStep& step = lines_[j].step;
      if (step.kind == Kind::store_exclusive && step.memory == lines_[i].step.memory &&
          step.bytes == lines_[i].step.bytes) {
        lines_[i].stores = j;
        lines_[j].loads = i;
        find_retry(j);
        break;
      }
      const bool computes = step.kind == Kind::nothing || step.kind == Kind::compute || step.kind == Kind::compare ||
                            step.kind == Kind::set || step.kind == Kind::jump || step.kind == Kind::move;
      if (!computes || is_memory(step.to) || is_memory(step.from)) break;
    }
  }
  // Of a load that is not kept, no other statement knows.
  const bool has_pair = std::ranges::any_of(lines_, [](const Line& line) { return line.stores.has_value(); });
  for (Line& line : lines_) {
    if (has_pair && line.step.kind == Kind::store_exclusive && !line.loads)
      throw NotUnderstood{"a store-exclusive without its load"};
    if (line.step.kind != Kind::jump || !line.target) continue;
    // Nobody jumps between the two, and no jump from there leads there.
    for (const Line& load : lines_)
      if (load.stores && *line.target > static_cast<size_t>(&load - lines_.data()) && *line.target <= *load.stores)
        throw NotUnderstood{"a jump between exclusives"};
  }
}

void Assembly::find_retry(size_t store) {
  size_t next = store + 1;
  while (next < lines_.size() && lines_[next].step.kind == Kind::nothing && lines_[next].text.labels.empty() &&
         !lines_[next].text.mnemonic.empty())
    ++next;
  if (next >= lines_.size() || !lines_[next].text.labels.empty()) return;
  const AsmStep &jump = lines_[next].step, &step = lines_[store].step;
  if (jump.kind != Kind::jump || jump.joined != 0) return;
  const std::optional<size_t> target = find_label(jump.label, next);
  if (!target || *target > *lines_[store].loads) return;
  const bool by_flags = step.sets_flags && jump.condition == 'E';
  const bool by_status = step.has_to && jump.condition == 'n' && jump.from == step.to;
  if (by_flags || by_status) lines_[store].retry = next;
}

// What a register that nobody wrote holds is not specified.
void Assembly::write_outputs() {
  for (const Operand& operand : operands_) {
    if (!operand.is_output || operand.is_memory) continue;
    core::Type type = in_.type_of(operand.type);
    ExprPtr value;
    if (!operand.flag.empty()) {
      std::optional<AsmStep> step = flag_step(operand.flag, shape_);
      if (!step) throw NotUnderstood{fmt::format("the flag {}", operand.flag)};
      value = core::make(ExprOp::bool_to_int, type, {bound(holds(*step))});
    } else {
      value = get(operand.reg);
      if (type.kind == core::TypeKind::floating)
        value = core::make(ExprOp::bits_to_float, type, {bound(number(value, type.bytes))});
      else
        value = as(value, type);
    }
    in_.store(operand.lvalue, {bound(value), std::nullopt, nullptr}, false);
  }
}

std::string Assembly::reason(const std::string& why) const {
  std::string text = fmt::format("inline assembly `{}`", shown(stmt_->getAsmString()->getString()));
  if (!why.empty()) text += fmt::format(": {}", why);
  const std::string others = machines_of(stmt_->getAsmString()->getString(), shape_);
  if (!others.empty()) text += fmt::format(" (--target {} has it)", others);
  return text;
}

void Assembly::emit() {
  const SourcePos pos = build_.pos();
  std::string why;
  core::Block operands = build_.capture([&] {
    try {
      read_operands();
      read_lines();
      in_.end_full_expression();
    } catch (const NotUnderstood& found) {
      why = found.why.empty() ? " " : found.why;
    }
  });
  while (why.empty()) {
    build_.at(pos);
    bool is_done = true;
    core::Block body = build_.capture([&] {
      try {
        walk();
      } catch (const TryAgain&) {
        is_done = false;
      } catch (const NotUnderstood& found) {
        why = found.why.empty() ? " " : found.why;
      }
    });
    if (!is_done || !why.empty()) continue;
    build_.append(std::move(operands));
    build_.append(std::move(body));
    return;
  }
  build_.at(pos);
  in_.unsupported(stmt_, reason(why == " " ? "" : why));
}

void Elaborator::assembly(const clang::GCCAsmStmt* stmt) {
  whole([&] {
    at(stmt);
    Assembly(*this, stmt).emit();
  });
}

}  // namespace fencepost::frontend
