#!/bin/sh
# Runs every script of findings/ and prints a line each. Ends with 1 when a behaviour changed.
set -u
cd "$(dirname "$0")/../findings" || exit 1
changed=0
for script in ./*.sh; do
  name=$(basename "$script" .sh)
  said=$(sh "$script" 2>&1)
  case $? in
    0) echo "as described  $name: $(echo "$said" | tail -n 1)" ;;
    77) echo "not run       $name: $(echo "$said" | tail -n 1)" ;;
    *) echo "CHANGED       $name"; echo "$said" | sed 's/^/    /'; changed=1 ;;
  esac
done
exit $changed
