#!/bin/sh
# Guess: a message above the broker's size limit is not confirmed, or ends the connection, so that its sender knows that it is lost.
# Seen:  mosquitto 2.0.11 with message_size_limit confirms it (MQTT 3.1.1, QoS 1) and delivers it to nobody; the connection stays.
#        With max_packet_size the connection ends, as one expects.
# Versions: mosquitto 2.0.11-1.2+deb12u2 (Debian 12) with libcjson1 1.7.15-1+deb12u4, libdlt2 2.18.8-6 and libwrap0 7.6.q-32; mqtt 5.16.0 (npm).
# Product: docs/outside-broker.md asks for max_packet_size; the rules for Mosquitto have no message_size_limit.
set -eu
broker_version=2.0.11-1.2+deb12u2
client_version=5.16.0
[ "$(. /etc/os-release; echo "${VERSION_CODENAME:-}")" = bookworm ] || { echo "needs Debian 12, whose mosquitto is pinned here"; exit 77; }
folder=$(mktemp -d)
broker=
trap '[ -n "$broker" ] && kill "$broker" 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq "mosquitto=$broker_version" libcjson1=1.7.15-1+deb12u4 libdlt2=2.18.8-6 libwrap0=7.6.q-32 >/dev/null 2>&1 || { echo "no network"; exit 77; }
for package in ./*.deb; do dpkg -x "$package" root; done
npm install --silent --no-audit --no-fund --ignore-scripts "mqtt@$client_version" >/dev/null || { echo "no network"; exit 77; }

serve() {
  printf 'listener 18992 127.0.0.1\nallow_anonymous true\nuser %s\n%s\n' "$(id -un)" "$1" > broker.conf
  LD_LIBRARY_PATH=$(find "$folder/root" -name 'libcjson.so*' -exec dirname {} \; | head -n 1) root/usr/sbin/mosquitto -c broker.conf >broker.log 2>&1 &
  broker=$!
}
echo "versions: mosquitto $broker_version, mqtt $client_version"
cat > look.mjs <<'JS'
import { once } from 'node:events';
import mqtt from 'mqtt';
const connect = () => mqtt.connectAsync('mqtt://127.0.0.1:18992', { reconnectPeriod: 300 });
const [reader, writer] = [await connect(), await connect()];
// The library resends what was not confirmed; one end of the connection is enough to see.
writer.on('error', () => {}).once('close', () => writer.end(true));
const heard = [];
reader.on('message', (_topic, message) => heard.push(message.length));
await reader.subscribeAsync('fleet/report', { qos: 1 });
const closed = new Promise((resolve) => writer.once('close', () => resolve('connection ended')));
const large = await Promise.race([writer.publishAsync('fleet/report', 'x'.repeat(2_000), { qos: 1 }).then(() => 'confirmed', () => closed), closed]);
const other = await connect();
await other.publishAsync('fleet/report', 'small', { qos: 1 });
while (!heard.includes(5)) await once(reader, 'message');
console.log(`2,000 bytes: ${large}; heard: ${heard.join(', ')} bytes`);
process.exit(large === process.argv[2] && heard.join() === '5' ? 0 : 1);
JS
serve 'message_size_limit 1000'
node look.mjs confirmed
kill "$broker"; wait "$broker" 2>/dev/null || true
serve 'max_packet_size 1000'
node look.mjs 'connection ended'
echo 'mosquitto 2.0.11 with message_size_limit confirms a larger message and delivers it to nobody.'
