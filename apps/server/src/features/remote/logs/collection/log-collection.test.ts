import { deviceLogCalls, errors, logCollectionCalls } from '@sweepline/contract';
import { afterEach, expect, test } from 'vitest';
import { companyIds, people } from '../../../../test-kit/index.ts';
import { aLogRobot } from '../../../../test-kit/logs/log-robot.ts';
import { testServer } from '../../../../test-kit/test-server.ts';
import { collectLogs } from './log-collection-service.ts';

const { detail, update } = logCollectionCalls;
const { mallAdmin, agentAdmin, otherAdmin, reader } = people;
const minuteMs = 60_000;
const server = testServer();
const robots: Awaited<ReturnType<typeof aLogRobot>>[] = [];
const aRobot = async () => {
  const robot = await aLogRobot(server);
  robots.push(robot);
  return robot;
};
afterEach(async () => {
  for (const { robot } of robots.splice(0)) await robot.leave();
});

const at = (minutes: number) => new Date(server.clock().getTime() + minutes * minuteMs).toISOString();
const decide = async (minLevel: number | null, dailyMegabytes = 50) => {
  const { version } = await server.ok(detail, mallAdmin, {});
  await server.ok(update, mallAdmin, { minLevel, dailyMegabytes, version });
};
const anAlarm = (deviceId: string, level: number, minutes = 0) =>
  server.anAlarm({ deviceId, level, raisedAt: at(minutes) });
const run = () => collectLogs(server.db, server.robots, server.clock);
const logsOf = async (deviceId: string) =>
  (await server.ok(deviceLogCalls.list, mallAdmin, { deviceId, source: ['ALARM'] })).list;

test('an alarm of the chosen level brings its logs when its last ten minutes are over, and a lower one does not', async () => {
  await decide(4);
  const [robot, calm] = [await aRobot(), await aRobot()];
  const alarm = await anAlarm(robot.id, 4);
  await anAlarm(calm.id, 3);
  const [from, to] = [at(-10), at(10)];
  await run();
  expect(await logsOf(robot.id)).toEqual([]);
  server.clock.advance(11 * minuteMs);
  await run();
  await run();
  const { params } = await robot.commandOf('job.logPull');
  expect(params).toMatchObject({ range: { from, to, modules: [] }, allowMobileData: false });
  expect(await logsOf(robot.id)).toMatchObject([{ alarmId: alarm.id, source: 'ALARM', from, to, by: '' }]);
  expect(await logsOf(calm.id)).toEqual([]);
});

test('alarms within the minutes of another one bring no further logs, and a follower brings none', async () => {
  await decide(3);
  const robot = await aRobot();
  const cause = await anAlarm(robot.id, 4);
  await anAlarm(robot.id, 5, 4);
  const { id: otherId } = await aRobot();
  await server.anAlarm({ deviceId: otherId, level: 5, raisedAt: at(0), causeId: cause.id });
  server.clock.advance(15 * minuteMs);
  await run();
  await run();
  expect(await logsOf(robot.id)).toHaveLength(1);
  expect(await logsOf(otherId)).toEqual([]);
});

test('a robot that used up its budget sends no more logs until a day has passed', async () => {
  await decide(3, 1);
  const [robot, other] = [await aRobot(), await aRobot()];
  const content = Buffer.alloc(1024 * 1024 + 1);
  const sent = {
    source: 'ALARM' as const,
    content,
    requestedById: null,
    fromAt: at(-1_440),
    toAt: at(-1_420),
  };
  await server.aDeviceLog({ ...sent, deviceId: robot.id, createdAt: at(-1_400) });
  await server.aDeviceLog({ ...sent, deviceId: other.id, createdAt: at(-1_439) });
  for (const { id } of [robot, other]) await anAlarm(id, 5);
  server.clock.advance(11 * minuteMs);
  await run();
  expect(await logsOf(robot.id)).toHaveLength(1);
  expect(await logsOf(other.id)).toHaveLength(2);
  const { used } = await server.ok(detail, mallAdmin, {});
  expect(used).toMatchObject({ robotsAtBudget: 1 });
});

test('a robot that was offline at its alarm sends the logs when it is back, and not before', async () => {
  await decide(4);
  const away = await server.aDevice();
  await anAlarm(away.id, 5);
  const raisedAt = at(0);
  server.clock.advance(30 * minuteMs);
  const back = await aRobot();
  await server.anAlarm({ deviceId: back.id, level: 5, raisedAt });
  await run();
  expect(await logsOf(away.id)).toEqual([]);
  expect(await logsOf(back.id)).toHaveLength(1);
});

test('an agent decides for a company below, others do not see it, and a reader may only look', async () => {
  const companyId = companyIds.mall;
  const { version, companyName } = await server.ok(detail, agentAdmin, { companyId });
  expect(companyName).not.toBe('');
  const input = { companyId, minLevel: 5, dailyMegabytes: 20, version };
  expect(await server.ok(update, agentAdmin, input)).toMatchObject({ minLevel: 5, version: version + 1 });
  expect((await server.send(update, agentAdmin, input)).code).toBe(errors.outdated.code);
  expect((await server.send(detail, otherAdmin, { companyId })).code).toBe(errors.notFound.code);
  expect((await server.send(update, reader, { ...input, version: version + 1 })).code).toBe(
    errors.forbidden.code,
  );
});

test('a robot that was sold after its alarm sends no logs to the company that sold it', async () => {
  await decide(4);
  const robot = await aRobot();
  await anAlarm(robot.id, 5);
  server.clock.advance(11 * minuteMs);
  await server.asOwner(
    (sql) => sql`update devices set company_id = ${companyIds.other}, site_id = null where id = ${robot.id}`,
  );
  await run();
  const rows = await server.asOwner((sql) => sql`select from device_logs where device_id = ${robot.id}`);
  expect(rows).toHaveLength(0);
});
