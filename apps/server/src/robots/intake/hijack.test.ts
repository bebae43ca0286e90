import { errors, reportCalls, reportShareCalls } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runIdOf } from '../../features/work/calendar/start-rules.ts';
import { deadLetters } from '../../entities/installation/dead-letter-table.ts';
import { taskReports } from '../../entities/work/report-table.ts';
import { runs } from '../../entities/work/run-table.ts';
import { auditEntries } from '../../platform/audit/audit-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds, people, startServer, type TestServer } from '../../test-kit/index.ts';
import { aDevice, eventually, TestRobot } from '../test-kit/test-gateway.ts';
import { aReportOf, aTaskOf } from '../test-kit/test-uplink-ids.ts';
import { waitingReports } from '../runs/waiting-report-table.ts';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';

let server: TestServer;
let thief: TestRobot;
beforeAll(async () => {
  server = await startServer();
  thief = await aRobotOf(companyIds.other);
});
afterAll(async () => {
  await thief?.leave();
  await server?.stop();
});

const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(server.db, '*', work);
const runOf = async (id: string) => (await read((tx) => tx.select().from(runs).where(eq(runs.id, id))))[0];

async function aRobotOf(companyId: string): Promise<TestRobot> {
  const device = await aDevice(server.db, companyId);
  announceDevice(server.bus, device.deviceId);
  await eventually(() => server.gateway.live(device.deviceId), 'the gateway to know the robot');
  return await TestRobot.connect(server.gateway.mqttUrl, device);
}

/** Sends a durable message and waits until it is acknowledged. */
async function sendAcked(robot: TestRobot, topic: string, body: Record<string, unknown>): Promise<void> {
  const message = robot.durable(body);
  await robot.say(topic, message, 1);
  await robot.waitForMessage('xAck', ({ acks }) => (acks as string[]).includes(message.msgId));
}
const lettersAbout = (id: string) =>
  eventually(async () => {
    const rows = await read((tx) => tx.select().from(deadLetters));
    const matches = rows.filter(({ detail }) => detail.endsWith(id));
    return matches.length > 0 && matches;
  }, 'the dead letter');

it('a run and report whose ids a share link reveals stay with their owner when a robot of another company sends them', async () => {
  const report = await server.aReport({ companyId: companyIds.mall });
  const before = await runOf(report.id);
  const { token } = await server.ok(reportShareCalls.add, people.mallAdmin, { reportId: report.id, days: 7 });
  const openShare = () => server.send(reportShareCalls.look, undefined, { token });
  const shared = await openShare();
  expect(JSON.stringify(shared)).toContain(report.id);

  await sendAcked(thief, 'xReport', aReportOf(report.id, { result: 'FAILED' }));
  await sendAcked(thief, 'xTask', aTaskOf(report.id));

  expect(await runOf(report.id)).toEqual(before);
  expect(await read((tx) => tx.select().from(taskReports).where(eq(taskReports.id, report.id)))).toEqual([
    report,
  ]);
  expect((await server.send(reportCalls.detail, people.mallAdmin, { id: report.id })).code).toBe(200);
  expect((await openShare()).code).toBe(200);
  const { deviceId } = thief.device;
  for (const letter of await lettersAbout(report.id))
    expect(letter).toMatchObject({ reason: 'FOREIGN_ID', deviceId, companyId: companyIds.other });
  const audited = await read((tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.recordId, deviceId)),
  );
  expect(audited).toHaveLength(2);
  for (const entry of audited)
    expect(entry).toMatchObject({
      action: 'robots.foreignId',
      companyId: companyIds.other,
      code: errors.forbidden.code,
      reason: 'forbidden',
    });
});

it("a report of an unknown run creates no run; it waits for the robot's run message and becomes a dead letter after a day", async () => {
  const id = newId();
  await sendAcked(thief, 'xReport', aReportOf(id));
  expect(await runOf(id)).toBeUndefined();
  await server.aRun({ id, companyId: companyIds.mall, state: 'IN_PROGRESS' });
  const before = await runOf(id);
  server.clock.advance(25 * 3_600_000);
  expect((await lettersAbout(id)).map(({ reason }) => reason)).toEqual(['FOREIGN_ID']);
  expect(await runOf(id)).toEqual(before);
  expect(await read((tx) => tx.select().from(waitingReports))).toEqual([]);
});

it('a report that arrives before its run is applied when the same robot announces the run', async () => {
  const id = newId();
  await sendAcked(thief, 'xReport', aReportOf(id));
  await sendAcked(thief, 'xTask', aTaskOf(id));
  expect(await runOf(id)).toMatchObject({ state: 'SUCCESS', deviceId: thief.device.deviceId });
  expect(await read((tx) => tx.select().from(waitingReports))).toEqual([]);
});

it('a robot of another company cannot announce the next run of a schedule before it begins', async () => {
  const task = await server.aTask({ companyId: companyIds.mall });
  const schedule = await server.aSchedule({ taskId: task.id, deviceId: task.deviceId });
  const id = runIdOf(schedule.id, server.clock().getTime());
  await sendAcked(thief, 'xTask', aTaskOf(id));
  await sendAcked(thief, 'xReport', aReportOf(id));
  expect(await runOf(id)).toBeUndefined();
  expect((await lettersAbout(id)).map(({ reason }) => reason)).toEqual(['FOREIGN_ID']);
});

it('a robot that was sold is refused when it resends the work for its former company', async () => {
  const robot = await aRobotOf(companyIds.mall);
  const { deviceId } = robot.device;
  const id = newId();
  await sendAcked(robot, 'xTask', aTaskOf(id));
  await sendAcked(robot, 'xTask', aTaskOf(id, { state: 'INTERRUPTED', code: 'HMI_STOP' }));
  const before = await runOf(id);
  await server.asOwner(
    (sql) => sql`update devices set company_id = ${companyIds.other} where id = ${deviceId}`,
  );
  announceDevice(server.bus, deviceId);
  await eventually(async () => {
    await sendAcked(robot, 'xReport', aReportOf(id));
    const rows = await read((tx) => tx.select().from(deadLetters).where(eq(deadLetters.deviceId, deviceId)));
    return rows.some(({ companyId, reason }) => companyId === companyIds.other && reason === 'FOREIGN_ID');
  }, 'the refusal in the name of the new company');
  expect((await runOf(id))?.companyId).toBe(before?.companyId);
  await robot.leave();
});
