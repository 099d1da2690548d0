#!/bin/sh
# Runs the program over the examples, in the order in which a newcomer may want to see them.
# usage: examples/demo.sh PROGRAM
set -u
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
failed=0

# show EXPECTED_EXIT_CODE command...
show() {
  expected=$1
  shift
  printf '\n\033[1m$ fencepost %s\033[0m\n' "$*"
  "$program" "$@"
  code=$?
  if [ $code != "$expected" ]; then
    echo "demo: exit code $code instead of $expected"
    failed=1
  fi
}

show 0 verify --model sc examples/lock.c
show 10 verify --model tso examples/lock.c
show 0 verify --model tso examples/lock_repaired.c
show 0 verify examples/lock_repaired.c
show 10 verify examples/average.c
show 0 verify examples/average_repaired.c
show 0 verify examples/factorial.c
show 10 verify examples/list.c
show 10 verify examples/order.c
show 0 verify --eval-order left-to-right examples/order.c
show 0 litmus --model tso examples/sb.litmus
show 0 explain --model sc examples/sb.litmus
exit $failed
