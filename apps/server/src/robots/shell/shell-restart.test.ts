import { afterAll, beforeAll, expect, test } from 'vitest';
import { shellSessions } from '../../entities/remote/shell-table.ts';
import { eq } from 'drizzle-orm';
import { announceDevice } from '../../features/devices/identity/credential-service.ts';
import { inScope } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { makeDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { aCompany, aDevice, aGateway, eventually, introduce, TestRobot } from '../test-kit/test-gateway.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database.close());

test('a shell of a server that was killed is over, and its robot is asked to stop until it confirms', async () => {
  const { db } = database;
  const companyId = await aCompany(db);
  const device = await aDevice(db, companyId);
  const at = new Date().toISOString();
  const [id, person] = [newId(), newId()];
  const row = {
    id,
    companyId,
    deviceId: device.deviceId,
    accountId: person,
    requester: 'Nick',
    requesterCompanyId: companyId,
    requesterCompany: 'Company',
    reason: 'Why',
    minutes: 30,
    state: 'RUNNING' as const,
    requestedAt: at,
    openUntil: at,
    openedAt: at,
    endsAt: new Date(Date.now() + 1_800_000).toISOString(),
    approvals: [],
    brokeGlass: false,
  };
  await inScope(db, '*', (tx) => tx.insert(shellSessions).values(row));
  const running = await aGateway(db);
  try {
    announceDevice(running.bus, device.deviceId);
    const read = async () =>
      (await inScope(db, '*', (tx) => tx.select().from(shellSessions).where(eq(shellSessions.id, id))))[0]!;
    expect(await read()).toMatchObject({ state: 'STOP_FAILED', endReason: 'RESTARTED' });
    const robot = await TestRobot.connect(running.gateway.mqttUrl, device);
    await introduce(running, robot);
    const { commandId, params } = await robot.waitForMessage(
      'xCommand',
      ({ type }) => type === 'stream.close',
    );
    expect(params).toEqual({ sessionId: id });
    await robot.say('xReply', robot.durable({ commandId, status: 'SUCCEEDED', code: '' }), 1);
    await eventually(async () => (await read()).state === 'CLOSED', 'the confirmed end');
    await robot.leave();
  } finally {
    await running.gateway.stop();
  }
});
