// Which definition a name means when several files form one program (C11 6.2.2): external names are shared, internal
// ones belong to their file. Ids are handed out on first use and the definition is queued, so only what the entry can
// reach is elaborated.
#pragma once

#include <clang/AST/Type.h>

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "frontend/clang/library.h"

namespace clang {
class ASTContext;
class DeclaratorDecl;
class FunctionDecl;
class LabelDecl;
class RecordDecl;
class StringLiteral;
class ValueDecl;
class VarDecl;
}  // namespace clang

namespace fencepost::frontend {

class Linker {
 public:
  Linker(core::Program& program, Library& library) : program_(program), library_(library) {}

  // Makes a unit's definitions visible; a later unit never replaces an earlier definition. Two external definitions of
  // one name are an input error. A unit with a linkage conflict is accepted, too.
  void add(const ParsedUnit& unit);
  // Adds the library models of all names that the units use; models of other names are added when they are asked for.
  void add_library();

  core::FunctionId function(const clang::FunctionDecl* decl);
  core::GlobalId global(const clang::VarDecl* decl);
  core::GlobalId literal(const clang::StringLiteral* decl, const clang::ASTContext& ast);
  core::FunctionId label(const clang::LabelDecl* decl);  // whose address is taken (computed_gotos.cpp)

  // The function with a body for this declaration, or null; parameters and body come from it.
  const clang::FunctionDecl* definition(const clang::FunctionDecl* decl);
  const clang::FunctionDecl* find_function(const std::string& name) const;
  // What witnesses add, which nobody wrote.
  const clang::FunctionDecl* added_function(const std::string& name) const;
  // Of a function with an inline definition in its own file: the external definition in another one, if there is any. Which of
  // the two a call means is unspecified (C11 6.7.4p7).
  const clang::FunctionDecl* beside_inline(const clang::FunctionDecl* decl) const;
  // A definition of the same name in another file, or a declaration that is used there, that does not agree (6.2.7p2); or null.
  const clang::ValueDecl* conflict(const clang::ValueDecl* decl) const;
  // Objects with external linkage that users' files define and use.
  std::vector<const clang::VarDecl*> external_objects() const;
  // A function of our library by name, or null.
  const clang::FunctionDecl* library_function(const std::string& name);
  // Does a user's file mention this external name, which it does not define?
  bool uses(const std::string& name) const { return used_.contains(name); }
  // Does a user's file declare and use, or define, this function?
  bool is_mentioned(const std::string& name) const { return uses(name) || declared_.contains(name); }
  // Do users' files have the types of threads.h and pthread.h from another C library (preprocessed, or the host's headers)?
  bool has_foreign_types() const { return has_foreign_types_; }
  bool may_start_threads() const { return uses("pthread_create") || uses("thrd_create"); }
  // External functions with a body that a user wrote, in order of appearance.
  std::vector<const clang::FunctionDecl*> defined_functions() const { return in_order_; }

  struct PendingFunction {
    const clang::FunctionDecl* definition;
    core::FunctionId id;
  };
  struct PendingGlobal {
    const clang::VarDecl* definition;
    core::GlobalId id;
  };
  struct PendingLiteral {
    const clang::StringLiteral* literal;
    core::GlobalId id;
    const clang::ASTContext* ast;
  };
  std::deque<PendingFunction> functions;
  std::deque<PendingGlobal> globals;
  std::deque<PendingLiteral> literals;

  // Functions that were used but have no definition among the units so far.
  struct Undefined {
    const clang::FunctionDecl* decl;
    core::FunctionId id;
  };
  std::vector<Undefined> undefined;

  // Objects that were used and are defined nowhere, each by its declaration that says most about its type.
  struct UndefinedObject {
    const clang::VarDecl* decl;
    core::GlobalId id;
  };
  std::vector<UndefinedObject> undefined_objects;

  // An unknown extension of the declaration, or of one of the same name in another file (understood.h).
  std::optional<UnknownExtension> unknown_extension(const clang::DeclaratorDecl* decl) const;

  // Canonical text of a function type; "*" in place of the parameters when there is no prototype.
  std::string signature(const clang::ASTContext& context, clang::QualType function);
  // The same text for compatible types of different files.
  std::string type_name(const clang::ASTContext& context, clang::QualType type);

  // Is there a definition in a user's file or in the library?
  bool defines(const clang::DeclaratorDecl* decl);
  bool is_library(const clang::FunctionDecl* definition) const { return of_library_.contains(definition); }

 private:
  void define(const std::string& name, const clang::FunctionDecl* decl, const clang::FunctionDecl* body,
              const ParsedUnit& unit);
  void define(const std::string& name, const clang::VarDecl* decl, const clang::VarDecl* body, const ParsedUnit& unit);
  core::FunctionId add_function(const clang::FunctionDecl* decl, const clang::FunctionDecl* body);
  core::GlobalId add_global(const clang::VarDecl* decl, const clang::VarDecl* body);
  core::FunctionId aliased(const clang::FunctionDecl* body);
  core::GlobalId aliased(const clang::VarDecl* body);
  const clang::FunctionDecl* external_function(const std::string& name);
  const clang::VarDecl* best_declaration(const clang::VarDecl* decl) const;
  bool bring(const std::set<std::string>& names);
  std::optional<UnknownExtension> unknown_alias(const clang::DeclaratorDecl* decl) const;
  std::optional<UnknownExtension> unknown_label(const clang::DeclaratorDecl* decl) const;
  void note_unknown_extension(const clang::DeclaratorDecl* decl);
  void note_declaration(const clang::ValueDecl* decl, bool defines);
  void note_types(const ParsedUnit& unit);
  const clang::FunctionDecl* own_inline(const clang::FunctionDecl* decl) const;

  core::Program& program_;
  Library& library_;
  bool has_foreign_types_ = false;
  std::set<std::string> used_;  // external names without a definition beside them
  std::unordered_map<std::string, const clang::FunctionDecl*> external_functions_;
  std::unordered_map<std::string, const clang::VarDecl*> external_globals_;
  std::unordered_set<std::string> weak_;  // of these names: what they mean gives way to another definition
  std::unordered_map<std::string, const clang::VarDecl*> declared_globals_;  // with a complete type
  std::unordered_map<std::string, const clang::VarDecl*> library_globals_;   // used if no user's file defines the name
  std::unordered_map<std::string, UnknownExtension>
      unknown_extensions_;  // by external name, and by what an asm label says
  // By external name: what users' files define, and what they declare and use.
  std::unordered_map<std::string, std::vector<const clang::ValueDecl*>> declared_;
  std::unordered_map<std::string, std::vector<const clang::RecordDecl*>> records_;  // by name, one of each type
  std::unordered_set<const clang::ASTContext*> library_units_;
  std::unordered_set<const clang::FunctionDecl*> of_library_;
  std::vector<const clang::FunctionDecl*> in_order_;
  std::unordered_map<std::string, core::FunctionId> function_by_name_;
  std::unordered_map<const clang::FunctionDecl*, core::FunctionId> function_by_decl_;
  std::unordered_map<std::string, core::GlobalId> global_by_name_;
  std::unordered_map<const clang::VarDecl*, core::GlobalId> global_by_decl_;
  std::unordered_map<const clang::StringLiteral*, core::GlobalId> literal_ids_;
  std::unordered_map<const clang::LabelDecl*, core::FunctionId> label_ids_;
};

// Physical position (what #line says is for people who have the original file).
SourcePos position(const clang::FunctionDecl* decl);
SourcePos position(const clang::VarDecl* decl);
SourcePos position(const clang::ValueDecl* decl);
SourcePos position(const clang::LabelDecl* decl);

}  // namespace fencepost::frontend
