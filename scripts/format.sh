#!/bin/sh
# Formats our C++ and C sources; with --check only tells which are not formatted. Golden inputs are left as written:
# their lines and columns are expectations.
set -eu
cd "$(dirname "$0")/.."
mode=-i
[ "${1:-}" = --check ] && mode="--dry-run -Werror"
git ls-files -co --exclude-standard 'src/*.h' 'src/*.cpp' 'src/*.c' 'tests/unit/*.h' 'tests/unit/*.cpp' 'tests/fuzz/*.cpp' 'bench/*.cpp' |
  sort -u | xargs -r -n 40 clang-format-19 $mode --style=file
echo "format: done"
