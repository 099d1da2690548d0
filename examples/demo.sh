#!/bin/sh
# Runs the program over the examples, in the order of examples/README.md.
# usage: examples/demo.sh PROGRAM
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
pictures=$(mktemp -d)
trap 'rm -rf "$pictures"' EXIT
failed=0

say() {
  printf '\n\033[1m== %s\033[0m\n' "$*"
}

# show EXPECTED_EXIT_CODE command...
show() {
  expected=$1
  shift
  printf '\n\033[1m$ fencepost %s\033[0m\n' "$(echo "$*" | sed "s|$pictures|picture|")"
  "$program" "$@"
  code=$?
  if [ $code != "$expected" ]; then
    echo "demo: exit code $code instead of $expected"
    failed=1
  fi
}

say 'A lock: right if threads take turns, wrong on an x86'
show 0 verify --model sc examples/lock.c
show 10 verify --model tso --draw "$pictures" examples/lock.c
[ -s "$pictures/violation-1.svg" ] || { echo 'demo: no picture was drawn'; failed=1; }
echo '(picture/violation-1.svg shows the run as a graph)'
show 0 fences --model tso --patch examples/lock.c
show 0 verify --model tso examples/lock_repaired.c

say "A queue without locks, under C's own memory model"
show 0 verify --model rc11 examples/ring.c
show 10 verify --model rc11 examples/ring_relaxed.c

say 'A data race'
show 10 verify --all-violations examples/race.c

say 'A server that never ends: a proof'
show 0 verify examples/server.c

say 'A litmus test, and why an outcome is impossible'
show 0 litmus --model tso examples/sb.litmus
show 0 explain --model sc examples/sb.litmus

say 'Without threads'
show 10 verify examples/average.c
show 0 verify examples/average_repaired.c
show 0 verify examples/factorial.c
show 10 verify examples/list.c
show 10 verify examples/order.c
show 0 verify --eval-order left-to-right examples/order.c
exit $failed
