import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { shardOf } from '../platform/cluster/shards.ts';
import { inScope } from '../platform/db/db.ts';
import { aCompany, eventually, type TestRobot } from './test-kit/test-gateway.ts';
import {
  anInstallation,
  isOnlineAt,
  type Installation,
  type InstalledServer,
} from '../test-kit/installation.ts';

let installation: Installation;
const robotCount = 8;

beforeAll(async () => {
  installation = await anInstallation();
});
beforeEach(() => installation.database.reset());
afterEach(async () => {
  expect(await installation.reset()).toEqual([]);
});
afterAll(() => installation.close());

/** Robots with serial numbers of all shards would take long; these are enough for both servers to own some. */
async function someRobots(owners: readonly InstalledServer[]) {
  const companyId = await aCompany(installation.database.db);
  for (let i = 0; i < robotCount; i += 1) await installation.aRobot(companyId);
  await installation.untilOwned(owners);
}

const storedEvents = () =>
  inScope(installation.database.db, '*', (tx) =>
    tx.raw<{ id: string }>('select msg_id as id from journal_ids'),
  );

describe('two servers of one installation', () => {
  test('share the robots, and each robot is online at its owner only', async () => {
    const [first, second] = [await installation.aServer(), await installation.aServer()];
    await someRobots([first, second]);
    for (const { device } of installation.robots) {
      const owner = [first, second].find((it) => it.cluster.owns(device.deviceId));
      expect(isOnlineAt(owner!, device)).toBe(true);
    }
    expect(new Set(installation.robots.map(({ device }) => shardOf(device.deviceId))).size).toBeGreaterThan(
      1,
    );
  });

  test('a server that leaves gives its robots to the other one', async () => {
    const [first, second] = [await installation.aServer(), await installation.aServer()];
    await someRobots([first, second]);
    await second.stop();
    await installation.untilOwned([first]);
  });

  test('the robots of a killed server are online at the other one, and no event is lost or stored twice', async () => {
    const [first, second] = [await installation.aServer(), await installation.aServer()];
    await someRobots([first, second]);
    const alarmOf = (robot: TestRobot, code: string) =>
      robot.durable({ alarmId: crypto.randomUUID(), event: 'RAISED', code, level: 3 });
    const events = installation.robots.map((robot) => ({ robot, message: alarmOf(robot, '10102') }));
    /** As robots do: an event is sent again until it is acknowledged. */
    const repeat = setInterval(() => {
      for (const { robot, message } of events) {
        const isAcknowledged = robot.received.some(
          (it) => it.topic === 'xAck' && (it.message['acks'] as string[]).includes(message.msgId),
        );
        if (!isAcknowledged && robot.client.connected) void robot.say('xAlarm', message, 1).catch(() => {});
      }
    }, 50);
    try {
      await second.kill();
      await installation.untilOwned([first]);
      await eventually(
        async () => (await storedEvents()).length >= robotCount,
        'every event to be stored',
        15_000,
      );
    } finally {
      clearInterval(repeat);
    }
    const ids = (await storedEvents()).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(events.map(({ message }) => message.msgId).toSorted());
  });

  test('a robot that is registered later is received by its owner', async () => {
    const [first, second] = [await installation.aServer(), await installation.aServer()];
    await someRobots([first, second]);
    const late = await installation.aRobot(await aCompany(installation.database.db));
    await eventually(
      () => [first, second].some((it) => it.gateway.live(late.device.deviceId)),
      'the late robot',
    );
    await installation.untilOwned([first, second]);
  });
});
