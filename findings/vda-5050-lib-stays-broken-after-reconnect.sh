#!/bin/sh
# Guess: a vehicle whose connection came back says so: its library publishes ONLINE on the retained topic `connection` at every
#        connect, because the broker has replaced it by the last will.
# Seen:  vda-5050-lib 1.4.0 publishes ONLINE at its start only. After a connection that broke it connects again and sends states, while
#        the retained message says CONNECTIONBROKEN until the program is started anew.
# Versions: vda-5050-lib 1.4.0, aedes 1.2.0 (npm).
# Product: a state after CONNECTIONBROKEN makes the robot online again
#        (apps/server/src/robots/sessions/liveness.test.ts, docs/protocol/connecting.md).
set -eu
library_version=1.4.0
broker_version=1.2.0
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts "vda-5050-lib@$library_version" "aedes@$broker_version" >/dev/null 2>&1 || { echo "no network"; exit 77; }

echo "versions: vda-5050-lib $library_version, aedes $broker_version"
cat > look.mjs <<'JS'
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';
import vda from 'vda-5050-lib';

const broker = await Aedes.createBroker();
const server = createServer(broker.handle);
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const said = [];
let states = 0;
broker.on('publish', ({ topic, payload }) => {
  if (topic.endsWith('/connection')) said.push(JSON.parse(payload.toString()).connectionState);
  if (topic.endsWith('/state')) states += 1;
});
const state = {
  driving: false,
  operatingMode: 'AUTOMATIC',
  orderId: '',
  orderUpdateId: 0,
  lastNodeId: '',
  lastNodeSequenceId: 0,
  nodeStates: [],
  edgeStates: [],
  actionStates: [],
  errors: [],
  batteryState: { batteryCharge: 80, charging: false },
  safetyState: { eStop: 'NONE', fieldViolation: false },
};
const brokerUrl = `mqtt://127.0.0.1:${server.address().port}`;
const vehicle = new vda.AgvClient(
  { manufacturer: 'Example', serialNumber: 'V1' },
  { interfaceName: 'uagv', vdaVersion: '2.0.0', transport: { brokerUrl, reconnectPeriod: 200 } },
);
await vehicle.start();
await vehicle.publish(vda.Topic.State, state);
while (states < 1) await once(broker, 'publish');
for (const client of Object.values(broker.clients)) client.conn.destroy();
await once(broker, 'client');
// Long enough for a message that follows the connect.
await new Promise((done) => setTimeout(done, 3_000));
await vehicle.publish(vda.Topic.State, state);
while (states < 2) await once(broker, 'publish');
console.log(`connection: ${said.join(', ')}; states: ${states}`);
console.log('vda-5050-lib 1.4.0 does not say ONLINE again after a connection that broke, and sends states.');
process.exit(said.join() === 'ONLINE,CONNECTIONBROKEN' && states === 2 ? 0 : 1);
JS
node look.mjs
