#include "memory/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/diagnostic.h"
#include "memory/cat/evaluator.h"
#include "memory/cat/parser.h"
#include "memory/cat/suggest.h"

namespace fencepost::memory {

namespace {

constexpr size_t kMaxFileBytes = 16 << 20;
constexpr std::string_view kBuiltinPrefix = "<built-in>/";

const EmbeddedFile* find_embedded(std::string_view name) {
  for (const EmbeddedFile& f : embedded_models())
    if (f.name == name) return &f;
  return nullptr;
}

std::string read_file(const InputFiles& inputs, const std::string& path, const SourcePos& pos = {}) {
  std::string text = inputs.read(path, pos);
  if (text.size() > kMaxFileBytes) throw InputError(source_pos(path, 0), "the file is larger than 16 MB");
  return text;
}

cat::SourceText included(const InputFiles& inputs, const std::string& name, const std::string& from,
                         const SourcePos& pos) {
  if (!from.starts_with(kBuiltinPrefix)) {
    const std::string beside = (std::filesystem::path(from).parent_path() / name).string();
    std::error_code error;
    if (!inputs.is_inside(beside) || std::filesystem::exists(beside, error))
      return {beside, read_file(inputs, beside, pos)};
  }
  for (const std::string& candidate : {"lib/" + name, name})
    if (const EmbeddedFile* f = find_embedded(candidate))
      return {std::string(kBuiltinPrefix) + candidate, std::string(f->text)};
  std::vector<std::string> known;
  for (const EmbeddedFile& f : embedded_models()) known.push_back(std::filesystem::path(f.name).filename().string());
  const std::string near = cat::closest(name, known);
  throw MissingFile(
      pos, fmt::format("cannot find the included file '{}'", name),
      near.empty() ? "it must lie beside the file that includes it" : fmt::format("did you mean '{}'?", near));
}

// Finds type errors, which show only when an expression is evaluated, by judging a small graph with an event of each
// common kind.
void try_out(const cat::Program& program) {
  std::vector<Event> events = {{kInitThread, 0, 0, "init"}, {0, 1, 0, "w"}, {0, 2, 0, "r"}, {1, 1, 0, "w"}};
  ExecutionGraph graph(events);
  for (EventId e : {0, 1, 3}) graph.set("W").set(e);
  graph.set("R").set(2);
  graph.derive_static();
  graph.relation("rf").set(1, 2);
  cat::Evaluator evaluator(program);
  evaluator.set_values(nullptr);
  if (!evaluator.bind(graph)) return;
  if (!evaluator.complete_rf(graph.relation("rf"))) return;
  EventSet writes = graph.set("W");
  evaluator.for_each_completion({{writes, 0, true, false}}, [&] {
    evaluator.evaluate_unneeded();
    return false;
  });
}

// The table "path/name.orders" beside "path/name.cat".
std::optional<OrderTable> orders_beside(const cat::SourceText& model, const InputFiles& inputs) {
  std::string path = std::filesystem::path(model.file).replace_extension(".orders").string();
  if (path.starts_with(kBuiltinPrefix)) {
    for (const EmbeddedFile& file : embedded_orders())
      if (path.substr(kBuiltinPrefix.size()) == file.name) return OrderTable(path, file.text);
    return std::nullopt;
  }
  std::error_code error;
  // A file beside the model that is not inside the root is a link that leads out of it, and one that is there and does not
  // exist is a link that leads nowhere: reading it gives the diagnostic.
  if (inputs.is_inside(path) && !std::filesystem::exists(std::filesystem::symlink_status(path, error)))
    return std::nullopt;
  return OrderTable(path, read_file(inputs, path));
}

using Statements = decltype(cat::File::statements);

void put_first(cat::File file, Statements& all) {
  all.insert(all.begin(), std::make_move_iterator(file.statements.begin()),
             std::make_move_iterator(file.statements.end()));
}

// Composes a model of its file, included files and our library files.
struct Compiler {
  const std::set<std::string>& variants;
  const std::string& bell;
  const InputFiles& inputs;
  const std::set<std::string>& tags;

  cat::File parse(const cat::SourceText& source) const {
    return cat::parse(source, [&](const std::string& path, const std::string& from, const SourcePos& pos) {
      return included(inputs, path, from, pos);
    });
  }
  cat::File library(const char* name) const {
    const EmbeddedFile* file = find_embedded(fmt::format("lib/{}", name));
    return parse({fmt::format("{}lib/{}", kBuiltinPrefix, name), std::string(file->text)});
  }
  cat::Program compile(const cat::SourceText& source, bool orders_threads) const {
    cat::File file = parse(source);
    if (!bell.empty()) put_first(parse({bell, read_file(inputs, bell)}), file.statements);
    put_first(library("stdlib.cat"), file.statements);
    if (orders_threads) put_first(library("threads.cat"), file.statements);
    return cat::compile(file, variants, tags);
  }
};

std::shared_ptr<const Model> build(const std::string& name, const cat::SourceText& source,
                                   const std::set<std::string>& variants, const std::string& bell,
                                   const InputFiles& inputs) {
  std::optional<OrderTable> orders = orders_beside(source, inputs);
  const std::set<std::string> tags = orders ? orders->tags() : std::set<std::string>();
  Compiler compiler{variants, bell, inputs, tags};
  auto model = std::make_shared<Model>(Model{name, compiler.compile(source, false)});
  // Published models assume that all threads exist from the start.
  model->orders_threads = model->names("sync");
  if (!model->orders_threads) model->program = compiler.compile(source, true);
  model->orders = orders ? std::move(*orders) : OrderTable::for_model(*model);
  model->built_in = source.file.starts_with(kBuiltinPrefix) && bell.empty();
  try_out(model->program);
  return model;
}

}  // namespace

bool Model::names(std::string_view base) const {
  return std::ranges::any_of(program.base, [&](const cat::BaseSlot& slot) { return slot.needed && slot.name == base; });
}

std::optional<std::string> Model::name_without_meaning() const {
  for (const cat::BaseSlot& slot : program.base)
    if (slot.required && !is_of_programs(slot.name)) return slot.name;
  return std::nullopt;
}

bool Model::makes_races_undefined() const {
  return std::any_of(program.ops.begin(), program.ops.end(), [](const cat::Op& op) {
    return op.kind == cat::Op::Kind::check && op.check.role == cat::CheckRole::undefined_unless;
  });
}

std::vector<ModelSummary> builtin_models() {
  std::vector<ModelSummary> result;
  for (const EmbeddedFile& f : embedded_models()) {
    if (f.name.starts_with("lib/")) continue;
    std::string_view text = f.text.substr(f.text.find("(*") + 2);
    std::string line(text.substr(0, std::min(text.find('\n'), text.find("*)"))));
    line.erase(0, line.find_first_not_of(' '));
    result.push_back({std::string(f.name.substr(0, f.name.size() - 4)), line});
  }
  return result;
}

std::string_view builtin_model_text(std::string_view name) {
  if (const EmbeddedFile* f = find_embedded(fmt::format("{}.cat", name))) return f->text;
  std::vector<std::string> known;
  for (const ModelSummary& m : builtin_models()) known.push_back(m.name);
  const std::string near = cat::closest(name, known);
  throw InputError({}, fmt::format("there is no memory model '{}'", name),
                   near.empty() ? fmt::format("built in are {}; or give the path of a cat file", fmt::join(known, ", "))
                                : fmt::format("did you mean '{}'?", near));
}

std::shared_ptr<const Model> load_model(const std::string& name_or_path, const std::set<std::string>& variants,
                                        const std::string& bell, const InputFiles& inputs) {
  if (const EmbeddedFile* f = find_embedded(name_or_path + ".cat"); f != nullptr && !name_or_path.starts_with("lib/"))
    return build(name_or_path, {fmt::format("{}{}.cat", kBuiltinPrefix, name_or_path), std::string(f->text)}, variants,
                 bell, inputs);
  if (name_or_path.find('/') == std::string::npos && name_or_path.find('.') == std::string::npos)
    builtin_model_text(name_or_path);  // throws with a suggestion
  return build(std::filesystem::path(name_or_path).stem().string(), {name_or_path, read_file(inputs, name_or_path)},
               variants, bell, inputs);
}

std::shared_ptr<const Model> parse_model(const std::string& name, std::string_view text,
                                         const std::set<std::string>& variants) {
  return build(name, {name, std::string(text)}, variants, {}, {});
}

}  // namespace fencepost::memory
