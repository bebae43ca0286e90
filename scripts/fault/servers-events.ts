import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import { inScope, type Db } from '../../apps/server/src/platform/db/db.ts';
import { companyIds } from '../../apps/server/src/test-kit/people.ts';
import { aDevice, TestRobot } from '../../apps/server/src/robots/test-kit/test-gateway.ts';

const robotCount = 20;
/** As many unacknowledged events as the protocol allows a robot. */
const maxOpen = 20;
const lookMs = 25;
const repeatMs = 1_000;

interface Reporter {
  robot: TestRobot;
  /** The body of each unacknowledged event, and when it was last sent. */
  open: Map<string, { message: ReturnType<TestRobot['durable']>; sentMs: number }>;
  ackMs: number;
}

const acknowledgements = (payload: Buffer) => (JSON.parse(payload.toString()) as { acks: string[] }).acks;

async function aReporter(db: Db, mqttUrl: string): Promise<Reporter> {
  const device = await aDevice(db, companyIds.mall);
  const robot = await TestRobot.connect(mqttUrl, device, { reconnectPeriod: 250 });
  const reporter: Reporter = { robot, open: new Map(), ackMs: performance.now() };
  robot.client.on('error', () => {});
  robot.client.on('message', (topic, payload) => {
    // Nothing else is read, and of thousands of acknowledgements none is needed later.
    robot.received.length = 0;
    if (!topic.endsWith('/xAck')) return;
    for (const id of acknowledgements(payload)) reporter.open.delete(id);
    reporter.ackMs = performance.now();
  });
  const greet = () => robot.say('connection', { connectionState: 'ONLINE' }, 1).catch(() => {});
  robot.client.on('connect', () => void greet());
  await greet();
  return reporter;
}

/** Robots that report alarms as fast as they are acknowledged, and repeat each until it is, as the protocol demands. */
export async function startReporters(db: Db, mqttUrl: string) {
  const reporters: Reporter[] = [];
  for (let n = 0; n < robotCount; n += 1) reporters.push(await aReporter(db, mqttUrl));
  const sent: string[] = [];
  let left = 0;
  const send = ({ robot, open }: Reporter, message: ReturnType<TestRobot['durable']>) => {
    open.set(message.msgId, { message, sentMs: performance.now() });
    if (robot.client.connected) void robot.say('xAlarm', message, 1).catch(() => {});
  };
  const look = (reporter: Reporter) => {
    const lateMs = performance.now() - repeatMs;
    for (const { message, sentMs } of reporter.open.values()) if (sentMs < lateMs) send(reporter, message);
    for (; left > 0 && reporter.open.size < maxOpen; left -= 1) {
      const { robot } = reporter;
      const message = robot.durable({ alarmId: newId(), event: 'RAISED', code: '10102', level: 1 });
      sent.push(message.msgId);
      send(reporter, message);
    }
  };
  const timer = setInterval(() => reporters.forEach(look), lookMs);
  const isOver = () => left === 0 && reporters.every(({ open }) => open.size === 0);
  return {
    deviceIds: reporters.map(({ robot }) => robot.device.deviceId),
    /** Reports so many events more. */
    report: (count: number): void => void (left += count),
    left: () => left,
    /** Resolves when every event is acknowledged; false if that takes too long. */
    settled: async (withinMs: number): Promise<boolean> => {
      for (const fromMs = performance.now(); !isOver(); await pause(50))
        if (performance.now() - fromMs > withinMs) return false;
      return true;
    },
    /** The time from `sinceMs` until each of these robots had got an acknowledgement; undefined while one has not. */
    servedMs: (sinceMs: number, deviceIds: ReadonlySet<string>): number | undefined => {
      const times = reporters
        .filter(({ robot }) => deviceIds.has(robot.device.deviceId))
        .map(({ ackMs }) => ackMs - sinceMs);
      return times.every((ms) => ms > 0) ? Math.max(0, ...times) : undefined;
    },
    /** What is stored, compared with what was sent until now. */
    result: async () => {
      const rows = await inScope(db, '*', (tx) =>
        tx.raw<{ id: string }>(`select msg_id as id from journal_ids`, []),
      );
      const alarms = await inScope(db, '*', (tx) =>
        tx.raw<{ count: number }>(`select sum(count)::int as count from alarms where code = '10102'`, []),
      );
      const stored = new Set(rows.map(({ id }) => id));
      const lost = sent.filter((id) => !stored.has(id)).length;
      return { sent: sent.length, lost, doubled: Math.max(0, (alarms[0]?.count ?? 0) - sent.length) };
    },
    stop: async (): Promise<void> => {
      clearInterval(timer);
      for (const { robot } of reporters) await robot.leave();
    },
  };
}
export type Reporters = Awaited<ReturnType<typeof startReporters>>;
