import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isUpTopic, upTopicNames, type UpTopic } from '@sweepline/contract/robot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { deadLetters } from '../../entities/installation/dead-letter-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  eventually,
  idleState,
  TestRobot,
  type Registered,
} from '../test-kit/test-gateway.ts';

/** `FUZZ_ROUNDS=100000` is the long form. */
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 10_000);
const examples = resolve(import.meta.dirname, '../../../../../docs/protocol/examples');

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let good: Registered;
let evil: Registered;

beforeAll(async () => {
  database = await makeDatabase();
  const companyId = await aCompany(database.db);
  [good, evil] = [await aDevice(database.db, companyId), await aDevice(database.db, companyId)];
  // Without the guards every mutation reaches the parsers.
  running = await aGateway(database.db, {
    log: { info: () => {}, warn: () => {}, error: () => {} },
    limits: { quarantineAfter: 1e9, ratePerSecond: 1e9, burst: 1e9 },
  });
});
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
});

let seed = 20_261_121;
const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
const oddities = [
  null,
  '',
  'x',
  -1,
  1e308,
  0.5,
  true,
  [],
  {},
  [[]],
  '\0',
  '2026',
  'NaN',
  { a: { b: [1] } },
  2 ** 53,
  '\ud800',
];

/** One value somewhere in a message replaced, removed or moved. */
function mutated(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random(4) === 0)
    return oddities[random(oddities.length)];
  if (Array.isArray(value)) {
    if (value.length === 0 || random(5) === 0)
      return Array.from({ length: random(50) }, () => oddities[random(oddities.length)]);
    return value.with(random(value.length), mutated(value[random(value.length)]));
  }
  const keys = Object.keys(value);
  const key = keys[random(keys.length)] ?? 'x';
  const record = value as Record<string, unknown>;
  if (random(6) === 0) return Object.fromEntries(Object.entries(record).filter(([it]) => it !== key));
  return { ...record, [key]: mutated(record[key]) };
}

function spoiled(text: string): Buffer {
  const bytes = Buffer.from(text);
  for (let i = random(4); i >= 0; i--) bytes[random(bytes.length)] = random(256);
  return random(3) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes;
}

describe('bad messages', () => {
  const samples = readdirSync(examples)
    .map((file) => file.replace('.json', ''))
    .filter((name): name is UpTopic => isUpTopic(name))
    .map((name) => ({
      name,
      message: JSON.parse(readFileSync(join(examples, `${name}.json`), 'utf8')) as object,
    }));

  it('has examples of every topic a robot publishes', () =>
    expect(samples.map(({ name }) => name).toSorted()).toEqual(upTopicNames.toSorted()));

  it('disturb neither the server nor another robot, and are counted and kept within their limit', async () => {
    const [robot, other] = [
      await TestRobot.connect(running.gateway.mqttUrl, evil),
      await TestRobot.connect(running.gateway.mqttUrl, good),
    ];
    const delays: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const { name, message } = samples[random(samples.length)] ?? { name: 'state', message: {} };
      const whole = { ...message, manufacturer: evil.manufacturer, serialNumber: evil.sn };
      // Fresh ids, or all but the first would be taken for repetitions.
      const fresh = {
        ...whole,
        ...('msgId' in whole && { msgId: newId() }),
        ...('alarmId' in whole && { alarmId: newId() }),
      };
      const text = JSON.stringify(random(20) === 0 ? mutated([fresh]) : mutated(fresh));
      const payload = random(4) === 0 ? spoiled(text) : Buffer.from(text);
      robot.client.publish(`${TestRobot.base(evil)}/${name}`, payload, { qos: 0 });
      if (round % 400 === 399) delays.push(await latency(other, round));
    }
    delays.sort((a, b) => a - b);
    // Measured in the long form, which is started by hand: other tests share the machine.
    if (rounds >= 100_000) expect(delays[Math.floor(delays.length * 0.99)]).toBeLessThan(1000);

    // All of it has been looked at when the last, good message is stored.
    const last = robot.durable({ alarmId: newId(), event: 'RAISED', code: '10102', level: 3 });
    await robot.say('xAlarm', last, 1);
    await robot.waitForMessage('xAck', (it) => (it['acks'] as string[]).includes(last.msgId));
    const rejected = running.gateway.rejections();
    expect(
      rejected.find((it) => it.reason === 'INTERNAL'),
      await faults(),
    ).toBeUndefined();
    expect(rejected.reduce((sum, it) => sum + it.count, 0)).toBeGreaterThan(rounds / 10);
    const deviceLetters = await eventually(async () => {
      const rows = await inScope(database.db, '*', (tx) =>
        tx.select().from(deadLetters).where(eq(deadLetters.deviceId, evil.deviceId)),
      );
      return rows.length > 0 && rows;
    }, 'dead letters');
    // The limit is for each hour, and the test may run over the end of one.
    const byReason = Map.groupBy(deviceLetters, ({ reason, at }) => `${reason} ${at.slice(0, 13)}`);
    for (const [reason, rows] of byReason) expect(rows.length, reason).toBeLessThanOrEqual(10);
    await robot.leave();
    await other.leave();
  });

  const faults = async () =>
    JSON.stringify(
      await inScope(database.db, '*', (tx) =>
        tx
          .select({ topic: deadLetters.topic, detail: deadLetters.detail })
          .from(deadLetters)
          .where(eq(deadLetters.reason, 'INTERNAL')),
      ),
    );

  /** Milliseconds from a good robot's state to the live state that shows it. */
  async function latency(robot: TestRobot, round: number): Promise<number> {
    const before = performance.now();
    const y = round / 1000;
    await robot.state({ mobileRobotPosition: { ...idleState.mobileRobotPosition, y } });
    await eventually(() => running.gateway.live(good.deviceId)?.position?.value.y === y, 'the good robot');
    return performance.now() - before;
  }
});

it('sets a device aside that sends nothing but nonsense', async () => {
  const companyId = await aCompany(database.db);
  const device = await aDevice(database.db, companyId);
  const strict = await aGateway(database.db, { limits: { quarantineAfter: 5 } });
  const robot = await TestRobot.connect(strict.gateway.mqttUrl, device);
  for (let i = 0; i < 10; i++)
    await robot.client.publishAsync(`${TestRobot.base(device)}/state`, '{', { qos: 1 });
  await robot.say('state', idleState, 1);
  const count = (reason: string) =>
    strict.gateway.rejections().find((it) => it.reason === reason)?.count ?? 0;
  await eventually(() => count('QUARANTINED') >= 5, 'quarantine');
  expect(count('NOT_JSON')).toBe(6);
  expect(strict.gateway.live(device.deviceId)?.position).toBeNull();
  // Whether it is there is still believed.
  await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  await eventually(
    () => strict.gateway.live(device.deviceId)?.connection.state === 'ONLINE',
    'the device to be online',
  );
  await robot.leave();
  await strict.gateway.stop();
});
