import { and, eq } from 'drizzle-orm';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { settableClock } from '../../platform/runtime/clock.ts';
import { inScope } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import type { AlarmRegistry } from '../alarms/alarm-registry.ts';
import { createStallDetector } from '../runs/stall-detector.ts';
import type { RunRegistry } from '../runs/run-registry.ts';
import type { Session } from './session.ts';
import { createSessionConflicts } from './session-conflicts.ts';
import {
  aCompany,
  aDevice,
  aGateway,
  anOnlineRobot,
  eventually,
  onOutsideBroker,
  TestRobot,
} from '../test-kit/test-gateway.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

let database: TestDatabase;
let companyId: string;
const clock = settableClock(new Date().toISOString());
let running: Awaited<ReturnType<typeof aGateway>>;
beforeAll(async () => {
  database = await makeDatabase();
  companyId = await aCompany(database.db);
  running = await aGateway(database.db, { now: clock, devListener: true });
});
afterAll(async () => {
  await running?.gateway.stop();
  await database?.close();
});

const minute = 60_000;
const alarmOf = async (deviceId: string, code: string) => {
  const ofDevice = and(eq(alarms.deviceId, deviceId), eq(alarms.code, code));
  return (await inScope(database.db, '*', (tx) => tx.select().from(alarms).where(ofDevice)))[0];
};
const waitForAlarm = (deviceId: string, code: string) =>
  eventually(async () => (await alarmOf(deviceId, code))?.clearedAt === null, `alarm ${code}`);
const waitForClear = (deviceId: string, code: string) =>
  eventually(async () => (await alarmOf(deviceId, code))?.clearedAt, `the end of alarm ${code}`);

describe('80003, no progress', () => {
  /** A drive of twenty metres that stays between two nodes until the test moves it. */
  function aDrive() {
    const calls: string[] = [];
    const run = {
      row: {
        id: 'run',
        deviceId: 'd',
        kind: 'NAVIGATION',
        state: 'IN_PROGRESS',
        plan: { goal: { x: 20, y: 0 } },
      },
    };
    const session = {
      state: { lastNodeId: 'n1', nodesLeft: 2 },
      live: { position: { value: { x: 0, y: 0 } } },
    };
    // Only the members that the detector uses.
    const watch = createStallDetector(
      { all: () => [run], get: () => run } as unknown as RunRegistry,
      {
        raise: (_: unknown, code: string, runId: string) => calls.push(`raise ${code} ${runId}`),
        clear: () => calls.push('clear'),
      } as unknown as AlarmRegistry,
      () => session as unknown as Session,
    );
    return { calls, run, session, watch };
  }
  // Twenty metres at 0.2 m/s, and two minutes.
  const limitMs = 100_000 + 120_000;

  it('is raised when a drive passes no node for longer than a slow vehicle needs, and not before', () => {
    const { calls, watch } = aDrive();
    watch.tick(0);
    watch.tick(limitMs);
    expect(calls).toEqual([]);
    watch.tick(limitMs + 1);
    expect(calls).toEqual(['raise 80003 run']);
  });

  it('is cleared at the next node, with a new limit for the remaining distance', () => {
    const { calls, session, watch } = aDrive();
    watch.tick(0);
    watch.tick(limitMs + 1);
    session.state = { lastNodeId: 'n2', nodesLeft: 1 };
    session.live.position.value = { x: 18, y: 0 };
    watch.tick(limitMs + 2);
    watch.tick(limitMs + 2 + 10_000 + 120_000);
    expect(calls).toEqual(['raise 80003 run', 'clear']);
    watch.tick(limitMs + 3 + 10_000 + 120_000);
    expect(calls.at(-1)).toBe('raise 80003 run');
  });

  it('is cleared when the drive is paused or done, and not raised for a cleaning', () => {
    const { calls, run, watch } = aDrive();
    watch.tick(0);
    run.row.state = 'PAUSED';
    watch.tick(limitMs + 1);
    expect(calls).toEqual(['clear']);
    Object.assign(run.row, { state: 'IN_PROGRESS', kind: 'CLEANING' });
    watch.tick(limitMs + 2);
    watch.tick(3 * limitMs);
    expect(calls).toEqual(['clear']);
  });
});

it('80005 is raised for a clock that is off by more than five minutes for ten minutes, until it is right', async () => {
  const { device, robot } = await anOnlineRobot(running, database.db, companyId);
  const sendState = (offMs: number) =>
    robot.state({ timestamp: new Date(clock().getTime() + offMs).toISOString() });
  for (let n = 0; n < 20; n++) await sendState(-6 * minute);
  const since = clock().getTime();
  await eventually(async () => {
    clock.advance(minute);
    await sendState(-6 * minute);
    return (await alarmOf(device.deviceId, '80005'))?.clearedAt === null;
  }, 'alarm 80005');
  const { raisedAt } = (await alarmOf(device.deviceId, '80005'))!;
  expect(Date.parse(raisedAt) - since).toBeGreaterThanOrEqual(10 * minute);
  for (let n = 0; n < 20; n++) await sendState(0);
  await waitForClear(device.deviceId, '80005');
  await robot.leave();
});

describe('80013, a credential used twice', () => {
  it('is detected after more than five take-overs within a minute, per device', () => {
    const takeOvers = createSessionConflicts();
    const times = [0, 10, 20, 30, 40].map((second) => takeOvers.isFlapping('A', second * 1000));
    expect(times).toEqual([false, false, false, false, false]);
    expect(takeOvers.isFlapping('B', 41_000)).toBe(false);
    expect(takeOvers.isFlapping('A', 42_000)).toBe(true);
    expect(takeOvers.isFlapping('A', 200_000)).toBe(false);
  });

  it.skipIf(onOutsideBroker)(
    'is raised by clients that disconnect each other, and cleared ten minutes after the last take-over',
    async () => {
      const device = await aDevice(database.db, companyId);
      announceDevice(running.bus, device.deviceId);
      await eventually(() => running.gateway.live(device.deviceId), 'the gateway to know the device');
      const copies: TestRobot[] = [];
      for (let n = 0; n < 7; n++) copies.push(await TestRobot.connect(running.gateway.mqttUrl, device));
      await waitForAlarm(device.deviceId, '80013');
      expect(await alarmOf(device.deviceId, '80013')).toMatchObject({ level: 5, source: 'SERVER' });
      expect(copies.map((it) => it.client.connected)).toEqual([
        false,
        false,
        false,
        false,
        false,
        false,
        true,
      ]);
      clock.advance(10 * minute);
      await waitForClear(device.deviceId, '80013');
      for (const copy of copies) await copy.leave();
    },
  );
});

it('a deleted device leaves no retained message at the broker', async () => {
  const { device, robot } = await anOnlineRobot(running, database.db, companyId);
  const reported = { versions: { robot: '1.0.0' }, sections: {} };
  await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
  const retain = (topic: string, body: object) =>
    robot.client.publishAsync(
      `${TestRobot.base(device)}/${topic}`,
      JSON.stringify({ ...TestRobot.header(device, 9), ...body }),
      { qos: 1, retain: true },
    );
  await retain('connection', { connectionState: 'OFFLINE' });
  await retain('factsheet', {});
  await retain('xReported', reported);
  /** The retained messages that a new client receives. */
  const retainedTopics = async () => {
    const client = await mqtt.connectAsync(running.gateway.mqttUrl);
    const topics: string[] = [];
    client.on('message', (topic) => topics.push(topic.split('/').at(-1) ?? ''));
    await client.subscribeAsync(`vda5050/+/+/${device.sn}/+`, { qos: 1 });
    // Retained messages follow the answer to the subscription, without an end marker.
    await new Promise((done) => setTimeout(done, 150));
    await client.endAsync();
    return topics.toSorted();
  };
  expect(await retainedTopics()).toEqual(['connection', 'factsheet', 'xReported']);
  await robot.leave();
  await inScope(database.db, '*', (tx) => tx.delete(devices).where(eq(devices.id, device.deviceId)));
  announceDevice(running.bus, device.deviceId);
  await eventually(() => !running.gateway.live(device.deviceId), 'the device to be forgotten');
  expect(await eventually(async () => (await retainedTopics()).length === 0, 'the broker to forget it')).toBe(
    true,
  );
});
