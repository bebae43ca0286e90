import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isUpTopic } from '@sweepline/contract/robot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { aCompany, aDevice, aGateway, TestRobot, type Registered } from '../test-kit/test-gateway.ts';

/** Names that every object has without being given them. */
const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
const examples = resolve(import.meta.dirname, '../../../../../docs/protocol/examples');

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let device: Registered;

beforeAll(async () => {
  database = await makeDatabase();
  device = await aDevice(database.db, await aCompany(database.db));
  running = await aGateway(database.db, {
    log: { info: () => {}, warn: () => {}, error: () => {} },
    limits: { quarantineAfter: 1e9, ratePerSecond: 1e9, burst: 1e9 },
  });
});
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
});

/** The value once for each place in it: a text there becomes `name`, an object gets `name` as a further key. */
function* spoilt(value: unknown, name: string): Generator {
  if (typeof value === 'string') yield name;
  if (Array.isArray(value))
    for (const [at, item] of value.entries())
      for (const other of spoilt(item, name)) yield value.with(at, other);
  else if (typeof value === 'object' && value !== null) {
    yield { ...value, [name]: { [name]: name } };
    for (const [key, item] of Object.entries(value))
      for (const other of spoilt(item, name)) yield { ...value, [key]: other };
  }
}

describe('names that every object has', () => {
  const samples = readdirSync(examples)
    .map((file) => file.replace('.json', ''))
    .filter(isUpTopic)
    .map((name) => ({
      name,
      message: JSON.parse(readFileSync(join(examples, `${name}.json`), 'utf8')) as object,
    }));

  it.each(samples)('are plain text in every field of $name', async ({ name: topic, message }) => {
    const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
    const whole = { ...message, manufacturer: device.manufacturer, serialNumber: device.sn };
    for (const name of names)
      for (const bad of spoilt(whole, name) as Iterable<object>) {
        // Fresh ids, or all but the first would be taken for repetitions.
        const fresh = { ...bad, ...('msgId' in message && { msgId: newId() }) };
        await robot.client.publishAsync(`${TestRobot.base(device)}/${topic}`, JSON.stringify(fresh), {
          qos: 1,
        });
      }
    // All of it has been looked at when the last, good message is stored.
    const last = robot.durable({ alarmId: newId(), event: 'RAISED', code: '10102', level: 3 });
    await robot.say('xAlarm', last, 1);
    await robot.waitForMessage('xAck', (it) => (it['acks'] as string[]).includes(last.msgId));
    const rejected = running.gateway.rejections();
    expect(rejected.find((it) => it.reason === 'INTERNAL')).toBeUndefined();
    await robot.leave();
  });
});
