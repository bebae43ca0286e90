import { diagnosisCalls, errors, permissions } from '@sweepline/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot } from '../../../test-kit/builders/drivable.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';

const { detail } = diagnosisCalls;
const { mallAdmin, otherAdmin } = people;
const server = sharedTestServer();
let robot: Awaited<ReturnType<typeof aDrivableRobot>>;
let count = 0;
beforeEach(async () => {
  robot = await aDrivableRobot(server, { sn: `J30-DIAGNOSIS-${++count}` });
});
afterEach(() => robot.leave());

const read = (deviceId = robot.id) => server.ok(detail, mallAdmin, { deviceId });
const aChange = (deviceId: string, hoursAgo: number, after: string) =>
  server.asOwner((sql) => {
    const at = new Date(server.clock().getTime() - hoursAgo * 3_600_000).toISOString();
    return sql`insert into device_events (id, company_id, device_id, at, kind, before, after)
      values (gen_random_uuid(), ${companyIds.mall}, ${deviceId}, ${at}, 'CONNECTION', '', ${after})`;
  });

test('the figures of the computer are those of the last telemetry, and its start stays the same', async () => {
  const figures = {
    cpuPct: 31,
    memPct: 44,
    diskFreeMb: 18_211,
    boardTempC: 41.2,
    unacked: 2,
    clockSynced: true,
  };
  const telemetry = { mode: 'STANDBY', modePaused: false, ...figures };
  await robot.robot.say('xTelemetry', { ...telemetry, uptimeS: 3_600 });
  const first = await eventually(async () => (await read()).computer, 'the figures');
  expect(first).toMatchObject(figures);
  expect(first.bootedAt).toBe(new Date(Date.parse(first.at) - 3_600_000).toISOString());
  // Whole seconds and the way of the message differ; that is no restart.
  await robot.robot.say('xTelemetry', { ...telemetry, cpuPct: 32, uptimeS: 3_596 });
  await eventually(async () => (await read()).computer?.cpuPct === 32, 'the next figures');
  expect((await read()).computer?.bootedAt).toBe(first.bootedAt);
  await robot.robot.say('xTelemetry', { ...telemetry, cpuPct: 33, uptimeS: 20 });
  await eventually(async () => (await read()).computer?.cpuPct === 33, 'the figures after a restart');
  expect((await read()).computer?.bootedAt).not.toBe(first.bootedAt);
});

test('a robot that reported nothing has no figures, and no live log', async () => {
  const { id } = await server.aDevice({ companyId: companyIds.mall });
  expect(await read(id)).toMatchObject({
    link: { network: '', rssiDbm: null, drops: null, onlineShare: null },
    computer: null,
    versions: {},
    selfCheck: null,
    liveLog: false,
  });
});

test('the share of the time online and the drops are of the last 24 hours', async () => {
  const { id } = await server.aDevice({ companyId: companyIds.mall });
  await aChange(id, 40, 'OFFLINE');
  await aChange(id, 30, 'ONLINE');
  await aChange(id, 18, 'OFFLINE');
  await aChange(id, 12, 'ONLINE');
  await aChange(id, 6, 'SLEEP');
  // Online for the first six hours and for six more; asleep is neither online nor a drop.
  expect((await read(id)).link).toMatchObject({ drops: 1, onlineShare: 0.5 });
});

test('with more changes of the connection than are read, the drops and the share are unknown', async () => {
  const { id } = await server.aDevice({ companyId: companyIds.mall });
  await server.asOwner(
    (sql) => sql`insert into device_events (id, company_id, device_id, at, kind, before, after)
      select gen_random_uuid(), ${companyIds.mall}, ${id},
        ${server.clock().toISOString()}::timestamptz - change * interval '20 seconds', 'CONNECTION', '',
        case change % 2 when 0 then 'ONLINE' else 'OFFLINE' end
      from generate_series(1, 2001) as change`,
  );
  expect((await read(id)).link).toMatchObject({ drops: null, onlineShare: null });
});

test('the newest self-check has its results by part', async () => {
  const { id } = await server.aDevice({ companyId: companyIds.mall });
  const check = { deviceId: id, companyId: companyIds.mall, type: 'chassis.selfCheck' };
  await server.aCommand({ ...check, createdAt: '2029-12-30T08:00:00.000Z', status: 'FAILED' });
  await server.aCommand({
    ...check,
    createdAt: '2029-12-31T08:00:00.000Z',
    endedAt: '2029-12-31T08:00:20.000Z',
    status: 'SUCCEEDED',
    result: { LIDAR: 'OK', PUMP: 'FAIL' },
  });
  expect((await read(id)).selfCheck).toMatchObject({
    at: '2029-12-31T08:00:20.000Z',
    state: 'SUCCEEDED',
    results: { LIDAR: 'OK', PUMP: 'FAIL' },
  });
});

test('a device of another company is answered as missing', async () => {
  const refused = await server.send(detail, otherAdmin, { deviceId: robot.id });
  expect(refused.code).toBe(errors.notFound.code);
  const reader = await server.anAccount({
    companyId: companyIds.mall,
    permissionCodes: [permissions.deviceList],
  });
  expect((await server.send(detail, reader, { deviceId: robot.id })).code).toBe(200);
  expect((await server.send(diagnosisCalls.openLog, reader, { deviceId: robot.id })).code).toBe(403);
});
