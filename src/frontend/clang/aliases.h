// `extern int g(int) __attribute__((alias("f")))`: a second name of a function or object that the same file defines, weak or not (GCC
// manual, "Common Function Attributes"). It has the address of that definition, even if another file's definition replaces a weak one of
// the first name.
#pragma once

namespace clang {
class FunctionDecl;
class ValueDecl;
class VarDecl;
}  // namespace clang

namespace fencepost::frontend {

bool is_alias(const clang::ValueDecl* decl);
// What an alias stands for, through aliases of aliases; null: nothing that its file defines under that name.
const clang::FunctionDecl* aliased_function(const clang::ValueDecl* alias);
const clang::VarDecl* aliased_object(const clang::ValueDecl* alias);

}  // namespace fencepost::frontend
