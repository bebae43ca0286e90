import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { driveSessions } from '../entities/devices/control-table.ts';
import { newId } from '../platform/runtime/ids.ts';
import { inScope } from '../platform/db/db.ts';
import { eventually, type TestRobot } from '../robots/test-kit/test-gateway.ts';
import {
  anInstallation,
  isOnlineAt,
  type Installation,
  type InstalledServer,
} from '../test-kit/gateway-installation.ts';
import { serversWithRobot } from '../test-kit/servers/servers-with-robot.ts';

let installation: Installation;
const stops: (() => void)[] = [];

beforeAll(async () => {
  installation = await anInstallation();
});
beforeEach(() => installation.database.reset());
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  expect(await installation.reset()).toEqual([]);
});
afterAll(() => installation.close());

const frameEveryMs = 50;

/** A robot that is driven from a page of a server that does not own it. The page holds the switch until `letGo`. */
async function aDrive() {
  const { owner, other, robot, id } = await serversWithRobot(installation);
  const opened = await other.robots.drives.open({
    deviceId: id,
    who: { accountId: newId(), name: 'Ada' },
    login: 'page',
    byRight: 'COMPANY',
    reason: '',
    maxV: 0.4,
    force: false,
  });
  if (!('sessionId' in opened)) throw new Error('another driver has it');
  let seq = 0;
  const page = setInterval(() => {
    const frame = { session: opened.sessionId, deadman: true, v: 0.3, w: 0, at: Date.now(), seq: seq++ };
    other.robots.drives.frame('page', frame);
  }, frameEveryMs);
  const letGo = () => clearInterval(page);
  stops.push(letGo);
  await eventually(() => movesOf(robot).length > 3, 'the robot to be driven');
  return { owner, other, robot, id, letGo, frames: () => seq };
}

/** The messages that let the robot move: without one for 0.4 seconds it brakes (docs/protocol/drive.md#watchdog). */
const movesOf = (robot: TestRobot) =>
  robot.received.filter(({ topic, message }) => topic === 'xDrive' && message['deadman'] === true);

/** A command that reached the robot: messages of a robot are in order, so all that were sent before it have arrived. */
async function isCommanded(robot: TestRobot, { gateway }: InstalledServer) {
  const command = {
    deviceId: robot.device.deviceId,
    type: 'locate',
    params: { seconds: 5 },
    by: '',
  } as const;
  const sent = async () => {
    await robot.say('xTelemetry', { mode: 'MANUAL_RUN', modePaused: false }, 1);
    return await gateway.commands.sendCommand(command).catch(() => undefined);
  };
  const row = await eventually(sent, 'a command', 15_000);
  await robot.waitForMessage('xCommand', ({ commandId }) => commandId === row.id);
}

/** Proves that messages reach the robot and that none lets it move any more. */
async function staysStopped(robot: TestRobot, server: InstalledServer) {
  await isCommanded(robot, server);
  const moves = movesOf(robot).length;
  await pause(10 * frameEveryMs);
  await isCommanded(robot, server);
  expect(movesOf(robot).length).toBe(moves);
}

describe('a driven robot is no longer told to move', () => {
  test('when the server of the page is killed', async () => {
    const { owner, other, robot, letGo } = await aDrive();
    // The page has lost its server: nothing tells the owner that it let go.
    letGo();
    await other.kill();
    await staysStopped(robot, owner);
  });

  test('when its owner is killed, although the page goes on; its session has ended at the new owner', async () => {
    const { owner, other, robot, id, frames } = await aDrive();
    await owner.kill();
    const sentBefore = frames();
    await eventually(() => isOnlineAt(other, robot.device), 'the other server to own the robot', 15_000);
    await staysStopped(robot, other);
    expect(frames()).toBeGreaterThan(sentBefore + 10);
    expect(other.gateway.drives.status(id).session).toBeNull();
    const rows = await inScope(installation.database.db, '*', (tx) => tx.select().from(driveSessions));
    // Its driver is no account here: on a slow machine its right ends before the server does.
    expect(rows.map(({ endedAs }) => ['RESTARTED', 'RIGHT_ENDED'].includes(endedAs ?? ''))).toEqual([true]);
  });
});
