#include "frontend/clang/library.h"

#include <clang/AST/Decl.h>
#include <clang/Frontend/ASTUnit.h>

#include "base/check.h"
#include "frontend/clang/embedded.h"

namespace fencepost::frontend {

namespace {

constexpr size_t kNone = ~size_t{0};

bool in_name(char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

std::vector<std::string_view> names_in(std::string_view text) {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && in_name(text[end])) ++end;
    if (end > i) names.push_back(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return names;
}

std::string without_comments(std::string_view text) {
  std::string kept;
  for (size_t i = 0; i < text.size(); ++i) {
    std::string_view rest = text.substr(i);
    if (rest.starts_with("/*"))
      i = text.find("*/", i + 2) + 1;
    else if (rest.starts_with("//"))
      i = text.find('\n', i) - 1;
    else
      kept += text[i];
  }
  return kept;
}

// A definition starts in the first column, and its name is the last one before its parameters, elements or value.
std::vector<std::string_view> definitions(std::string_view text) {
  std::vector<std::string_view> found;
  for (size_t i = 0; i < text.size();) {
    size_t end = std::min(text.find('\n', i), text.size());
    std::string_view line = text.substr(i, end - i);
    i = end + 1;
    if (line.empty() || !in_name(line[0])) continue;
    size_t after = line.find_first_of("([=;{");
    bool opens_a_type = after != line.npos && line[after] == '{';
    std::vector<std::string_view> names = names_in(line.substr(0, after));
    if (!names.empty() && !opens_a_type) found.push_back(names.back());
  }
  return found;
}

}  // namespace

Library::Library(const SourceOptions& options) : options_(options), taken_(embedded_library().size()) {
  for (size_t file = 0; file < taken_.size(); ++file)
    for (std::string_view name : definitions(embedded_library()[file].text)) defined_in_.emplace(name, file);
}

Library::~Library() = default;

size_t Library::file_of(std::string_view name) const {
  auto it = defined_in_.find(name);
  return it == defined_in_.end() ? kNone : it->second;
}

const ParsedUnit* Library::read(const std::set<std::string>& names) {
  std::vector<size_t> files;
  auto want = [&](std::string_view name) {
    size_t file = file_of(name);
    if (file == kNone || taken_[file]) return;
    taken_[file] = true;
    files.push_back(file);
  };
  for (const std::string& name : names) want(name);
  std::vector<std::string> paths;
  for (size_t next = 0; next < files.size(); ++next) {
    const EmbeddedFile& file = embedded_library()[files[next]];
    std::string text = without_comments(file.text);
    for (std::string_view name : names_in(text)) want(name);
    paths.emplace_back(file.path);
  }
  if (paths.empty()) return nullptr;
  ParsedUnit& unit = units_.emplace_back(parse_library(paths, options_));
  for (const clang::Decl* decl : unit.ast->getASTContext().getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(decl);
    if (!function || !function->doesThisDeclarationHaveABody() || !function->isExternallyVisible()) continue;
    std::string name = function->getNameAsString();
    FP_CHECK_MSG(file_of(name) != kNone, "library/: the definition of " + name + " does not start in the first column");
  }
  return &unit;
}

}  // namespace fencepost::frontend
