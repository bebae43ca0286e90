import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import { inScope, type Db } from '../../apps/server/src/platform/db/db.ts';
import { companyIds } from '../../apps/server/src/test-kit/people.ts';
import { aDevice, TestRobot } from '../../apps/server/src/robots/test-kit/test-gateway.ts';

const robotCount = 12;
const eventEveryMs = 500;
const settleMs = 30_000;

interface Event {
  robot: TestRobot;
  message: ReturnType<TestRobot['durable']>;
}

const isAcknowledged = ({ robot, message }: Event) =>
  robot.received.some(
    (it) => it.topic === 'xAck' && (it.message['acks'] as string[]).includes(message.msgId),
  );

/** Robots that report an alarm again and again, each until it is acknowledged, as the protocol demands. */
export async function startEvents(db: Db, mqttUrl: string) {
  const robots: TestRobot[] = [];
  for (let n = 0; n < robotCount; n += 1)
    robots.push(await TestRobot.connect(mqttUrl, await aDevice(db, companyIds.mall)));
  for (const robot of robots) await robot.say('connection', { connectionState: 'ONLINE' }, 1);
  const sent: string[] = [];
  let open: Event[] = [];
  let isRunning = true;
  const report = async () => {
    for (let n = 0; isRunning; n += 1, await pause(eventEveryMs)) {
      const robot = robots[n % robotCount]!;
      const message = robot.durable({ alarmId: newId(), event: 'RAISED', code: `${10_000 + n}`, level: 1 });
      sent.push(message.msgId);
      open.push({ robot, message });
    }
  };
  const repeat = setInterval(() => {
    open = open.filter((event) => !isAcknowledged(event));
    for (const { robot, message } of open) void robot.say('xAlarm', message, 1).catch(() => {});
  }, 250);
  const reporting = report();
  return {
    figures: () => ({ events: sent.length, unacknowledged: open.length }),
    stop: async (): Promise<void> => {
      isRunning = false;
      await reporting;
      for (const fromMs = performance.now(); open.length > 0 && performance.now() - fromMs < settleMs;)
        await pause(100);
      clearInterval(repeat);
      for (const robot of robots) await robot.leave();
    },
    /** What is stored, compared with what was sent. */
    result: async () => {
      const rows = await inScope(db, '*', (tx) =>
        tx.raw<{ id: string; alarms: number }>(`select msg_id as id from journal_ids`, []),
      );
      const stored = new Set(rows.map(({ id }) => id));
      return {
        events: sent.length,
        lostEvents: sent.filter((id) => !stored.has(id)).length,
        doubledEvents: rows.length - stored.size,
      };
    },
  };
}
