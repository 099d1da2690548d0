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
#include "memory/cat/program.h"
#include "memory/order_table.h"

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
  // One of ours, unchanged: what the probe (probe.h) asks of it has been checked to be enough.
  bool built_in = false;
  // What C's accesses are to it.
  std::optional<OrderTable> orders;
  // It says itself what making and joining threads orders; otherwise lib/threads.cat does.
  bool orders_threads = true;

  bool makes_races_undefined() const;       // it has an undefined_unless
  bool names(std::string_view base) const;  // some check rests on this base set or relation
  // The first name on which an axiom rests and of which C programs have no events, if there is one.
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
