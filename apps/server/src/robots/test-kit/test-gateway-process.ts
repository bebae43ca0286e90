import { localBus } from '../../platform/socket/bus.ts';
import { createDb } from '../../platform/db/db.ts';
import { startGateway } from '../gateway.ts';

/** A gateway as a program of its own, so that it can be killed: `node test-gateway-process.ts <database> <port> <name>`. */
const [database = '', port = '0', installation = ''] = process.argv.slice(2);
const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

await startGateway({
  db: createDb(database, { connections: 4 }),
  bus: localBus(() => {}),
  now: () => new Date(),
  log: silentLog,
  port: Number(port),
  installation,
  ...(process.env['MQTT_URL'] && { mqttUrl: process.env['MQTT_URL'] }),
});
process.stdout.write('ready\n');
