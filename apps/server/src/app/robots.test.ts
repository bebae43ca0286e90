import { deviceTopic, type DeviceLive } from '@sweepline/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../platform/runtime/ids.ts';
import type { Rejection } from '../robots-port/robots.ts';
import { eventually, TestRobot } from '../robots/test-kit/test-gateway.ts';
import {
  anInstallation,
  isOnlineAt,
  type Installation,
  type InstalledServer,
} from '../test-kit/gateway-installation.ts';
import { serversWithRobot } from '../test-kit/servers/servers-with-robot.ts';

let installation: Installation;

beforeAll(async () => {
  installation = await anInstallation();
});
beforeEach(() => installation.database.reset());
afterEach(async () => {
  expect(await installation.reset()).toEqual([]);
});
afterAll(() => installation.close());

const command = (robot: TestRobot) => ({
  deviceId: robot.device.deviceId,
  type: 'locate' as const,
  params: { seconds: 5 },
  by: 'ada',
});

const twoServers = () => serversWithRobot(installation);

describe('a robot of another server', () => {
  test('has the live state of its owner', async () => {
    const { owner, other, id } = await twoServers();
    expect(other.gateway.live(id)).toBeUndefined();
    // When it was last seen changes between the two reads.
    const { position, battery, mode } = owner.gateway.live(id)!;
    expect(await other.robots.live(id)).toMatchObject({ deviceId: id, position, battery, mode });
  });

  test('receives a command, whose row says what became of it', async () => {
    const { other, robot } = await twoServers();
    const row = await other.robots.commands.sendCommand(command(robot));
    expect(row).toMatchObject({ type: 'locate', by: 'ada', deviceId: robot.device.deviceId });
    const received = await robot.waitForMessage('xCommand', ({ type }) => type === 'locate');
    expect(received['commandId']).toBe(row.id);
    await eventually(
      () =>
        other.robots.commands.cancel(row.id, 'ada').then(
          () => false,
          ({ code }) => code === 'WRONG_STATE',
        ),
      'the command to be over',
    );
  });

  test('refuses as its owner does', async () => {
    const { owner, other, robot, id } = await twoServers();
    await robot.leave();
    await eventually(() => owner.gateway.live(id)?.connection.state !== 'ONLINE', 'the robot to be offline');
    await expect(other.robots.commands.sendCommand(command(robot))).rejects.toMatchObject({
      code: 'OFFLINE',
    });
  });

  test('drives to a point, once, although the run is started at two servers', async () => {
    const { owner, other, robot, id } = await twoServers();
    const goal = { deviceId: id, goal: { x: 2, y: 2 }, by: 'ada' };
    const run = await other.robots.runs.navigate(goal);
    expect(run).toMatchObject({ deviceId: id, kind: 'NAVIGATION', by: 'ada' });
    await robot.waitForMessage('order', ({ orderId }) => orderId === run.id);
    expect(await other.robots.runs.holds(id, run.id)).toBe(true);
    await expect(owner.robots.runs.navigate(goal)).rejects.toMatchObject({ code: 'RUN_ACTIVE' });
    await expect(other.robots.runs.navigate(goal)).rejects.toMatchObject({ code: 'RUN_ACTIVE' });
    expect(await other.robots.unwrittenPath(id, run.id)).toEqual(owner.gateway.unwrittenPath(run.id));
  });

  test('is driven by hand, and stops when the page of the driver is closed', async () => {
    const { other, robot, id } = await twoServers();
    const driver = { accountId: newId(), name: 'Ada' };
    const opened = await other.robots.drives.open({
      deviceId: id,
      who: driver,
      login: 'page',
      byRight: 'COMPANY',
      reason: '',
      maxV: 0.4,
      force: false,
    });
    if (!('sessionId' in opened)) throw new Error('another driver has it');
    expect((await other.robots.drives.status(id)).session?.driver).toEqual(driver);
    const frame = { session: opened.sessionId, deadman: true, v: 0.3, w: 0 };
    const startedMs = Date.now();
    const driving = setInterval(
      () => other.robots.drives.frame('page', { ...frame, at: Date.now(), seq: Date.now() - startedMs }),
      100,
    );
    try {
      await robot.waitForMessage('xDrive', ({ v }) => Number(v) > 0);
    } finally {
      clearInterval(driving);
    }
    other.robots.drives.lost('page');
    await robot.waitForMessage('xDrive', ({ deadman }) => deadman === false);
    await other.robots.drives.close(id, 'page', false);
    expect((await other.robots.drives.status(id)).session).toBeNull();
  });

  test('sends its state to the pages of every server, also after its owner was killed', async () => {
    const { owner, other, robot, id } = await twoServers();
    const frames: DeviceLive[] = [];
    const stop = other.bus.subscribe(deviceTopic(id), ({ content }) => void frames.push(content.live));
    other.robots.watch(id, true);
    const rateRequests = () =>
      robot.received.filter(
        ({ topic, message }) => topic === 'xCommand' && message['type'] === 'stream.rate',
      );
    await eventually(() => rateRequests().length > 0, 'the owner to ask for more positions');
    await robot.state();
    await eventually(() => frames.length > 0, 'a state at the other server');
    const before = rateRequests().length;
    await owner.kill();
    await eventually(() => isOnlineAt(other, robot.device), 'the other server to own the robot', 15_000);
    await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
    await eventually(() => rateRequests().length > before, 'the new owner to ask for more positions');
    stop();
  });

  test('is commanded at its new owner, once the first one was killed', async () => {
    const { owner, other, robot } = await twoServers();
    await owner.kill();
    const untilOnline = async () => {
      await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
      const sent = await other.robots.commands.sendCommand(command(robot)).catch((error: unknown) => error);
      return sent instanceof Error ? undefined : (sent as Awaited<ReturnType<SendCommand>>);
    };
    const row = await eventually(untilOnline, 'a command', 15_000);
    await robot.waitForMessage('xCommand', ({ commandId }) => commandId === row.id);
  });
});
type SendCommand = InstalledServer['robots']['commands']['sendCommand'];

test('the messages that a server rejected are counted at every server', async () => {
  const { other, robot, owner } = await twoServers();
  // Robots of the tests before are retained at the broker, and unknown to these servers.
  const spoiled = async ({ rejections }: { rejections: () => Rejections }) =>
    (await rejections()).find(({ reason }) => reason !== 'UNKNOWN_DEVICE');
  const isKnown = async () => {
    // A broker may lose a message that another one follows at once, so it is sent until it is counted.
    await robot.client.publishAsync(`${TestRobot.base(robot.device)}/state`, 'no object', { qos: 1 });
    const [counted, told] = [await spoiled(owner.gateway), await spoiled(other.robots)];
    return counted && told && told.reason === counted.reason && told.count >= counted.count;
  };
  await eventually(isKnown, 'the rejected messages at the other server');
  expect(await spoiled(other.gateway)).toBeUndefined();
});
type Rejections = Rejection[] | Promise<Rejection[]>;
