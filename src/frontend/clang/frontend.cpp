#include "frontend/clang/frontend.h"

#include <clang/Frontend/ASTUnit.h>
#include <fmt/format.h>

#include <algorithm>

#include "core/evaluation_order.h"
#include "core/points_to.h"
#include "frontend/clang/entry.h"
#include "frontend/clang/nested_sections.h"
#include "frontend/clang/separate_exclusives.h"
#include "frontend/clang/single_thread.h"
#include "frontend/clang/source_map.h"
#include "frontend/clang/thread_ends.h"
#include "frontend/clang/undefined_objects.h"

namespace fencepost::frontend {

namespace {

// A function without definition or model: a call of it is unsupported. It counts as library code, so that the position of the
// caller is reported.
void define_unknown(core::Function& function) {
  function.defined = true;
  function.library = true;
  core::Unsupported what{fmt::format("a call of `{}`, which has no definition here and no model", function.name)};
  function.body.push_back({std::move(what), function.pos, {}});
}

// The table of functions grows while we elaborate: work on a copy of the slot.
void define(ProgramContext& context, const clang::FunctionDecl* definition, core::FunctionId id) {
  core::Function function = std::move(context.program.functions[core::index(id)]);
  Elaborator(context, function, definition->getASTContext()).define(definition);
  context.program.functions[core::index(id)] = std::move(function);
}

// Elaborates all functions and objects that are reachable from the entry function.
void elaborate_pending(ProgramContext& context) {
  Linker& linker = context.linker;
  while (!linker.functions.empty() || !linker.globals.empty() || !linker.literals.empty()) {
    if (!linker.functions.empty()) {
      auto [definition, id] = linker.functions.front();
      linker.functions.pop_front();
      define(context, definition, id);
      continue;
    }
    core::Function init = std::move(context.program.functions[core::index(context.program.init)]);
    if (!linker.globals.empty()) {
      auto [definition, id] = linker.globals.front();
      linker.globals.pop_front();
      Elaborator(context, init, definition->getASTContext()).initialise_global(definition, id);
    } else {
      auto [literal, id, ast] = linker.literals.front();
      linker.literals.pop_front();
      Elaborator(context, init, *ast).initialise_literal(literal, id);
    }
    context.program.functions[core::index(context.program.init)] = std::move(init);
  }
}

// --plain relaxed. What a function keeps to itself stays plain: no other thread can tell, and compilers keep it in registers, while
// a relaxed access is there for the machine, which orders others by it.
class Relaxing {
 public:
  explicit Relaxing(const core::Function& function) : points_to_(function) {}

  void relax(core::Block& block) const {
    for (core::Stmt& stmt : block) {
      if (auto* load = std::get_if<core::Load>(&stmt.kind)) relax(*load, {load->ptr});
      if (auto* store = std::get_if<core::Store>(&stmt.kind); store != nullptr && !store->initialises)
        relax(*store, {store->ptr});
      if (auto* copy = std::get_if<core::Copy>(&stmt.kind)) relax(*copy, {copy->dst, copy->src});
      if (auto* fill = std::get_if<core::Fill>(&stmt.kind)) relax(*fill, {fill->ptr});
      if (auto* branch = std::get_if<core::If>(&stmt.kind)) relax(branch->then_block), relax(branch->else_block);
      if (auto* unseq = std::get_if<core::Unseq>(&stmt.kind))
        for (core::Block& strand : unseq->strands) relax(strand);
    }
  }

 private:
  template <typename Access>
  void relax(Access& access, std::initializer_list<core::ExprPtr> pointers) const {
    if (access.order != core::MemoryOrder::plain) return;
    if (std::ranges::all_of(pointers, [&](const auto& pointer) { return is_own(pointer); })) return;
    access.order = core::MemoryOrder::relaxed;
  }

  bool is_own(const core::ExprPtr& pointer) const {
    const core::AbstractObjects objects = points_to_.designated_by(pointer);
    return !objects.empty() && std::ranges::all_of(objects, [&](const core::AbstractObject& object) {
      return object.kind == core::AbstractObject::Kind::local && !points_to_.escapes(object);
    });
  }

  const core::PointsTo points_to_;
};

}  // namespace

Elaborated elaborate(const SourceOptions& options, Budget& budget) {
  Elaborated result;
  core::Program& program = result.program;
  program.pointer_bytes = options.data_model == DataModel::LP64 ? 8 : 4;
  program.uses_addresses = true;  // every pointer can be read byte by byte

  std::vector<ParsedUnit> units;
  for (const std::string& file : options.files) {
    budget.check();
    units.push_back(parse_file(file, options, result.warnings));
  }
  for (const std::string& file : options.stubs) {
    budget.check();
    units.push_back(parse_file(file, options, result.warnings));
    units.back().is_stub = true;
  }
  if (options.maps_source)
    for (const ParsedUnit& unit : units) result.source_map.add(mapped_source(unit));
  Library library(options);
  Linker linker(program, library);
  program.functions.resize(2);
  program.init = static_cast<core::FunctionId>(0);
  program.entry = static_cast<core::FunctionId>(1);
  core::Function& init = program.functions[0];
  init.name = "<init>";
  init.defined = true;
  init.signature = "void()";

  for (const ParsedUnit& unit : units) {
    if (!unit.linkage_conflict.valid()) continue;
    core::Function& entry = program.functions[1];
    entry.name = "<entry>";
    entry.defined = true;
    entry.body.push_back({core::Check{core::Undef::linkage, core::truth(false), ""}, unit.linkage_conflict, {}});
    entry.body.push_back({core::Return{}, unit.linkage_conflict, {}});
    init.body.push_back({core::Return{}, unit.linkage_conflict, {}});
    return result;
  }
  for (const ParsedUnit& unit : units) {
    linker.add(unit);
    if (unit.ast->getASTContext().Idents.get("FENCEPOST_LINUX_H").hadMacroDefinition()) result.is_kernel_code = true;
  }
  linker.add_library();

  ProgramContext context{options, program, linker};
  for (const ParsedUnit& unit : units) find_unknown_extensions(unit, context.unknown_extensions);
  for (const ParsedUnit& unit : units)
    if (!unit.parallel.empty()) context.parallel.emplace(&unit.ast->getASTContext(), &unit.parallel);
  context.has_threads = !context.parallel.empty() || linker.may_start_threads();
  define_destructors(context);
  Entry entry = find_entry(options, linker, result.warnings);
  define_entry(entry, context, program.entry);
  // What a witness adds is there whether its text mentions it or not: Core may (driver/witness/weaken.cpp).
  if (!options.insertions.empty())
    for (const std::string name : {"__fencepost_w_all", "__fencepost_w_run", "__fencepost_w_run_int"})
      if (const clang::FunctionDecl* added = linker.added_function(name);
          added && (context.has_threads || name == "__fencepost_w_all"))
        linker.function(added);
  elaborate_pending(context);
  for (const auto& [what, where] : context.not_followed)
    result.warnings.push_back(
        {Severity::warning, where, fmt::format("{} is not followed in a program with threads", what), ""});
  const std::vector<const clang::FunctionDecl*> bodies = linker.defined_functions();  // static ones, too
  auto has_body = [&](const std::string& name) {
    return std::ranges::any_of(bodies, [&](const auto* function) { return function->getNameAsString() == name; });
  };
  for (const std::string& name : options.havoc)
    if (!linker.is_mentioned(name) && !has_body(name))
      result.warnings.push_back({Severity::warning, {}, fmt::format("--havoc: nothing here is called {}", name), ""});
  result.undefined = std::move(context.undefined_calls);
  for (const Linker::Undefined& undefined : linker.undefined)
    if (options.havoc.contains(undefined.decl->getNameAsString()))
      define(context, undefined.decl, undefined.id);
    else
      define_unknown(program.functions[core::index(undefined.id)]);
  std::vector<OpaqueObject> opaque = give_contents(context, result.warnings);
  core::Function& filled = program.functions[0];
  filled.body.push_back({core::Return{}, {}, {}});
  bool has_others = std::ranges::any_of(
      context.literals, [](const auto& literal) { return literal.second.unit > 1 || !literal.second.is_string; });
  if (context.observes_literal_addresses || has_others) share_literals(context.literals, program);
  if (options.plain_is_relaxed)
    for (core::Function& function : program.functions) {
      if (function.library) continue;
      Relaxing(function).relax(function.body);
      if (!context.weak_order) context.weak_order = {function.pos, "all accesses are relaxed"};
    }
  join_separate_exclusives(program);
  show_sleepers(program);
  call_destructors(program);
  drop_thread_statements(program);
  join_nested_sections(program);
  if (options.all_eval_orders) core::decide_evaluation_orders(program, options.orders_as_threads_see);
  opaque.insert(opaque.end(), context.opaque_objects.begin(), context.opaque_objects.end());
  guard(opaque, program);
  result.weak_order = context.weak_order;
  result.places = std::move(context.places);
  for (const auto& [of, left] : context.other_uses)
    if (!left.empty()) context.sites[of.first].is_usable = false;
  result.sites = std::move(context.sites);
  return result;
}

}  // namespace fencepost::frontend
