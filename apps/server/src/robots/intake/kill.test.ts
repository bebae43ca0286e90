import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { freePort } from '../../test-kit/servers/free-port.ts';
import { journalIds } from './journal-table.ts';
import { aCompany, aDevice, eventually, TestRobot, type Registered } from '../test-kit/test-gateway.ts';

/** Measures message loss and duplication when the server is killed. */
const messages = 1000;
const kills = 4;
const inFlight = 20;

let database: TestDatabase;
let server: ChildProcess | undefined;
const installation = `kill-${randomUUID().slice(0, 8)}`;

beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await database?.close();
});

async function startServer(port: number): Promise<void> {
  const program = join(import.meta.dirname, '../test-kit/test-gateway-process.ts');
  server = spawn('node', [program, database.url, `${port}`, installation], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = server;
  if (stdout) await once(stdout, 'data');
}

async function killServer(): Promise<void> {
  if (!server) return;
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}

/** A robot's journal: at most twenty unacknowledged messages, in order, each repeated until `xAck`. */
function journalOf(device: Registered) {
  const entries = Array.from({ length: messages }, (_, index) => ({
    msgId: newId(),
    bootId: randomUUID(),
    seq: index + 1,
    occurredAt: new Date().toISOString(),
    alarmId: newId(),
    event: 'RAISED',
    // Each has its own code, because a flood of one code becomes one row.
    code: `${10_000 + index}`,
    level: 2,
  }));
  const waiting = new Map(entries.map((it) => [it.msgId, it]));
  let headerId = 0;
  const sendSome = (client: MqttClient) => {
    for (const entry of [...waiting.values()].slice(0, inFlight)) {
      const message = { ...TestRobot.header(device, headerId++), ...entry };
      client.publish(`${TestRobot.base(device)}/xAlarm`, JSON.stringify(message), { qos: 1 }, () => {});
    }
  };
  const onAck = (payload: Buffer) => {
    const { acks } = JSON.parse(payload.toString()) as { acks: string[] };
    for (const msgId of acks) waiting.delete(msgId);
  };
  return { waiting, sendSome, hear: onAck, entries };
}

it('of a thousand durable messages none is lost or duplicated when the server is killed between them', async () => {
  const device = await aDevice(database.db, await aCompany(database.db));
  const port = await freePort();
  await startServer(port);
  const journal = journalOf(device);

  const client = mqtt.connect(process.env['MQTT_URL'] ?? `mqtt://127.0.0.1:${port}`, {
    username: device.sn,
    password: device.secret,
    clientId: device.sn,
    reconnectPeriod: 100,
    // The library does not repeat messages; the journal does, as on a robot after a power failure.
    queueQoSZero: false,
  });
  client.on('error', () => {});
  client.on('connect', () => client.subscribe(`${TestRobot.base(device)}/xAck`, { qos: 1 }));
  client.on('message', (_, payload) => journal.hear(payload));
  const pump = setInterval(() => {
    if (client.connected) journal.sendSome(client);
  }, 25);

  for (let kill = 1; kill <= kills; kill++) {
    const mark = messages - (messages / (kills + 1)) * kill;
    await eventually(() => journal.waiting.size <= mark, `${mark} messages left`, 30_000);
    await killServer();
    await startServer(port);
  }
  await eventually(() => journal.waiting.size === 0, 'everything to be acknowledged', 30_000);
  clearInterval(pump);
  await client.endAsync(true);

  const [ids, rows] = await inScope(database.db, '*', (tx) =>
    Promise.all([
      tx.select().from(journalIds).where(eq(journalIds.deviceId, device.deviceId)),
      tx.select().from(alarms).where(eq(alarms.deviceId, device.deviceId)),
    ]),
  );
  expect(new Set(ids.map((it) => it.msgId))).toEqual(new Set(journal.entries.map((it) => it.msgId)));
  expect(rows.map((it) => it.id).toSorted()).toEqual(journal.entries.map((it) => it.alarmId).toSorted());
  expect(rows.every((it) => it.count === 1)).toBe(true);
});
