import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commands } from '../../entities/devices/command-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  aCompany,
  aGateway,
  anOnlineRobot,
  eventually,
  type Registered,
  type TestRobot,
} from '../test-kit/test-gateway.ts';

let database: TestDatabase;
let running: Awaited<ReturnType<typeof aGateway>>;
let robot: TestRobot;
let device: Registered;
let companyId: string;

beforeAll(async () => {
  database = await makeDatabase();
  companyId = await aCompany(database.db);
  running = await aGateway(database.db, { timing: { commandResendMs: [200, 200, 200, 200, 200] } });
});
beforeEach(async () => {
  await robot?.leave();
  ({ device, robot } = await anOnlineRobot(running, database.db, companyId));
});
afterAll(async () => {
  await robot?.leave();
  await running?.gateway.stop();
  await database?.close();
});

const live = () => running.gateway.live(device.deviceId);
const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(database.db, '*', work);
const waitForAck = (msgId: string) =>
  robot.waitForMessage('xAck', (message) => (message['acks'] as string[]).includes(msgId));

describe('commands', () => {
  const locate = () =>
    running.gateway.commands.sendCommand({
      deviceId: device.deviceId,
      type: 'locate',
      params: { seconds: 5 },
      by: 'test',
    });
  const row = async (id: string) =>
    (await read((tx) => tx.select().from(commands).where(eq(commands.id, id))))[0];

  it("a command is repeated with the same id until answered, and ends with the robot's status", async () => {
    const { id } = await locate();
    await robot.waitForMessage('xCommand', (it) => it['commandId'] === id && it['attempt'] === 2);
    await robot.say('xReply', { commandId: id, status: 'ACCEPTED' }, 1);
    await eventually(async () => (await row(id))?.status === 'ACCEPTED', 'acceptance');
    const end = robot.durable({ commandId: id, status: 'SUCCEEDED', code: '', result: { found: true } });
    await robot.say('xReply', end, 1);
    await waitForAck(end.msgId);
    expect(await row(id)).toMatchObject({ status: 'SUCCEEDED', result: { found: true }, late: false });
    // A late earlier status changes nothing.
    await robot.say('xReply', { commandId: id, status: 'RUNNING' }, 1);
    expect(await row(id)).toMatchObject({ status: 'SUCCEEDED' });
  });

  it('an unanswered command times out, and a late end replaces that', async () => {
    const { id } = await locate();
    await eventually(async () => (await row(id))?.status === 'TIMED_OUT', 'the time-out');
    expect(
      robot.received.filter((it) => it.topic === 'xCommand' && it.message['commandId'] === id),
    ).toHaveLength(6);
    const end = robot.durable({ commandId: id, status: 'FAILED', code: 'BUSY' });
    await robot.say('xReply', end, 1);
    await waitForAck(end.msgId);
    expect(await row(id)).toMatchObject({ status: 'FAILED', code: 'BUSY', late: true });
  });

  it('commands of one lane run one after the other', async () => {
    const [first, second] = [await locate(), await locate()];
    await robot.waitForMessage('xCommand', (it) => it['commandId'] === first.id);
    expect(robot.received.some((it) => it.message['commandId'] === second.id)).toBe(false);
    const end = robot.durable({ commandId: first.id, status: 'SUCCEEDED', code: '' });
    await robot.say('xReply', end, 1);
    const next = await robot.waitForMessage('xCommand', (it) => it['commandId'] === second.id);
    expect(Number(next['laneSeq'])).toBeGreaterThan(first.laneSeq);
  });

  it('only a deferred command waits for a robot that is offline', async () => {
    await robot.say('connection', { connectionState: 'OFFLINE' }, 1);
    await eventually(() => live()?.connection.state === 'OFFLINE', 'the robot to be offline');
    await expect(locate()).rejects.toMatchObject({ code: 'OFFLINE' });
    const waiting = await running.gateway.commands.sendCommand({
      deviceId: device.deviceId,
      type: 'consumable.reset',
      params: { id: 'filter' },
      by: 'test',
    });
    expect(waiting.status).toBe('QUEUED');
    await robot.say('connection', { connectionState: 'ONLINE' }, 1);
    await robot.state();
    await robot.waitForMessage('xCommand', (it) => it['commandId'] === waiting.id);
  });

  const isCancelOf = ({ params }: Record<string, unknown>, id: string) =>
    (params as { commandId?: string }).commandId === id;
  const sendFinalReply = async (reply: Record<string, unknown>) => {
    const end = robot.durable(reply);
    await robot.say('xReply', end, 1);
    await waitForAck(end.msgId);
  };

  it('a canceled command is canceled at the robot, and a late success still counts', async () => {
    const { id } = await locate();
    await robot.waitForMessage('xCommand', (it) => it['commandId'] === id);
    expect(await running.gateway.commands.cancel(id, 'li')).toMatchObject({
      status: 'CANCELED',
      canceledBy: 'li',
    });
    await robot.waitForMessage('xCommand', (it) => it['type'] === 'command.cancel');
    await expect(running.gateway.commands.cancel(id, 'li')).rejects.toMatchObject({ code: 'WRONG_STATE' });
    await robot.say('xReply', { commandId: id, status: 'ACCEPTED' }, 1);
    await sendFinalReply({ commandId: id, status: 'SUCCEEDED', code: '' });
    expect(await row(id)).toMatchObject({ status: 'SUCCEEDED', late: true, canceledBy: 'li' });
  });

  it("a cancellation concurrent with the robot's acceptance has one winner, equal in memory and database", async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await locate();
      await robot.waitForMessage('xCommand', (it) => it['commandId'] === id);
      const [canceled] = await Promise.allSettled([
        running.gateway.commands.cancel(id, 'li'),
        robot.say('xReply', { commandId: id, status: 'ACCEPTED' }, 1),
      ]);
      if (canceled.status === 'fulfilled') {
        const cancelation = await robot.waitForMessage('xCommand', (it) => isCancelOf(it, id));
        await sendFinalReply({ commandId: cancelation['commandId'], status: 'FAILED', code: 'CANCELED' });
      }
      await sendFinalReply({ commandId: id, status: 'CANCELED', code: 'CANCELED' });
      const last = await row(id);
      expect(last?.status).toBe('CANCELED');
      expect(last?.canceledBy).toBe(canceled.status === 'fulfilled' ? 'li' : '');
    }
  });

  it('a command keeps its first sending and first reply times when it is repeated', async () => {
    const { id } = await locate();
    await robot.waitForMessage('xCommand', (it) => it['commandId'] === id && it['attempt'] === 3);
    await robot.say('xReply', { commandId: id, status: 'ACCEPTED' }, 1);
    await robot.say('xReply', { commandId: id, status: 'RUNNING', progressPct: 50 }, 1);
    const repeated = await eventually(async () => {
      const it = await row(id);
      return it?.status === 'RUNNING' && it;
    }, 'the work on it');
    const ms = (moment: string | null) => Date.parse(moment ?? '');
    // A slow machine sends it once more before the reply.
    expect(repeated.attempts).toBeGreaterThanOrEqual(3);
    expect(ms(repeated.lastSentAt)).toBeGreaterThan(ms(repeated.sentAt));
    expect(ms(repeated.repliedAt)).toBeGreaterThanOrEqual(ms(repeated.lastSentAt));
    expect(ms(repeated.runningAt)).toBeGreaterThanOrEqual(ms(repeated.acceptedAt));
    const published = running.pushed.filter(({ channel }) => channel === '/ws/commands');
    const states = published.flatMap(
      ({ content }) => (content as { changes: { id: string; status: string }[] }).changes,
    );
    expect(states.filter((it) => it.id === id).map((it) => it.status)).toEqual(
      expect.arrayContaining(['QUEUED', 'SENT', 'ACCEPTED', 'RUNNING']),
    );
  });

  it('commands of the server itself are deleted after their end, and the numbers of their lane continue', async () => {
    const rate = () =>
      running.gateway.commands.sendCommand({
        deviceId: device.deviceId,
        type: 'stream.rate',
        params: { visualizationHz: 2, telemetryS: 5, holdS: 60 },
        by: '',
      });
    const answer = async (id: string) => {
      const end = robot.durable({ commandId: id, status: 'SUCCEEDED', code: '' });
      await robot.say('xReply', end, 1);
      await waitForAck(end.msgId);
    };
    const laneSeqs: number[] = [];
    for (let n = 0; n < 4; n++) {
      const { id, laneSeq } = await rate();
      laneSeqs.push(laneSeq);
      await answer(id);
    }
    expect(laneSeqs).toEqual([1, 2, 3, 4]);
    const { id } = await locate();
    await answer(id);
    const unanswered = await rate();
    // The status is written after the sending.
    await eventually(async () => (await row(unanswered.id))?.status === 'SENT', 'the last one to be sent');
    const rows = await read((tx) => tx.select().from(commands).where(eq(commands.deviceId, device.deviceId)));
    const remaining = rows.map(({ type, laneSeq, status }) => `${type} ${laneSeq} ${status}`);
    // The user's command remains, and the server's command in progress.
    expect(remaining.toSorted()).toEqual(['locate 1 SUCCEEDED', 'stream.rate 5 SENT']);
    // Its late reply is acknowledged although its row is deleted.
    await rate();
    await answer(unanswered.id);
  });
});
