#include "frontend/clang/command_line.h"

#include <fmt/format.h>

namespace fencepost::frontend {

using core::ExprOp;
using core::ExprPtr;

namespace {

constexpr unsigned kStrings = 3;      // strings that are modelled, the program's name included
constexpr unsigned kCharacters = 24;  // of each

ExprPtr compared(ExprOp op, const ExprPtr& a, const ExprPtr& b) { return core::make(op, core::boolean_type(), {a, b}); }

const core::Type kByte = core::int_type(8, false);

}  // namespace

std::vector<ExprPtr> CommandLine::arguments(const clang::FunctionDecl* main) {
  std::vector<ExprPtr> passed;
  const SourceOptions& options = context_.options;
  auto is_used = [&](unsigned i) { return i < main->getNumParams() && main->getParamDecl(i)->isReferenced(); };
  std::optional<Words> words;
  if (options.arguments) {
    words = Words{"program"};
    words->insert(words->end(), options.arguments->begin(), options.arguments->end());
  }
  ExprPtr count;
  for (unsigned i = 0; i < main->getNumParams(); ++i) {
    core::Type type = elaborator_.type_of(main->getParamDecl(i)->getType());
    std::string name = main->getParamDecl(i)->getNameAsString();
    bool is_needed = is_used(i) || (i == 0 && is_used(1));
    if (i == 0)
      count = words ? core::constant(words->size(), type) : is_needed ? number(type) : core::constant(1, type);
    if (i == 0)
      passed.push_back(count);
    else if (!is_needed)
      passed.push_back(core::constant(0, type));  // nobody looks at it
    else if (i == 1)
      passed.push_back(words ? given_strings(*words) : arbitrary_strings(count));
    else
      passed.push_back(environment(name));
  }
  return passed;
}

ExprPtr CommandLine::number(core::Type type) const {
  Builder& build = elaborator_.builder();
  core::Reg reg = build.fresh(type, "argc");
  build.emit(core::Choose{reg, type}, "argc");
  ExprPtr count = core::reg_expr(reg, type);
  build.emit(core::Assume{build.bind(core::log_not(compared(ExprOp::lt, count, core::constant(0, type))))});
  return count;
}

ExprPtr CommandLine::arbitrary_strings(const ExprPtr& count) {
  Builder& build = elaborator_.builder();
  core::Type pointer = elaborator_.pointer(), number_type = count->type;
  ExprPtr many = open_object(kStrings * pointer.bytes, pointer.bytes, "argv",
                             fmt::format("more than {} command-line arguments (--args gives them)", kStrings - 1));
  core::Reg list = build.fresh(pointer, "argv");
  core::Block few = build.capture([&] {
    ExprPtr wide = core::make(ExprOp::int_cast, elaborator_.size_type(), {count});
    ExprPtr places = core::make(ExprOp::add, elaborator_.size_type(), {wide, size(1)});
    ExprPtr bytes = core::make(ExprOp::mul, elaborator_.size_type(), {places, size(pointer.bytes)});
    build.emit(core::Let{list, object(build.bind(bytes), pointer.bytes, "argv")});
  });
  core::Block more = build.capture([&] { build.emit(core::Let{list, many}); });
  ExprPtr is_few = build.bind(compared(ExprOp::le, count, core::constant(kStrings, number_type)));
  build.emit(core::If{is_few, std::move(few), std::move(more)});
  ExprPtr strings = core::reg_expr(list, pointer);
  for (unsigned i = 0; i < kStrings; ++i) {
    core::Block one = build.capture([&] {
      ExprPtr text = arbitrary_string(i);
      build.emit(core::Store{part(strings, i * pointer.bytes), text, pointer});
    });
    ExprPtr is_there = build.bind(compared(ExprOp::lt, core::constant(i, number_type), count));
    build.emit(core::If{is_there, std::move(one), {}});
  }
  return strings;
}

// The first null character ends the string and its object. Without one, the object is longer than its known
// characters.
ExprPtr CommandLine::arbitrary_string(unsigned index) {
  Builder& build = elaborator_.builder();
  core::Type pointer = elaborator_.pointer();
  std::string name = fmt::format("argv[{}]", index);
  ExprPtr longer =
      open_object(kCharacters, 1, "*" + name,
                  fmt::format("a command-line argument of {} characters or more (--args gives them)", kCharacters));
  std::vector<ExprPtr> characters;
  ExprPtr bytes = size(0);  // 0: no end in sight
  for (unsigned i = 0; i < kCharacters; ++i) {
    core::Reg reg = build.fresh(kByte);
    build.emit(core::Choose{reg, kByte}, fmt::format("{}[{}]", name, i));
    characters.push_back(core::reg_expr(reg, kByte));
    build.emit(core::Store{part(longer, i), characters.back(), kByte});
  }
  for (unsigned i = kCharacters; i-- > 0;) {
    ExprPtr ends = compared(ExprOp::eq, characters[i], core::constant(0, kByte));
    bytes = core::make(ExprOp::select, elaborator_.size_type(), {ends, size(i + 1), bytes});
  }
  bytes = build.bind(bytes);
  core::Reg text = build.fresh(pointer, name);
  core::Block shorter = build.capture([&] {
    ExprPtr exact = object(bytes, 1, "*" + name);
    for (unsigned i = 0; i < kCharacters; ++i) {
      core::Block store = build.capture([&] { build.emit(core::Store{part(exact, i), characters[i], kByte}); });
      build.emit(core::If{build.bind(compared(ExprOp::lt, size(i), bytes)), std::move(store), {}});
    }
    build.emit(core::Let{text, exact});
  });
  core::Block open = build.capture([&] { build.emit(core::Let{text, longer}); });
  build.emit(core::If{build.bind(compared(ExprOp::ne, bytes, size(0))), std::move(shorter), std::move(open)});
  return core::reg_expr(text, pointer);
}

ExprPtr CommandLine::given_strings(const Words& words) {
  Builder& build = elaborator_.builder();
  core::Type pointer = elaborator_.pointer();
  ExprPtr list = object(size((words.size() + 1) * pointer.bytes), pointer.bytes, "argv");
  for (size_t i = 0; i < words.size(); ++i) {
    ExprPtr text = object(size(words[i].size() + 1), 1, fmt::format("*argv[{}]", i));
    for (size_t at = 0; at < words[i].size(); ++at)
      build.emit(core::Store{part(text, at), core::constant(static_cast<unsigned char>(words[i][at]), kByte), kByte});
    build.emit(core::Store{part(list, i * pointer.bytes), text, pointer});
  }
  return list;
}

// Not of ISO C (J.5.1): nothing is known about what a third parameter points to.
ExprPtr CommandLine::environment(const std::string& name) {
  core::GlobalId id{static_cast<uint32_t>(context_.program.globals.size())};
  core::Global global;
  global.name = name;
  global.bytes = 1;
  global.align = elaborator_.pointer().bytes;
  global.known = core::Known::address;
  context_.program.globals.push_back(std::move(global));
  context_.opaque_objects.push_back(
      {id, OpaqueObject::Known::nothing, fmt::format("the environment behind `{}`", name)});
  return core::global_expr(id, elaborator_.pointer());
}

ExprPtr CommandLine::object(const ExprPtr& bytes, unsigned align, const std::string& name) {
  Builder& build = elaborator_.builder();
  core::Reg reg = build.fresh(elaborator_.pointer(), name);
  build.emit(core::Alloc{reg, bytes, align, core::Storage::static_, true, false, name});
  return core::reg_expr(reg, elaborator_.pointer());
}

ExprPtr CommandLine::open_object(uint64_t bytes, unsigned align, std::string name, std::string why) {
  core::GlobalId id{static_cast<uint32_t>(context_.program.globals.size())};
  core::Global global;
  global.name = std::move(name);
  global.bytes = bytes;
  global.align = align;
  global.known = core::Known::address;
  context_.program.globals.push_back(std::move(global));
  context_.opaque_objects.push_back({id, OpaqueObject::Known::beginning, std::move(why)});
  return core::global_expr(id, elaborator_.pointer());
}

ExprPtr CommandLine::part(const ExprPtr& base, uint64_t offset) const {
  if (offset == 0) return base;
  ExprPtr bytes = core::constant(offset, elaborator_.offset_type());
  return elaborator_.builder().bind(core::make(ExprOp::ptr_add, elaborator_.pointer(), {base, bytes}));
}

}  // namespace fencepost::frontend
