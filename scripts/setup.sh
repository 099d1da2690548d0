#!/bin/sh
# Installs what building and testing need on Debian 12 (root, or sudo). Does nothing when all is there.
# usage: scripts/setup.sh [extra package ...]
set -eu

packages="g++ make cmake ninja-build ccache python3 python3-jsonschema pkg-config
  clang-19 clang-format-19 clang-tidy-19 libclang-19-dev libclang-cpp19 libclang-rt-19-dev llvm-19-dev
  libz3-dev libcvc5-dev libcadical-dev libbdd-dev libgmp-dev
  libfmt-dev libcli11-dev nlohmann-json3-dev libyaml-cpp-dev libexpat1-dev
  libcpp-httplib-dev libssl-dev libjs-codemirror
  libgtest-dev libbenchmark-dev graphviz $*"

if ! command -v apt-get >/dev/null 2>&1; then
  echo "setup: no apt-get here; install the equivalents of:" $packages >&2
  exit 0
fi

missing=
for package in $packages; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

root=
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null 2>&1; then
    echo "setup: neither root nor sudo; please install:$missing" >&2
    exit 1
  fi
  root=sudo
fi

echo "setup: installing$missing"
for attempt in 1 2 3; do
  if $root apt-get update -qq &&
     $root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
       -o Acquire::Retries=3 $missing >/dev/null; then
    exit 0
  fi
  echo "setup: attempt $attempt failed, trying again" >&2
  sleep $((attempt * 5))
done
echo "setup: could not install:$missing" >&2
exit 1
