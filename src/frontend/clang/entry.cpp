#include "frontend/clang/entry.h"

#include <clang/AST/Attr.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "frontend/clang/command_line.h"
#include "frontend/clang/compatible.h"

namespace fencepost::frontend {

using core::ExprPtr;

namespace {

SourcePos option_pos() { return source_pos("--entry", 0); }

std::vector<core::SignedBits> parse_numbers(std::string_view text) {
  std::vector<core::SignedBits> numbers;
  while (!text.empty()) {
    size_t comma = text.find(',');
    std::string_view item = text.substr(0, comma);
    while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
    while (!item.empty() && item.back() == ' ') item.remove_suffix(1);
    long long value = 0;
    auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), value);
    if (error != std::errc{} || end != item.data() + item.size())
      throw InputError(option_pos(), fmt::format("`{}` is not a decimal integer", item), "write --entry 'f(5, -3)'");
    numbers.push_back(value);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return numbers;
}

}  // namespace

Entry find_entry(const SourceOptions& options, const Linker& linker, std::vector<Diagnostic>& warnings) {
  Entry entry;
  std::string name = options.entry.empty() ? "main" : options.entry;
  if (size_t open = name.find('('); open != std::string::npos) {
    if (name.back() != ')')
      throw InputError(option_pos(), "the closing parenthesis is missing", "write --entry 'f(5, -3)'");
    entry.arguments = parse_numbers(std::string_view(name).substr(open + 1, name.size() - open - 2));
    name = name.substr(0, open);
  }
  entry.function = linker.find_function(name);
  if (!entry.function && options.entry.empty() && linker.defined_functions().size() == 1) {
    entry.function = linker.defined_functions().front();
    warnings.push_back(
        {Severity::warning, position(entry.function),
         fmt::format("there is no main; `{}` is checked with arbitrary arguments", entry.function->getNameAsString()),
         "name the function with --entry"});
  }
  if (!entry.function) {
    std::string known;
    for (const clang::FunctionDecl* function : linker.defined_functions())
      if (known.size() < 60) known += (known.empty() ? "" : ", ") + function->getNameAsString();
    throw InputError(source_pos(options.files.empty() ? "" : options.files.front(), 0),
                     fmt::format("no function `{}` is defined", name),
                     known.empty() ? "the program defines no function" : "choose one with --entry: " + known);
  }
  if (options.havoc.contains(entry.function->getNameAsString()))
    throw InputError(source_pos("--havoc", 0), fmt::format("`{}` is where the program starts", name), "");
  if (entry.arguments && entry.arguments->size() != entry.function->getNumParams())
    throw InputError(option_pos(),
                     fmt::format("`{}` takes {} argument(s), {} given", name, entry.function->getNumParams(),
                                 entry.arguments->size()),
                     "");
  return entry;
}

bool ends_by_model(const ProgramContext& program) {
  const Linker& linker = program.linker;
  if (linker.uses("atexit") || linker.uses("at_quick_exit") || program.destructors) return true;
  return program.options.checks.has(core::Undef::exit_twice) && linker.may_start_threads() &&
         (linker.uses("exit") || linker.uses("quick_exit"));
}

namespace {

// Those with such an attribute: by priority, then in the order of the definitions, as the loader of ELF files calls constructors.
template <class Attribute>
std::vector<const clang::FunctionDecl*> by_priority(const Linker& linker) {
  auto attribute = [](const clang::FunctionDecl* function) {
    return function->getMostRecentDecl()->getAttr<Attribute>();
  };
  std::vector<const clang::FunctionDecl*> found;
  for (const clang::FunctionDecl* function : linker.defined_functions())
    if (attribute(function)) found.push_back(function);
  std::ranges::stable_sort(
      found, [&](const auto* a, const auto* b) { return attribute(a)->getPriority() < attribute(b)->getPriority(); });
  return found;
}

void call_each(const std::vector<const clang::FunctionDecl*>& functions, ProgramContext& context, Builder& build) {
  const core::Type pointer = core::pointer_type(context.program.pointer_bytes);
  for (const clang::FunctionDecl* function : functions) {
    build.at(position(function));
    core::Call call{std::nullopt, core::function_expr(context.linker.function(function), pointer), {}};
    if (!function->getReturnType()->isVoidType()) {
      build.emit(core::Unsupported{
          fmt::format("`{}`, a constructor or destructor with a result", function->getNameAsString())});
      continue;
    }
    build.emit(std::move(call), function->getNameAsString());
  }
}

}  // namespace

void define_destructors(ProgramContext& context) {
  std::vector<const clang::FunctionDecl*> all = by_priority<clang::DestructorAttr>(context.linker);
  if (all.empty()) return;
  std::ranges::reverse(all);
  context.destructors = static_cast<core::FunctionId>(context.program.functions.size());
  context.program.functions.emplace_back();
  core::Function function;
  function.name = "<destructors>";
  function.defined = true;
  function.signature = "void()";
  Builder build(function);
  call_each(all, context, build);
  build.emit(core::Return{});
  context.program.functions[core::index(*context.destructors)] = std::move(function);
}

void define_entry(const Entry& entry, ProgramContext& context, core::FunctionId id) {
  core::FunctionId callee = context.linker.function(entry.function);
  core::Function function;  // the table of functions grows while we elaborate
  function.name = "<entry>";
  function.defined = true;
  function.signature = "int()";
  const clang::ASTContext& ast = entry.function->getASTContext();
  Elaborator elaborator(context, function, ast);
  Builder& build = elaborator.builder();
  build.at(position(entry.function));
  for (const UnknownExtension& unknown : context.unknown_extensions.everywhere) {
    build.at(unknown.pos);
    build.emit(core::Unsupported{unknown.what});
  }
  build.at(position(entry.function));
  context.program.main_file = position(entry.function).file;
  core::Type pointer = elaborator.pointer();
  call_each(by_priority<clang::ConstructorAttr>(context.linker), context, build);
  build.at(position(entry.function));
  core::Call call;
  call.callee = core::function_expr(callee, pointer);
  clang::QualType result = entry.function->getReturnType();
  if (result->isRecordType()) {
    core::Reg reg = build.fresh(pointer, "result");
    ExprPtr bytes = core::constant(elaborator.size_of(result), elaborator.size_type());
    build.emit(core::Alloc{reg, bytes, 16, core::Storage::static_, false, false, "result"});
    call.args.push_back(core::reg_expr(reg, pointer));
  }
  bool is_main = entry.function->getNameAsString() == "main" && !entry.arguments;
  if (is_main)
    for (ExprPtr& argument : CommandLine(elaborator, context).arguments(entry.function))
      call.args.push_back(std::move(argument));
  if (!is_main && !entry.arguments)
    for (ExprPtr& argument : elaborator.arbitrary_arguments(entry.function)) call.args.push_back(std::move(argument));
  for (unsigned i = 0; i < entry.function->getNumParams() && entry.arguments; ++i) {
    const clang::ParmVarDecl* param = entry.function->getParamDecl(i);
    clang::QualType type = param->getType();
    std::string name = param->getNameAsString().empty() ? fmt::format("argument {}", i + 1) : param->getNameAsString();
    core::Type t = elaborator.type_of(passed_type(entry.function, i));
    if (!type->isIntegerType() && !type->isRealFloatingType())
      throw InputError(position(entry.function), fmt::format("argument `{}` is no number", name),
                       "use --entry without arguments");
    ExprPtr value = core::constant(static_cast<core::Bits>((*entry.arguments)[i]), core::int_type(64, true));
    call.args.push_back(build.bind(core::make(
        t.kind == core::TypeKind::floating ? core::ExprOp::int_to_float : core::ExprOp::int_cast, t, {value})));
  }
  if (entry.function->isVariadic()) call.args.push_back(core::constant(0, pointer));  // none follow
  if (elaborator.is_scalar(result)) {
    function.result = elaborator.type_of(result);
    call.reg = build.fresh(*function.result);
  }
  std::optional<core::Reg> reg = call.reg;
  build.emit(std::move(call), entry.function->getNameAsString());
  // Returning from main is to call exit (C11 5.1.2.2.3p1).
  if (entry.function->getNameAsString() == "main" && ends_by_model(context)) {
    const clang::FunctionDecl* leave = context.linker.library_function("__fencepost_leave");
    build.emit(core::Call{std::nullopt, core::function_expr(context.linker.function(leave), pointer), {}}, "exit");
    if (context.destructors)
      build.emit(core::Call{std::nullopt, core::function_expr(*context.destructors, pointer), {}}, "exit");
  }
  build.emit(core::Return{reg ? core::reg_expr(*reg, *function.result) : nullptr});
  context.program.functions[core::index(id)] = std::move(function);
}

}  // namespace fencepost::frontend
