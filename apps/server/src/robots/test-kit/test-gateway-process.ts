import { localBus } from '../../platform/socket/bus.ts';
import { createDb } from '../../platform/db/db.ts';
import { startGateway } from '../gateway.ts';

/** A gateway as a separate process, so that a test can kill it: `node test-gateway-process.ts <database> <port> <name>`. */
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
