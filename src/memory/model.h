// A memory model: a compiled cat file. Models are data: the built-in ones are texts embedded from models/ at build time,
// any other file works the same way, and nothing in the program branches on a model's name.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/input_file.h"
#include "base/lazy.h"
#include "memory/cat/program.h"
#include "memory/order_table.h"
#include "memory/relaxations.h"

namespace fencepost::memory {

struct EmbeddedFile {
  std::string_view name;  // relative to models/
  std::string_view text;
};

std::span<const EmbeddedFile> embedded_models();  // cat files
std::span<const EmbeddedFile> embedded_orders();  // tables of orders

struct ModelSummary {
  std::string name;
  std::string line;  // the first sentence of its header
};

struct Model {
  std::string name;
  cat::Program program;
  // A built-in model, read without a bell file of the user's: for these the answers of the probe (probe.h) have been
  // checked to be sufficient.
  bool built_in = false;
  // How C's accesses and fences appear to the model.
  std::optional<OrderTable> orders;
  // Does the file itself say what creating and joining threads orders? Otherwise lib/threads.cat was added to it.
  bool orders_threads = true;
  Lazy<Relaxations> relaxations;  // for probe.h
  Lazy<GraphRules> graph_rules;   // for graph_rules.h

  bool makes_races_undefined() const;       // has it a check `undefined_unless`?
  bool names(std::string_view base) const;  // does some check use this base set or relation?
  // The first name that an axiom uses although C programs have no such events or edges (is_of_programs), if there is
  // one.
  std::optional<std::string> name_without_meaning() const;
};

// The built-in models, sorted by name, without the library files.
std::vector<ModelSummary> builtin_models();
// The text of a built-in model; throws InputError with a suggestion when there is none of that name.
std::string_view builtin_model_text(std::string_view name);

// A built-in name ("tso", "lkmm") or the path of a cat file. Included files are looked for beside the file that includes
// them, then among the built-in library. A file that does not name `sync` gets the order of making and joining threads from
// lib/threads.cat. Throws InputError, MissingFile for a path that cannot be read.
// `bell`: a file of declarations (enums, instructions, definitions) that is read before the model, or empty.
std::shared_ptr<const Model> load_model(const std::string& name_or_path, const std::set<std::string>& variants = {},
                                        const std::string& bell = {}, const InputFiles& inputs = {});
std::shared_ptr<const Model> parse_model(const std::string& name, std::string_view text,
                                         const std::set<std::string>& variants = {});

}  // namespace fencepost::memory
