#!/bin/sh
# Guess: a broker whose rules withhold a topic from a user refuses the subscription, so that the client learns from the answer that it
#        will hear nothing.
# Seen:  mosquitto 2.0.11 grants the subscription with the requested QoS and then delivers nothing: it asks its rules at delivery.
# Versions: mosquitto 2.0.11-1.2+deb12u2 (Debian 12) with libcjson1 1.7.15-1+deb12u4, libdlt2 2.18.8-6 and libwrap0 7.6.q-32; mqtt 5.16.0 (npm).
# Product: the server sends itself a probe message over each followed topic, and names what does not come back in its log, in /metrics
#        and on the page of servers (apps/server/src/robots/broker).
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

echo "versions: mosquitto $broker_version, mqtt $client_version"
cat > rules <<'RULES'
user writer
topic write fleet/#
user reader
topic read fleet/open
RULES
cat > broker.conf <<CONF
listener 18991 127.0.0.1
allow_anonymous true
acl_file $folder/rules
user $(id -un)
CONF
LD_LIBRARY_PATH=$(find "$folder/root" -name 'libcjson.so*' -exec dirname {} \; | head -n 1) root/usr/sbin/mosquitto -c broker.conf >broker.log 2>&1 &
broker=$!

cat > look.mjs <<'JS'
import { once } from 'node:events';
import mqtt from 'mqtt';
const connect = (username) => mqtt.connectAsync('mqtt://127.0.0.1:18991', { username, reconnectPeriod: 300 });
const [reader, writer] = [await connect('reader'), await connect('writer')];
const heard = [];
reader.on('message', (topic) => heard.push(topic));
const granted = await reader.subscribeAsync(['fleet/withheld', 'fleet/open'], { qos: 1 });
await writer.publishAsync('fleet/withheld', 'one', { qos: 1 });
await writer.publishAsync('fleet/open', 'two', { qos: 1 });
while (!heard.includes('fleet/open')) await once(reader, 'message');
const answers = granted.map(({ topic, qos }) => `${topic} ${qos}`).join(', ');
console.log(`granted: ${answers}; heard: ${heard.join(', ')}`);
console.log('mosquitto 2.0.11 grants a subscription whose messages its rules withhold, and delivers none.');
process.exit(answers === 'fleet/withheld 1, fleet/open 1' && heard.join() === 'fleet/open' ? 0 : 1);
JS
node look.mjs
