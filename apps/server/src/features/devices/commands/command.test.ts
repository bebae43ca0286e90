import { commandCalls, errors, type Output } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { announceDevice, hashSecret } from '../identity/credential-service.ts';
import { eventually, introduce, TestRobot } from '../../../robots/test-kit/test-gateway.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, detail, figures, cancel, export: exportCall } = commandCalls;
const { superAdmin, mallAdmin, agentAdmin, otherAdmin, reader } = people;

const server = testServer();

const at = (minutes: number) => new Date(server.clock().getTime() + minutes * 60_000).toISOString();
const dayMinutes = 24 * 60;
const lastMonth = () => ({ from: at(-31 * dayMinutes), to: at(dayMinutes / 24) });
const idsOf = ({ list: rows }: Output<typeof list>) => rows.map(({ id }) => id);

test('the list has the commands of the own company and those below, for other companies it is empty', async () => {
  const device = await server.aDevice({ nickname: 'Otter' });
  const command = await server.aCommand({ deviceId: device.id, reason: 'Where is it?' });
  for (const who of [superAdmin, agentAdmin, mallAdmin, reader]) {
    const { list: rows, total } = await server.ok(list, who, {});
    expect(total).toBe(1);
    expect(rows).toMatchObject([
      {
        id: command.id,
        reason: 'Where is it?',
        device: { nickname: 'Otter', sn: device.sn },
        companyName: 'Mall',
      },
    ]);
    expect(await server.ok(detail, who, { id: command.id })).toMatchObject({ params: { seconds: 10 } });
  }
  expect((await server.ok(list, otherAdmin, {})).total).toBe(0);
  expect((await server.send(detail, otherAdmin, { id: command.id })).code).toBe(errors.notFound.code);
});

test('a command that started a job has the job’s progress from the robot', async () => {
  const device = await server.aDevice();
  const jobId = '0193f0c2-7a31-7c55-9d0e-0000000000d1';
  const { id } = await server.aCommand({ deviceId: device.id, type: 'job.mapUpload', params: { jobId } });
  await server.asOwner(
    (sql) => sql`insert into device_jobs
      (id, company_id, device_id, command_id, job_id, kind, state, phase, pct, bytes_total, started_at, told_at)
      values (gen_random_uuid(), ${companyIds.mall}, ${device.id}, ${id}, ${jobId}, 'MAP_UPLOAD', 'RUNNING',
        'UPLOADING', 40, 3000000000, ${at(0)}, ${at(0)})`,
  );
  const job = { jobId, state: 'RUNNING', phase: 'UPLOADING', pct: 40, bytesTotal: 3e9, bytesDone: null };
  expect((await server.ok(list, mallAdmin, {})).list).toMatchObject([{ id, job }]);
  expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({ job });
});

test('a command that the server sent itself is not listed and is answered as missing', async () => {
  const { id } = await server.aCommand({ by: '', type: 'stream.rate' });
  expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
  expect((await server.send(detail, mallAdmin, { id })).code).toBe(errors.notFound.code);
  expect((await server.send(cancel, mallAdmin, { id })).code).toBe(errors.notFound.code);
});

test('filters select by device, type, state, actor, period, keyword, and by open or failed', async () => {
  const device = await server.aDevice({ nickname: 'Heron' });
  const queued = await server.aCommand({ status: 'QUEUED', type: 'consumable.reset', createdAt: at(-3) });
  const failed = await server.aCommand({
    deviceId: device.id,
    status: 'TIMED_OUT',
    by: 'li',
    createdAt: at(-2),
  });
  const canceled = await server.aCommand({ status: 'CANCELED', reason: 'wrong robot', createdAt: at(-1) });
  const search = async (input: object) => idsOf(await server.ok(list, mallAdmin, input));
  expect(await search({})).toEqual([canceled.id, failed.id, queued.id]);
  expect(await search({ deviceId: device.id })).toEqual([failed.id]);
  expect(await search({ type: ['consumable.reset'] })).toEqual([queued.id]);
  expect(await search({ status: ['CANCELED', 'QUEUED'] })).toEqual([canceled.id, queued.id]);
  expect(await search({ by: 'li' })).toEqual([failed.id]);
  expect(await search({ from: at(-2), to: at(-2) })).toEqual([failed.id]);
  expect(await search({ only: 'OPEN' })).toEqual([queued.id]);
  expect(await search({ only: 'FAILED' })).toEqual([failed.id]);
  expect(await search({ keyword: 'heron' })).toEqual([failed.id]);
  expect(await search({ keyword: 'WRONG' })).toEqual([canceled.id]);
});

test('the figures count the day in the reader’s time zone, and the round trip is the median until the first reply', async () => {
  // 03:04 in UTC; the day in Shanghai began eleven hours ago.
  await server.aCommand({ status: 'FAILED', createdAt: at(-10 * 60) });
  await server.aCommand({ status: 'FAILED', createdAt: at(-12 * 60) });
  await server.aCommand({ status: 'RUNNING' });
  for (const ms of [40, 80, 5_000]) {
    const repliedAt = new Date(server.clock().getTime() + ms).toISOString();
    await server.aCommand({ sentAt: at(0), repliedAt });
  }
  const shanghai = await server.ok(figures, mallAdmin, { timezone: 'Asia/Shanghai' });
  expect(shanghai).toMatchObject({ open: 1, failedToday: 1, givenToday: 5, medianRoundTripMs: 80 });
  expect(shanghai.bars.map(({ succeeded, failed, other }) => [succeeded, failed, other])).toEqual([
    [0, 1, 0],
    [0, 1, 0],
    [3, 0, 1],
  ]);
  expect(await server.ok(figures, mallAdmin, { timezone: 'UTC' })).toMatchObject({
    failedToday: 0,
    givenToday: 4,
  });
  expect(await server.ok(figures, otherAdmin, { timezone: 'UTC' })).toMatchObject({
    open: 0,
    medianRoundTripMs: null,
    bars: [],
  });
  expect((await server.send(figures, mallAdmin, { timezone: 'Mars/Base' })).code).toBe(errors.invalid.code);
});

test('the export contains the filtered commands and escapes formulas', async () => {
  await server.aCommand({ reason: '=1+1', by: 'li' });
  await server.aCommand({ by: 'wei' });
  const month = lastMonth();
  const { body } = await server.answerOf(exportCall, mallAdmin, { ...month, by: 'li' });
  expect(body.split('\r\n')).toHaveLength(3);
  expect(body).toContain(",'=1+1,SUCCEEDED,");
  expect((await server.answerOf(exportCall, otherAdmin, month)).body.split('\r\n')).toHaveLength(2);
});

test('an export of more than a month or with its end before its start is refused', async () => {
  const { from, to } = lastMonth();
  const dayBefore = new Date(Date.parse(from) - 86_400_000).toISOString();
  const refusalOf = async (period: { from: string; to: string }) =>
    (await server.send(exportCall, mallAdmin, period)).msg;
  expect(await refusalOf({ from: dayBefore, to })).toBe(errors.exportTooLong.texts.en);
  expect(await refusalOf({ from: to, to: from })).toBe(errors.invalid.texts.en);
});

/** A connected robot of the mall. */
async function aRobot() {
  const device = await server.aDevice({ companyId: companyIds.mall, secretHash: hashSecret('s') });
  announceDevice(server.bus, device.id);
  await eventually(() => server.gateway.live(device.id), 'the gateway to know the device');
  const registered = { ...device, deviceId: device.id, secret: 's' };
  const robot = await TestRobot.connect(server.gateway.mqttUrl, registered);
  // The spread of a test server is empty, so the gateway is passed by name.
  await introduce({ ...server, gateway: server.gateway, pushed: [] }, robot);
  return { device, robot };
}

test('a command is cancelled by an account that may operate, until the robot accepts it', async () => {
  const { device, robot } = await aRobot();
  const request = { type: 'locate', params: { seconds: 1 }, by: 'wei', deviceId: device.id } as const;
  const first = await server.gateway.commands.sendCommand(request);
  expect((await server.send(cancel, reader, { id: first.id })).code).toBe(errors.forbidden.code);
  expect((await server.send(cancel, otherAdmin, { id: first.id })).code).toBe(errors.notFound.code);
  expect(await server.ok(cancel, mallAdmin, { id: first.id })).toMatchObject({
    status: 'CANCELED',
    canceledBy: mallAdmin.username,
  });
  const cancelCommand = await robot.waitForMessage(
    'xCommand',
    ({ params }) => (params as { commandId?: string }).commandId === first.id,
  );
  await robot.say(
    'xReply',
    robot.durable({ commandId: cancelCommand['commandId'], status: 'SUCCEEDED', code: '' }),
    1,
  );
  const second = await server.gateway.commands.sendCommand(request);
  await robot.waitForMessage('xCommand', ({ commandId }) => commandId === second.id);
  await robot.say('xReply', { commandId: second.id, status: 'ACCEPTED', code: '' }, 1);
  await eventually(
    async () => (await server.ok(detail, mallAdmin, { id: second.id })).acceptedAt !== null,
    'the acceptance',
  );
  expect((await server.send(cancel, mallAdmin, { id: second.id })).msg).toBe(errors.wrongState.texts.en);
  await robot.leave();
});
