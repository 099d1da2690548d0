#include "frontend/clang/parse.h"

#include <clang/Basic/DiagnosticLex.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Tooling/CompilationDatabase.h>
#include <clang/Tooling/JSONCompilationDatabase.h>
#include <clang/Tooling/Tooling.h>
#include <fmt/format.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <new>
#include <set>

#include "base/check.h"
#include "frontend/clang/embedded.h"
#include "frontend/clang/file_access.h"
#include "frontend/clang/parallel_notation.h"

namespace fencepost::frontend {

namespace {

constexpr const char* kHeaders = "/fencepost/include";
constexpr const char* kLibrary = "/fencepost/library";
constexpr size_t kMostErrors = 20;

// The line of a pragma after that word. Of a _Pragma, Clang keeps its text as a line of a file of its own.
std::string pragma_text(const clang::SourceManager& sources, clang::SourceLocation location) {
  auto [file, offset] = sources.getDecomposedSpellingLoc(location);
  llvm::StringRef buffer = sources.getBufferData(file);
  size_t begin = buffer.rfind('\n', offset);
  begin = begin == llvm::StringRef::npos ? 0 : begin + 1;
  llvm::StringRef line = buffer.substr(begin, buffer.find_first_of("\n\r", offset) - begin).trim();
  if (line.consume_front("#")) line = line.ltrim();
  line.consume_front("pragma");
  std::string text;
  for (char c : line.trim()) {
    bool is_space = c == ' ' || c == '\t';
    if (!is_space || !text.ends_with(' ')) text += is_space ? ' ' : c;
  }
  return text;
}

std::string word_at(const clang::SourceManager& sources, clang::SourceLocation location) {
  llvm::StringRef rest(sources.getCharacterData(sources.getSpellingLoc(location)));
  return rest.take_while([](char c) { return isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }).str();
}

// The name that Clang quotes in a warning, as in: unknown attribute 'x' ignored.
std::string quoted_word(llvm::StringRef text) {
  auto [before, after] = text.split('\'');
  return after.empty() ? text.str() : after.split('\'').first.str();
}

constexpr std::array kOfPragmas = {"unknown-pragmas", "ignored-pragmas", "source-uses-openmp"};
constexpr std::array kOfAttributes = {"unknown-attributes", "ignored-attributes"};

// A program may silence these warnings (`#pragma GCC diagnostic ignored "-Wattributes"`), or make errors of them; what Clang
// drops is told all the same.
class KeepTelling : public clang::PPCallbacks {
 public:
  explicit KeepTelling(clang::DiagnosticsEngine& engine) : engine_(engine) {
    for (const char* group : kOfPragmas) ours_of(group, ours_);
    for (const char* group : kOfAttributes) ours_of(group, ours_);
  }

  void PragmaDiagnostic(clang::SourceLocation at, llvm::StringRef, clang::diag::Severity,
                        llvm::StringRef option) override {
    llvm::StringRef group = option.drop_front(std::min<size_t>(2, option.size()));
    std::vector<clang::diag::kind> changed;
    if (group != "everything") ours_of(group, changed);
    for (clang::diag::kind one : ours_)
      if (group == "everything" || std::ranges::find(changed, one) != changed.end())
        engine_.setSeverity(one, clang::diag::Severity::Warning, at);
  }

 private:
  void ours_of(llvm::StringRef group, std::vector<clang::diag::kind>& found) {
    llvm::SmallVector<clang::diag::kind, 64> all;
    engine_.getDiagnosticIDs()->getDiagnosticsInGroup(clang::diag::Flavor::WarningOrError, group, all);
    found.insert(found.end(), all.begin(), all.end());
  }

  clang::DiagnosticsEngine& engine_;
  std::vector<clang::diag::kind> ours_;
};

// Collects Clang's diagnostics; errors end the run, warnings are reported. Of warnings in system headers, only those
// about ignored attributes and pragmas are used.
class Collector : public clang::DiagnosticConsumer {
 public:
  // Clang passes the preprocessor as const, but only here does an ASTUnit give access to it before the file is read.
  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) override {
    DiagnosticConsumer::BeginSourceFile(language, preprocessor);
    if (preprocessor)
      const_cast<clang::Preprocessor*>(preprocessor)
          ->addPPCallbacks(std::make_unique<KeepTelling>(preprocessor->getDiagnostics()));
  }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Warning) return;
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    llvm::StringRef group = clang::DiagnosticIDs::getWarningOptionForDiag(info.getID());
    bool is_pragma = std::ranges::find(kOfPragmas, group) != kOfPragmas.end();
    if (is_pragma || std::ranges::find(kOfAttributes, group) != kOfAttributes.end()) {
      if (!info.hasSourceManager() || !info.getLocation().isValid()) return;
      // Another declaration of what is defined already: GCC would add the attribute to it, wherever it stands.
      bool is_late = info.getID() == clang::diag::warn_attribute_precede_definition;
      std::string name = is_pragma ? pragma_text(info.getSourceManager(), info.getLocation())
                         : is_late ? word_at(info.getSourceManager(), info.getLocation())
                                   : quoted_word(text);
      Dropped what{info.getLocation().getRawEncoding(), is_pragma, std::move(name), is_late};
      if (!is_understood(what)) dropped.push_back(std::move(what));
      return;
    }
    if (!group.empty() && info.hasSourceManager() && info.getLocation().isValid() &&
        info.getSourceManager().isInSystemHeader(info.getLocation()))
      return;
    SourcePos pos;
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      const clang::SourceManager& sources = info.getSourceManager();
      clang::PresumedLoc at = sources.getPresumedLoc(sources.getExpansionLoc(info.getLocation()), false);
      if (at.isValid()) pos = source_pos(at.getFilename(), at.getLine(), at.getColumn());
    }
    if (level == clang::DiagnosticsEngine::Warning) {
      warnings.push_back({Severity::warning, pos, text.str().str(), ""});
      return;
    }
    bool is_linkage = info.getID() == clang::diag::err_static_non_static;
    if (is_linkage && !linkage_conflict.valid()) linkage_conflict = pos;
    if (!is_linkage) only_linkage = false;
    if (errors.size() < kMostErrors) errors.push_back({Severity::error, pos, text.str().str(), hint(info.getID())});
  }

  std::vector<Diagnostic> errors, warnings;
  std::vector<Dropped> dropped;
  SourcePos linkage_conflict;
  bool only_linkage = true;

 private:
  static std::string hint(unsigned id) {
    if (id == clang::diag::err_pp_file_not_found)
      return "add its folder with -I, or use --system-headers for the host's own headers";
    return "";
  }
};

std::string read_source(const std::string& file, const InputFiles& inputs) {
  std::string source = inputs.read(file);
  if (source.find('\0') != std::string::npos)
    throw InputError(source_pos(file, 0), "this is a binary file, not C text", "give the C source instead");
  return source;
}

// The flags of a compile_commands.json entry that change meaning: -I, -D, -U, -std, -isystem, -include.
std::vector<std::string> database_flags(const SourceOptions& options, const std::string& file) {
  const std::string& database_path = options.compile_commands;
  std::string error;
  auto database = clang::tooling::JSONCompilationDatabase::loadFromBuffer(
      options.inputs.read(database_path), error, clang::tooling::JSONCommandLineSyntax::AutoDetect);
  if (!database)
    throw InputError(source_pos(database_path, 0), "not a compilation database: " + error,
                     "generate one with `cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON` or bear");
  auto commands = database->getCompileCommands(std::filesystem::absolute(file).lexically_normal().string());
  std::vector<std::string> flags;
  if (commands.empty()) return flags;
  const auto& line = commands.front().CommandLine;
  std::filesystem::path folder = commands.front().Directory;
  auto absolute = [&](const std::string& path) { return (folder / path).lexically_normal().string(); };
  for (size_t i = 1; i < line.size(); ++i) {
    const std::string& flag = line[i];
    auto starts = [&](const char* prefix) { return flag.rfind(prefix, 0) == 0; };
    bool takes_path = flag == "-I" || flag == "-isystem" || flag == "-iquote" || flag == "-idirafter" ||
                      flag == "-include" || flag == "-imacros";
    if (takes_path && i + 1 < line.size()) {
      flags.push_back(flag);
      flags.push_back(absolute(line[++i]));
    } else if ((flag == "-D" || flag == "-U") && i + 1 < line.size()) {
      flags.push_back(flag + line[++i]);
    } else if (starts("-I")) {
      flags.push_back("-I" + absolute(flag.substr(2)));
    } else if (starts("-D") || starts("-U") || starts("-std=")) {
      flags.push_back(flag);
    }
  }
  return flags;
}

std::string triple(const SourceOptions& options) {
  static constexpr std::array kArchitectures = {"x86_64", "aarch64", "powerpc64le", "riscv64"};  // by Target
  const char* architecture =
      options.data_model == DataModel::ILP32 ? "i386" : kArchitectures.at(static_cast<size_t>(options.target));
  return fmt::format("--target={}-linux-gnu", architecture);
}

std::vector<std::string> arguments(const std::string& file, const SourceOptions& options) {
  std::vector<std::string> args = {
      "-xc", "-fsyntax-only", "-fno-color-diagnostics", "-ferror-limit=20", "-fbracket-depth=2000", triple(options),
      options.char_is_signed ? "-fsigned-char" : "-funsigned-char", "-std=gnu17", "-fgnu89-inline", "-D__FENCEPOST__=1",
      // GCC's form with arguments, as files that GCC preprocessed have it, is an error to Clang.
      "-D__malloc__(...)=__malloc__",
      // Clang's defaults refuse what compilers accepted for decades; we warn.
      "-Wno-everything", "-Wimplicit-function-declaration", "-Wint-conversion", "-Wincompatible-pointer-types",
      "-Wno-error=implicit-function-declaration", "-Wno-error=int-conversion", "-Wno-error=implicit-int",
      "-Wno-error=incompatible-function-pointer-types", "-Wno-error=incompatible-pointer-types",
      "-Wno-error=return-type", "-Wno-error=return-mismatch", "-Wno-error=int-to-pointer-cast",
      "-Wno-deprecated-non-prototype",
      // What Clang drops is told here and nowhere else (understood.h).
      "-Wunknown-attributes", "-Wignored-attributes", "-Wunknown-pragmas", "-Wignored-pragmas", "-Wsource-uses-openmp",
      "-Wsystem-headers",
      // A pragma that makes Clang crash is for its own tests.
      "-Xclang", "-disable-pragma-debug-crash"};
  if (options.system_headers) {
    // Debian keeps a part of the C library's headers by architecture; ours is the target's, the host's may differ.
    llvm::Triple host(llvm::sys::getDefaultTargetTriple());
    args.insert(args.end(), {"-idirafter", "/usr/include/" + host.getArchName().str() + "-linux-gnu"});
  } else {
    args.insert(args.end(), {"-nostdinc", "-isystem", kHeaders});
  }
  if (!options.insertions.empty()) {
    args.insert(args.end(), {"-include", std::string(kHeaders) + "/fencepost_witness.h"});
    if (file == options.files.front()) args.push_back(fmt::format("-D__FENCEPOST_WITNESS_MAIN={}", options.handovers));
  }
  if (!options.standard.empty()) args.push_back("-std=" + options.standard);
  for (const std::string& dir : options.include_dirs) args.push_back("-I" + dir);
  for (const std::string& define : options.defines) args.push_back("-D" + define);
  for (const std::string& name : options.undefines) args.push_back("-U" + name);
  args.insert(args.end(), options.clang_flags.begin(), options.clang_flags.end());
  if (!options.compile_commands.empty())
    for (std::string& flag : database_flags(options, file)) args.push_back(std::move(flag));
  return args;
}

// Clang keeps references to these texts and looks up lines in them for as long as an AST lives.
const clang::tooling::FileContentMappings& virtual_files() {
  static const clang::tooling::FileContentMappings kFiles = [] {
    clang::tooling::FileContentMappings files;
    for (const EmbeddedFile& header : embedded_headers())
      files.emplace_back(fmt::format("{}/{}", kHeaders, header.path), std::string(header.text));
    for (const EmbeddedFile& file : embedded_library())
      files.emplace_back(fmt::format("{}/{}", kLibrary, file.path), std::string(file.text));
    return files;
  }();
  return kFiles;
}

// As clang::tooling::buildASTFromCodeWithArgs, which takes no file system of ours.
class KeepUnit : public clang::tooling::ToolAction {
 public:
  bool runInvocation(std::shared_ptr<clang::CompilerInvocation> invocation, clang::FileManager* files,
                     std::shared_ptr<clang::PCHContainerOperations> containers,
                     clang::DiagnosticConsumer* consumer) override {
    auto diagnostics = clang::CompilerInstance::createDiagnostics(&invocation->getDiagnosticOpts(), consumer,
                                                                  /*ShouldOwnClient=*/false);
    unit = clang::ASTUnit::LoadFromCompilerInvocation(invocation, std::move(containers), diagnostics, files);
    return unit != nullptr;
  }

  std::unique_ptr<clang::ASTUnit> unit;
};

// The file itself is changed by parse_file.
void add_changed_headers(llvm::vfs::InMemoryFileSystem& own, const SourceOptions& options) {
  std::set<const std::string*> headers;
  for (const Insertion& one : options.insertions)
    if (one.at.valid() && std::ranges::find(options.files, *one.at.file) == options.files.end())
      headers.insert(one.at.file);
  for (const std::string* header : headers) {
    const std::string text = with_insertions(options.inputs.read(*header), *header, options.insertions);
    own.addFile(*header, 0, llvm::MemoryBuffer::getMemBufferCopy(text));
  }
}

std::unique_ptr<clang::ASTUnit> build(const std::string& source, const std::string& file, const SourceOptions& options,
                                      Collector& collector) {
  using llvm::MemoryBuffer;
  // To Clang `-` is standard input, and what begins so an option.
  const std::string name = file.starts_with('-') ? "./" + file : file;
  auto own = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto all =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::makeIntrusiveRefCnt<FileAccess>(options.inputs));
  all->pushOverlay(own);
  auto text = MemoryBuffer::getMemBufferCopy(source);
  if (!text) throw std::bad_alloc();  // which LLVM tells so, and would go on with
  own->addFile(name, 0, std::move(text));
  add_changed_headers(*own, options);
  if (!options.system_headers || !options.insertions.empty())
    for (const auto& [path, contents] : virtual_files()) own->addFile(path, 0, MemoryBuffer::getMemBuffer(contents));
  auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), all);
  auto line = clang::tooling::getClangStripDependencyFileAdjuster()(arguments(name, options), name);
  line.emplace(line.begin(), "fencepost");
  line.push_back(name);
  KeepUnit action;
  clang::tooling::ToolInvocation invocation(line, &action, files.get(),
                                            std::make_shared<clang::PCHContainerOperations>());
  invocation.setDiagnosticConsumer(&collector);
  return invocation.run() ? std::move(action.unit) : nullptr;
}

}  // namespace

ParsedUnit parse_file(const std::string& file, const SourceOptions& options, std::vector<Diagnostic>& warnings) {
  Collector collector;
  std::string source = read_source(file, options.inputs);
  source = with_insertions(source, file, options.insertions);
  std::set<unsigned> parallel = rewrite_parallel(source);
  ParsedUnit unit{file, build(source, file, options, collector), false, {}, false, std::move(parallel)};
  if (!collector.errors.empty()) {
    if (!collector.only_linkage) throw InputError(collector.errors);
    unit.linkage_conflict = collector.linkage_conflict;
  }
  if (!unit.ast) throw InputError(source_pos(file, 0), "Clang could not read this file", "");
  unit.dropped = std::move(collector.dropped);
  warnings.insert(warnings.end(), collector.warnings.begin(), collector.warnings.end());
  return unit;
}

ParsedUnit parse_library(const std::vector<std::string>& paths, const SourceOptions& options) {
  Collector collector;
  SourceOptions plain;
  plain.data_model = options.data_model;
  plain.target = options.target;
  plain.char_is_signed = options.char_is_signed;
  std::string source;
  for (const std::string& path : paths) source += "#include \"" + std::string(kLibrary) + "/" + path + "\"\n";
  ParsedUnit unit{"library.c", build(source, "library.c", plain, collector), true, {}};
  FP_CHECK_MSG(unit.ast && collector.errors.empty(),
               collector.errors.empty() ? std::string("no AST") : to_string(collector.errors.front()));
  return unit;
}

}  // namespace fencepost::frontend
