#include "driver/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>

#include "base/input_file.h"
#include "memory/cat/store_order_shape.h"
#include "memory/model.h"

namespace fencepost::driver {

namespace {

constexpr std::array kTable = {
#define OPTION(group, commands, type, member, flags, default_, range, help) \
  OptionInfo{group, commands, flags, range, help, &Options::member},
#include "driver/options.def"
#undef OPTION
};

core::Undef kind_named(const std::string& id) {
  auto kind = core::undef_by_id(id);
  if (kind) return *kind;
  throw UsageError(fmt::format("no kind of check is called '{}'; `fencepost checks` lists them", id));
}

unsigned bound_of(std::string_view text, std::string_view option) {
  unsigned value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value == 0)
    throw UsageError(
        fmt::format("{}: '{}' is not a whole number from 1 to {}", option, text, std::numeric_limits<unsigned>::max()));
  return value;
}

struct PropertyRow {
  std::string_view name;
  std::string_view formula;  // what an SV-COMP .prp file says inside LTL(...), enough of it to tell them apart
  std::vector<core::Undef> kinds;
};

const std::vector<PropertyRow>& properties() {
  using enum core::Undef;
  static const std::vector<PropertyRow> table = {
      {"unreach-call", "call(", {reach_error, assertion}},
      {"no-overflow", "overflow", {signed_overflow}},
      {"valid-deref", "valid-deref", {null_deref, invalid_deref, use_after_free, use_after_scope, oob_read, oob_write}},
      {"valid-free", "valid-free", {double_free, invalid_free}},
      {"valid-memtrack", "valid-memtrack", {memory_leak}},
      {"valid-memcleanup", "valid-memcleanup", {unfreed}},
      {"valid-memsafety",
       "valid-memsafety",
       {null_deref, invalid_deref, use_after_free, use_after_scope, oob_read, oob_write, double_free, invalid_free,
        memory_leak}},
      {"no-data-race", "data-race", {data_race}},
      {"no-deadlock", "deadlock", {deadlock}},
      {"liveness", "liveness", {liveness}},
  };
  return table;
}

[[noreturn]] void unknown_property(std::string_view text) {
  std::string known;
  for (const PropertyRow& row : properties()) known += fmt::format("{}{}", known.empty() ? "" : ", ", row.name);
  throw UsageError(fmt::format("--property: '{}' cannot be checked; known are {}", text, known));
}

// A name, or a .prp file, each line of which is a property, CHECK( init(main()), LTL(G ! call(reach_error())) ), or several.
core::UndefSet property_named(const std::string& name, const InputFiles& inputs) {
  core::UndefSet set;
  auto add = [&](std::string_view text, auto matches) {
    bool is_known = false;
    for (const PropertyRow& row : properties()) {
      if (!matches(row)) continue;
      for (core::Undef kind : row.kinds) set.set(kind);
      is_known = true;
    }
    if (!is_known) unknown_property(text);
  };
  if (!name.ends_with(".prp")) {
    add(name, [&](const PropertyRow& row) { return row.name == name; });
    return set;
  }
  std::istringstream in(inputs.read(name));
  bool found = false;
  for (std::string line; std::getline(in, line);) {
    if (line.find("LTL(") == std::string::npos) continue;
    add(line, [&](const PropertyRow& row) { return line.find(row.formula) != std::string::npos; });
    found = true;
  }
  if (!found) unknown_property(name);
  return set;
}

}  // namespace

std::span<const OptionInfo> option_table() { return kTable; }

std::vector<std::string> words_for(Command command, const std::vector<std::string>& words) {
  constexpr unsigned kAny = ~0u;
  auto known_to = [](unsigned commands, std::string_view flag) {
    return std::ranges::find_if(kTable, [&](const OptionInfo& info) {
      return (info.commands & commands) != 0 &&
             ("," + std::string(info.flags) + ",").find(fmt::format(",{},", flag)) != std::string::npos;
    });
  };
  std::vector<std::string> kept;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string flag = words[i].substr(0, words[i].find('='));
    const auto* option = known_to(kAny, flag);
    const bool takes_next = option != kTable.end() && flag == words[i] &&
                            !std::holds_alternative<Flag Options::*>(option->member) && i + 1 < words.size();
    if (option == kTable.end() || known_to(command, flag) != kTable.end())
      kept.insert(kept.end(), &words[i], &words[i] + (takes_next ? 2 : 1));
    if (takes_next) ++i;
  }
  return kept;
}

std::vector<std::string> property_names() {
  std::vector<std::string> names;
  for (const PropertyRow& row : properties()) names.emplace_back(row.name);
  return names;
}

std::optional<core::UndefSet> kinds_of_specification(const std::string& text) {
  core::UndefSet kinds;
  constexpr std::string_view kNever = "G ! ";
  if (text.find("G ! undefined-behaviour") != std::string::npos) {
    for (const core::UndefInfo& one : core::undef_table()) kinds.set(one.kind);
    return kinds;
  }
  if (const size_t at = text.find(kNever); at != std::string::npos) {
    const size_t begin = at + kNever.size();
    if (auto kind = core::undef_by_id(text.substr(begin, text.find_first_of(" )", begin) - begin))) {
      kinds.set(*kind);
      return kinds;
    }
  }
  bool is_known = false;
  for (const PropertyRow& row : properties())
    if (text.find(row.formula) != std::string::npos ||
        (row.name == "liveness" && text.find("F end") != std::string::npos)) {
      for (core::Undef kind : row.kinds) kinds.set(kind);
      is_known = true;
    }
  return is_known ? std::optional(kinds) : std::nullopt;
}

core::UndefSet checks_of(const Options& options) {
  core::UndefSet set = options.strict ? core::UndefSet::strict() : core::UndefSet::defaults();
  if (!options.property.empty()) {
    set = property_named(options.property, InputFiles(options.root));
  } else if (options.uninit == "unspecified") {
    set.set(core::Undef::uninit, false);
    set.set(core::Undef::uninit_copy, false);
  } else if (options.uninit == "strict") {
    set.set(core::Undef::uninit_copy);
  }
  for (const std::string& id : options.checks) set.set(kind_named(id));
  for (const std::string& id : options.no_checks) set.set(kind_named(id), false);
  return set;
}

std::string model_name(const Options& options) {
  if (!options.model.empty()) return options.model;
  return options.property.empty() ? "rc11" : "sc";
}

namespace {

// The words of a command line; blanks between quotes belong to a word.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (char c : text) {
    if (quote == 0 && c == ' ') {
      if (word) words.push_back(std::move(*word));
      word.reset();
      continue;
    }
    if (!word) word.emplace();
    if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == quote)
      quote = 0;
    else
      *word += c;
  }
  if (quote != 0) throw UsageError(fmt::format("--args: a quotation mark is missing in {}", text));
  if (word) words.push_back(std::move(*word));
  return words;
}

}  // namespace

namespace {

// Is a sequentially consistent update a barrier to everything around it? In store-order models whose locked instructions count, and
// where all is in order anyway.
bool orders_around_updates(const memory::Model& model) {
  const std::optional<memory::cat::StoreOrderShape> shape = memory::cat::store_order_shape(model.program);
  if (!shape) return false;
  const memory::Mapped* update = model.orders->row(memory::OrderTable::AccessKind::update, "seq_cst");
  const bool is_locked = update != nullptr && std::ranges::find(update->read, "X") != update->read.end();
  return shape->interleaves() || (is_locked && model.names("X"));
}

// The host's headers know the host alone, and only x86 has a 32-bit data model here.
void choose_target(const Options& options, frontend::SourceOptions& source) {
  std::string machine;
  // SV-COMP's properties are about interleavings (model_choice.h).
  const std::string judged_by = options.model.empty() && !options.property.empty() ? "sc" : options.model;
  if (!judged_by.empty()) {
    const auto model = memory::load_model(judged_by, {}, {}, InputFiles(options.root));
    machine = model->orders->machine();
    source.updates_are_barriers = orders_around_updates(*model);
  }
  std::string name = options.target;
  const bool is_asked = name != "auto";
  if (!is_asked) name = machine;
  if (!is_asked && (options.system_headers || options.data_model != "LP64")) name.clear();
  auto found = std::ranges::find(frontend::kTargets, name.empty() ? "x86_64" : name);
  if (found == std::end(frontend::kTargets)) found = std::begin(frontend::kTargets);
  source.target = static_cast<frontend::Target>(found - std::begin(frontend::kTargets));
  if (source.target != frontend::Target::x86_64 && options.data_model != "LP64")
    throw UsageError(fmt::format("--target {}: only x86_64 has --data-model {}", name, options.data_model));
  source.is_models_machine = *found == machine;
}

}  // namespace

frontend::SourceOptions source_options(const Options& options) {
  frontend::SourceOptions source;
  source.files = options.files;
  source.inputs = InputFiles(options.root);
  if (source.inputs.has_root() && options.system_headers)
    throw UsageError("--system-headers reads outside the folder of --root: choose one of them");
  source.include_dirs = options.include_dirs;
  source.defines = options.defines;
  source.undefines = options.undefines;
  source.clang_flags = options.clang_flags;
  source.stubs = options.stubs;
  source.havoc = {options.havoc.begin(), options.havoc.end()};
  // Programs that mean something else under each model ask for it by this macro (Cerberus' convention).
  std::string model = model_name(options);
  bool is_name = std::ranges::all_of(model, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
  if (is_name) source.defines.push_back(fmt::format("__memory_model_{}__=1", model));
  source.standard = options.standard;
  source.compile_commands = options.compile_commands;
  source.system_headers = options.system_headers;
  source.char_is_signed = options.char_sign == "signed";
  source.data_model = options.data_model == "LP64" ? frontend::DataModel::LP64 : frontend::DataModel::ILP32;
  choose_target(options, source);
  source.volatile_is_relaxed = options.volatile_accesses == "relaxed" || options.plain_accesses == "relaxed";
  source.plain_is_relaxed = options.plain_accesses == "relaxed";
  source.entry = options.entry;
  if (!options.args.empty() && !options.entry.empty() && options.entry != "main")
    throw UsageError("--args: only main has a command line; leave out --entry or --args");
  for (const std::string& text : options.args) {
    if (!source.arguments) source.arguments.emplace();
    for (std::string& word : words_of(text)) source.arguments->push_back(std::move(word));
  }
  source.malloc_may_fail = options.malloc_may_fail;
  source.error_labels = options.error_labels;
  source.padding_changes = options.strict;
  source.unspecified_varies = options.uninit == "unspecified" && options.property.empty();
  source.all_eval_orders = options.eval_order != "left-to-right";
  // SV-COMP's verdicts take expressions to be read from left to right.
  source.orders_as_threads_see = options.eval_order == "all" || options.property.empty();
  source.checks = checks_of(options);
  return source;
}

namespace {

result::CegarOptions cegar_options(const Options& options) {
  using Cegar = result::CegarOptions;
  static const std::map<std::string, Cegar::Domain> domains = {{"expl", Cegar::Domain::expl},
                                                               {"pred-cart", Cegar::Domain::pred_cart},
                                                               {"pred-bool", Cegar::Domain::pred_bool},
                                                               {"pred-split", Cegar::Domain::pred_split}};
  static const std::map<std::string, Cegar::Refinement> refinements = {{"newton", Cegar::Refinement::newton},
                                                                       {"seq-itp", Cegar::Refinement::seq_itp},
                                                                       {"bw-bin-itp", Cegar::Refinement::bw_bin_itp},
                                                                       {"integers", Cegar::Refinement::integers},
                                                                       {"multi-seq", Cegar::Refinement::multi_seq}};
  static const std::map<std::string, Cegar::Search> searches = {
      {"bfs", Cegar::Search::bfs}, {"dfs", Cegar::Search::dfs}, {"err", Cegar::Search::err}};
  static const std::map<std::string, Cegar::Semantics> semantics = {
      {"naive", Cegar::Semantics::naive},
      {"por", Cegar::Semantics::por},
      {"declarative-lazy", Cegar::Semantics::declarative_lazy},
      {"declarative-eager", Cegar::Semantics::declarative_eager}};
  static const std::map<std::string, Cegar::GraphSolver> graph_solvers = {
      {"cat", Cegar::GraphSolver::cat},
      {"datalog", Cegar::GraphSolver::datalog},
      {"sat", Cegar::GraphSolver::sat},
      {"sat-datalog", Cegar::GraphSolver::sat_datalog},
      {"smt", Cegar::GraphSolver::smt}};
  Cegar cegar;
  cegar.domain = domains.at(options.domain);
  cegar.refinement = refinements.at(options.refinement);
  cegar.search = searches.at(options.search);
  cegar.max_enum = options.max_enum;
  cegar.states = options.states;
  cegar.semantics = semantics.at(options.semantics);
  cegar.precision = options.precision == "assumptions" ? Cegar::Precision::assumptions : Cegar::Precision::empty;
  cegar.pruning = options.pruning == "lazy" ? Cegar::Pruning::lazy : Cegar::Pruning::full;
  cegar.graph_solver = graph_solvers.at(options.graph_solver);
  return cegar;
}

result::BuffersOptions buffers_options(const Options& options) {
  using Buffers = result::BuffersOptions;
  static const std::map<std::string, Buffers::Extrapolation> extrapolations = {
      {"auto", Buffers::Extrapolation::automatic},
      {"predicates", Buffers::Extrapolation::predicates},
      {"cubes", Buffers::Extrapolation::cubes},
      {"none", Buffers::Extrapolation::none}};
  Buffers buffers;
  buffers.bound = options.buffer_bound;
  buffers.extrapolation = extrapolations.at(options.extrapolation);
  buffers.cube_size = options.cube_size;
  buffers.drop_buffered = options.drop_buffered;
  buffers.predicates_file = options.predicates;
  if (!options.predicates.empty()) buffers.predicates = InputFiles(options.root).read(options.predicates);
  return buffers;
}

}  // namespace

uint32_t most_threads(const Options& options) {
  constexpr unsigned kMost = 1000;
  if (options.threads == "any") return 0;
  unsigned number = bound_of(options.threads, "--threads");
  if (number > kMost)
    throw UsageError(fmt::format("--threads: {} is more than {}; 'any' is for every number", number, kMost));
  return number;
}

result::EngineOptions engine_options(const Options& options) {
  result::EngineOptions engine;
  if (options.unwind != "auto") engine.unwind = bound_of(options.unwind, "--unwind");
  for (const std::string& list : options.unwindset) {
    std::istringstream items(list);
    for (std::string item; std::getline(items, item, ',');) {
      size_t colon = item.rfind(':');
      if (colon == std::string::npos || colon == 0)
        throw UsageError(fmt::format("--unwindset: '{}' does not have the form LOOP:N, as in main.12:5", item));
      engine.loop_bounds[item.substr(0, colon)] = bound_of(std::string_view(item).substr(colon + 1), "--unwindset");
    }
  }
  engine.integers = options.integers == "bitvector" ? result::Integers::bitvector : result::Integers::mathematical;
  engine.encoding = options.encoding == "monolithic" ? result::Encoding::monolithic
                    : options.encoding == "ordered"  ? result::Encoding::ordered
                                                     : result::Encoding::lazy;
  engine.solver = options.solver == "z3"     ? logic::SolverKind::z3
                  : options.solver == "cvc5" ? logic::SolverKind::cvc5
                                             : logic::SolverKind::cadical;
  if (options.engine != "auto") engine.engine = options.engine;
  engine.jobs = options.jobs;
  engine.cegar = cegar_options(options);
  engine.buffers = buffers_options(options);
  engine.symmetric = {options.cube_length, options.views, options.symmetry == "on"};
  return engine;
}

}  // namespace fencepost::driver
