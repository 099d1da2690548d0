#include "frontend/clang/formats.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace fencepost::frontend {

namespace {

using clang::QualType;

class Scanner {
 public:
  explicit Scanner(llvm::StringRef text) : text_(text) {}

  bool next_specification() {
    size_t percent = text_.find('%');
    skipped_ += text_.take_front(percent);
    if (percent == llvm::StringRef::npos) return false;
    text_ = text_.drop_front(percent);
    start_ = text_;
    text_ = text_.drop_front();
    return true;
  }
  // Characters between specifications since it was asked last; those of the format end with the first null character.
  std::string take_skipped() { return std::exchange(skipped_, {}); }
  void add_skipped(llvm::StringRef text) { skipped_ += text; }
  bool accept(char c) { return text_.consume_front(llvm::StringRef(&c, 1)); }
  void skip(llvm::StringRef set) { text_ = text_.ltrim(set); }
  std::optional<uint64_t> number() {
    uint64_t value = 0;
    if (text_.consumeInteger(10, value)) return std::nullopt;
    return value;
  }
  std::string flags() {
    llvm::StringRef before = text_;
    skip("-+ #0'");
    return before.drop_back(text_.size()).str();
  }
  std::string length() {
    for (const char* length : {"hh", "h", "ll", "l", "j", "z", "t", "L"})
      if (text_.consume_front(length)) return length;
    return "";
  }
  char letter() {
    if (text_.empty()) return 0;
    char c = text_[0];
    text_ = text_.drop_front();
    return c;
  }
  // Of %[abc]: all up to the bracket that closes it; the first character always belongs to the set.
  bool skip_set() {
    accept('^');
    letter();
    size_t end = text_.find(']');
    if (end == llvm::StringRef::npos) return false;
    text_ = text_.drop_front(end + 1);
    return true;
  }
  std::string shown() const { return start_.drop_back(text_.size()).str(); }

 private:
  llvm::StringRef text_, start_;
  std::string skipped_;
};

struct Row {
  llvm::StringRef letters;
  std::array<llvm::StringRef, 9> lengths;  // that mean something before them
};

// Of POSIX and glibc: C and S are lc and ls; m takes no argument.
const Row kPrintf[] = {{"diouxXn", {"", "hh", "h", "l", "ll", "j", "z", "t"}},
                       {"eEfFgGaA", {"", "l", "L"}},
                       {"cs", {"", "l"}},
                       {"pCSm%", {""}}};
const Row kScanf[] = {{"diouxXn", {"", "hh", "h", "l", "ll", "j", "z", "t"}},
                      {"eEfFgGaA", {"", "l", "L"}},
                      {"cs[", {"", "l"}},
                      {"pCS", {""}}};

template <size_t N>
bool is_defined(const Row (&rows)[N], const Conversion& conversion) {
  for (const Row& row : rows) {
    if (conversion.letter == 0 || !row.letters.contains(conversion.letter)) continue;
    for (llvm::StringRef length : row.lengths)
      if (length == conversion.length) return true;
  }
  return false;
}

// The signed integer type that a length modifier names.
QualType integer_of(const std::string& length, const clang::ASTContext& context) {
  if (length == "hh") return context.SignedCharTy;
  if (length == "h") return context.ShortTy;
  if (length == "l") return context.LongTy;
  if (length == "ll") return context.LongLongTy;
  if (length == "j") return context.getIntMaxType();
  if (length == "z") return context.getCorrespondingSignedType(context.getSizeType());
  if (length == "t") return context.getPointerDiffType();
  return context.IntTy;
}

QualType without_sign(QualType type, const clang::ASTContext& context) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (const auto* list = type->getAs<clang::EnumType>()) type = list->getDecl()->getIntegerType().getCanonicalType();
  if (type.isNull() || !type->isIntegerType() || type->isBooleanType()) return type;
  if (type->isCharType()) return context.SignedCharTy;
  return type->isUnsignedIntegerType() ? context.getCorrespondingSignedType(type).getCanonicalType() : type;
}

bool is_integer(QualType type, QualType wanted, const clang::ASTContext& context) {
  return type->isIntegerType() && without_sign(type, context) == without_sign(wanted, context);
}

bool is_real(QualType type, QualType wanted) {
  return type.getCanonicalType().getUnqualifiedType() == wanted.getCanonicalType();
}

bool points_to_text(QualType type, bool is_wide, const clang::ASTContext& context) {
  if (!type->isPointerType()) return false;
  QualType to = type->getPointeeType();
  if (is_wide) return is_integer(to, context.getWideCharType(), context);
  return to->isVoidType() || is_integer(to, context.SignedCharTy, context);
}

bool is_wide(const Conversion& conversion) {
  return conversion.length == "l" || conversion.letter == 'C' || conversion.letter == 'S';
}

// Flags and precisions that mean something before a conversion (7.21.6.1p4-6, p8); addresses are shown with any.
bool may_have(const Conversion& conversion) {
  llvm::StringRef letter(&conversion.letter, 1), flags = conversion.flags;
  bool is_bare = flags.empty() && !conversion.width && !conversion.width_given && !conversion.has_precision;
  if (llvm::StringRef("%n").contains(letter)) return is_bare;
  if (llvm::StringRef("pm").contains(letter)) return true;
  if (flags.contains('#') && !llvm::StringRef("oxXaAeEfFgG").contains(letter)) return false;
  if (flags.contains('0') && !llvm::StringRef("diouxXaAeEfFgG").contains(letter)) return false;
  return !conversion.has_precision || !llvm::StringRef("cC").contains(letter);
}

}  // namespace

Format parse_printf(llvm::StringRef text) {
  Format format;
  Scanner scanner(text.take_until([](char c) { return c == 0; }));
  auto push = [&](Conversion conversion) {
    conversion.text_before = scanner.take_skipped();
    format.conversions.push_back(std::move(conversion));
  };
  while (scanner.next_specification()) {
    Conversion conversion;
    conversion.flags = scanner.flags();
    conversion.width_given = scanner.accept('*');
    if (conversion.width_given)
      push({.letter = '*'});
    else
      conversion.width = scanner.number();
    if (scanner.accept('$')) format.unsupported = fmt::format("the conversion `{}`", scanner.shown());
    if (scanner.accept('.')) {
      conversion.has_precision = true;
      conversion.precision_given = scanner.accept('*');
      if (conversion.precision_given)
        push({.letter = '*'});
      else
        conversion.precision = scanner.number().value_or(0);
    }
    conversion.length = scanner.length();
    conversion.letter = scanner.letter();
    if (format.problem.empty() && (!is_defined(kPrintf, conversion) || !may_have(conversion)))
      format.problem = fmt::format("the conversion `{}` is none", scanner.shown());
    if (conversion.letter == '%')
      scanner.add_skipped("%");
    else if (conversion.letter == 'm')
      format.prints_more = true;
    else
      push(std::move(conversion));
  }
  format.text_after = scanner.take_skipped();
  return format;
}

Format parse_scanf(llvm::StringRef text) {
  Format format;
  Scanner scanner(text.take_until([](char c) { return c == 0; }));
  while (scanner.next_specification()) {
    Conversion conversion;
    conversion.is_suppressed = scanner.accept('*');
    conversion.width = scanner.number();
    if (scanner.accept('$') || scanner.accept('m')) {
      format.unsupported = fmt::format("the conversion `{}`", scanner.shown());
      continue;
    }
    conversion.length = scanner.length();
    conversion.letter = scanner.letter();
    if (conversion.letter == '%') {
      scanner.add_skipped(" %");  // behind white space (7.21.6.2p8)
      continue;
    }
    bool ends = conversion.letter != '[' || scanner.skip_set();
    if (format.problem.empty() && (!ends || conversion.width == 0u || !is_defined(kScanf, conversion)))
      format.problem = fmt::format("the conversion `{}` is none", scanner.shown());
    conversion.text_before = scanner.take_skipped();
    if (!conversion.is_suppressed) ++format.assigned;
    format.conversions.push_back(std::move(conversion));
  }
  format.text_after = scanner.take_skipped();
  return format;
}

bool fits_printf(const Conversion& conversion, QualType type, const clang::ASTContext& context) {
  switch (conversion.letter) {
    case '*':
      return is_integer(type, context.IntTy, context);
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X': {
      bool is_promoted = conversion.length == "hh" || conversion.length == "h";
      QualType wanted = is_promoted ? context.IntTy : integer_of(conversion.length, context);
      return is_integer(type, wanted, context);
    }
    case 'c':
    case 'C':
      return is_integer(type, is_wide(conversion) ? context.getWIntType() : context.IntTy, context);
    case 's':
    case 'S':
      return points_to_text(type, is_wide(conversion), context);
    case 'p':
      return type->isAnyPointerType() || type->isNullPtrType();
    case 'n':
      return type->isPointerType() &&
             is_integer(type->getPointeeType(), integer_of(conversion.length, context), context);
    default:
      return is_real(type, conversion.length == "L" ? context.LongDoubleTy : context.DoubleTy);
  }
}

bool fits_scanf(const Conversion& conversion, QualType type, const clang::ASTContext& context) {
  if (!type->isPointerType() || type->getPointeeType().isConstQualified()) return false;
  QualType to = type->getPointeeType();
  switch (conversion.letter) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
    case 'n':
      return is_integer(to, integer_of(conversion.length, context), context);
    case 'c':
    case 'C':
    case 's':
    case 'S':
    case '[':
      return points_to_text(type, is_wide(conversion), context);
    case 'p':
      return to->isAnyPointerType();
    default:
      return is_real(to, conversion.length == "L"   ? context.LongDoubleTy
                         : conversion.length == "l" ? context.DoubleTy
                                                    : context.FloatTy);
  }
}

}  // namespace fencepost::frontend
