import { errors, monitorCalls, type Sent } from '@sweepline/contract';
import { describe, expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, countEventInfo, chart, liftStatus } = monitorCalls;
const { mallAdmin, agentAdmin, otherAdmin, superAdmin } = people;
const server = testServer();

const hourMs = 3_600_000;
/** A moment some hours before the clock of the server. */
const ago = (hours: number) => new Date(server.clock().getTime() - hours * hourMs).toISOString();
const ahead = (hours: number) => ago(-hours);

/** Later by months, without the end of the sessions. */
const travelTo = async (at: string) => {
  server.clock.set(at);
  await server.asOwner((sql) => sql`update sessions set created_at = ${at}, last_seen_at = ${at}`);
};

const severe = async (deviceId: string, overrides: Parameters<(typeof server)['anAlarm']>[0] = {}) =>
  await server.anAlarm({ deviceId, level: 4, raisedAt: ago(1), ...overrides });

const read = (input: Sent<typeof list> = {}, who = mallAdmin) => server.ok(list, who, input);
const counts = (input: Sent<typeof countEventInfo> = {}, who = mallAdmin) =>
  server.ok(countEventInfo, who, input);

describe('robots with severe alarms', () => {
  test('a robot is listed with its worst alarm, the numbers per severity and its run', async () => {
    const site = await server.aSite({ name: 'West wing' });
    const device = await server.aDevice({ nickname: 'Otter', siteId: site.id });
    const run = await server.aRun({
      deviceId: device.id,
      state: 'IN_PROGRESS',
      name: 'Lobby',
      coverage: 0.5,
    });
    await server.setLiveState(device.id, { state: 'ONLINE', mode: 'ERROR', runId: run.id, soc: 40 });
    await severe(device.id, { raisedAt: ago(3), code: '40101' });
    await severe(device.id, { processedAt: ago(0.5), result: 'Done' });
    const worst = await severe(device.id, { level: 5, code: '10103', raisedAt: ago(2) });
    await severe(device.id, { level: 3 });
    await severe(device.id, { clearedAt: ago(0) });
    expect(await read()).toMatchObject({
      total: 1,
      list: [
        {
          id: device.id,
          nickname: 'Otter',
          site: { name: 'West wing' },
          severity: 'VERY_SERIOUS',
          serious: 2,
          verySerious: 1,
          unprocessed: 2,
          since: ago(3),
          worst: { id: worst.id, code: '10103', level: 5, raisedAt: ago(2) },
          run: { id: run.id, name: 'Lobby', coverage: 0.5 },
          live: { state: 'ONLINE', mode: 'ERROR', soc: 40 },
        },
      ],
    });
    expect(await counts()).toEqual({ serious: 2, verySerious: 1, unprocessed: 2, robots: 1, offline: 0 });
  });

  test('the level of the settings decides, not the robot’s own', async () => {
    const [raised, lowered] = [await server.aDevice(), await server.aDevice()];
    await severe(raised.id, { level: 2, levelOverride: 5 });
    await severe(lowered.id, { level: 5, levelOverride: 3 });
    expect((await read()).list.map(({ id, severity }) => [id, severity])).toEqual([
      [raised.id, 'VERY_SERIOUS'],
    ]);
  });

  test('a shelved alarm is counted again after the end of its shelf', async () => {
    const { id } = await server.aDevice();
    await severe(id, { shelvedUntil: ahead(1) });
    expect(await counts()).toMatchObject({ serious: 0, robots: 0 });
    server.clock.advance(hourMs + 1);
    expect(await counts()).toMatchObject({ serious: 1, robots: 1 });
  });

  test('a follower is counted only while its cause is not', async () => {
    const { id } = await server.aDevice();
    const cause = await severe(id, { level: 5 });
    await severe(id, { causeId: cause.id });
    expect(await counts()).toMatchObject({ serious: 0, verySerious: 1 });
    const { id: mild } = await server.aDevice();
    const mildCause = await severe(mild, { level: 3 });
    await severe(mild, { causeId: mildCause.id });
    const { id: over } = await server.aDevice();
    const overCause = await severe(over, { clearedAt: ago(0) });
    await severe(over, { causeId: overCause.id });
    expect(await counts()).toMatchObject({ serious: 2, verySerious: 1, robots: 3 });
  });

  test('the worst robot is first, then the one whose alarms stand longest; other orders are chosen', async () => {
    const [young, old, worst] = [
      await server.aDevice({ nickname: 'a' }),
      await server.aDevice({ nickname: 'b' }),
      await server.aDevice({ nickname: 'c' }),
    ];
    await severe(young.id);
    await severe(old.id, { raisedAt: ago(9) });
    await severe(worst.id, { level: 5 });
    const names = async (input: Sent<typeof list>) =>
      (await read(input)).list.map(({ nickname }) => nickname).join('');
    expect(await names({})).toBe('cba');
    expect(await names({ sort: 'since' })).toMatch(/^b/);
    expect(await names({ sort: '-name' })).toBe('cba');
    expect(await names({ pageSize: 1, page: 2 })).toBe('b');
  });

  test('filters narrow the list, and those of the address narrow the figures', async () => {
    const site = await server.aSite();
    const one = await server.aDevice({ nickname: 'Otter', siteId: site.id, model: 'J30' });
    const two = await server.aDevice({ nickname: 'Heron', model: 'J40' });
    await severe(one.id, { level: 5, processedAt: ago(0), result: 'x' });
    await severe(two.id);
    const ids = async (input: Sent<typeof list>) => (await read(input)).list.map(({ id }) => id);
    expect(await ids({ keyword: 'otter' })).toEqual([one.id]);
    expect(await ids({ siteId: site.id })).toEqual([one.id]);
    expect(await ids({ model: ['J40'] })).toEqual([two.id]);
    expect(await ids({ severity: ['SERIOUS'] })).toEqual([two.id]);
    expect(await ids({ unprocessed: true })).toEqual([two.id]);
    expect(await ids({ companyId: companyIds.other })).toEqual([]);
    expect(await counts({ model: ['J40'], keyword: 'her' })).toMatchObject({
      robots: 1,
      serious: 1,
      verySerious: 0,
    });
  });

  test('only robots in tenant scope are listed and counted', async () => {
    const { id } = await server.aDevice();
    await severe(id);
    const other = await server.aDevice({ companyId: companyIds.other });
    await severe(other.id, { companyId: companyIds.other });
    expect((await read({}, agentAdmin)).list.map((row) => row.id)).toEqual([id]);
    expect(await counts({}, otherAdmin)).toMatchObject({ robots: 1 });
    expect(await counts({}, superAdmin)).toMatchObject({ robots: 2 });
    // The alarm stays with the company in which it was raised, the robot is another’s by now.
    const sold = await server.aDevice({ companyId: companyIds.other });
    await severe(sold.id);
    expect(await counts({}, agentAdmin)).toMatchObject({ robots: 1 });
    for (const filter of [{ companyId: companyIds.other }, { siteId: other.id }])
      expect((await server.send(countEventInfo, mallAdmin, filter)).code).toBe(errors.notFound.code);
  });
});

describe('the chart', () => {
  const draw = (input: Partial<Sent<typeof chart>> = {}, who = mallAdmin) =>
    server.ok(chart, who, { timezone: 'UTC', ...input });

  test('alarms are counted in the hour of their raise in the zone of the reader', async () => {
    const { id } = await server.aDevice();
    await travelTo('2030-10-27T22:30:00.000Z');
    // Both are 02:30 in Berlin, an hour apart.
    await severe(id, { raisedAt: '2030-10-27T00:30:00.000Z' });
    await severe(id, {
      raisedAt: '2030-10-27T01:30:00.000Z',
      level: 5,
      clearedAt: '2030-10-27T01:31:00.000Z',
    });
    // The day before, in Berlin.
    await severe(id, { raisedAt: '2030-10-26T21:59:59.000Z' });
    const { bars, from, to, serious, verySerious } = await draw({ timezone: 'Europe/Berlin' });
    expect({ from, to, serious, verySerious }).toEqual({
      from: '2030-10-26T22:00:00.000Z',
      to: '2030-10-27T23:00:00.000Z',
      serious: 1,
      verySerious: 1,
    });
    expect(bars).toHaveLength(25);
    expect(bars.flatMap((bar, hour) => (bar.serious + bar.verySerious > 0 ? [hour] : []))).toEqual([2, 3]);
    const month = await draw({ timezone: 'Europe/Berlin', range: 'month' });
    expect(month.bars.slice(-2).map((bar) => bar.serious)).toEqual([1, 1]);
  });

  test('by code and by company the largest are first, and the rest are counted together', async () => {
    const { id } = await server.aDevice();
    await travelTo('2030-05-05T12:00:00.000Z');
    const raisedAt = '2030-05-05T11:00:00.000Z';
    for (let code = 1; code <= 12; code++) await severe(id, { code: `99${code}`, raisedAt });
    await severe(id, { code: '10103', level: 5, raisedAt });
    await severe(id, { code: '10103', raisedAt });
    const byCode = await draw({ by: 'code' });
    expect(byCode.bars).toHaveLength(10);
    expect(byCode.bars[0]).toMatchObject({ key: '10103', serious: 1, verySerious: 1 });
    expect(byCode).toMatchObject({ serious: 13, verySerious: 1, others: { serious: 3, verySerious: 0 } });
    const other = await server.aDevice({ companyId: companyIds.other, model: 'J40' });
    await severe(other.id, { companyId: companyIds.other, raisedAt });
    const byCompany = await draw({ by: 'company' }, superAdmin);
    expect(byCompany.bars.map(({ key, serious }) => [key, serious])).toEqual([
      [companyIds.mall, 13],
      [companyIds.other, 1],
    ]);
    expect(byCompany.bars.every(({ name }) => name !== '')).toBe(true);
    expect((await draw({ by: 'company' })).bars).toHaveLength(1);
    const byModel = await draw({ by: 'model', severity: ['VERY_SERIOUS'] }, superAdmin);
    expect(byModel.bars.map(({ serious, verySerious }) => [serious, verySerious])).toEqual([[0, 1]]);
  });

  test('a follower of a severe cause is not counted, also when both are over', async () => {
    const { id } = await server.aDevice();
    const cause = await severe(id, { raisedAt: ago(0.01), clearedAt: ago(0) });
    await severe(id, { raisedAt: ago(0.01), clearedAt: ago(0), causeId: cause.id });
    expect(await draw({ range: 'year' })).toMatchObject({ serious: 1 });
  });

  test('an unknown time zone is refused with the field', async () => {
    const { code, data } = await server.send(chart, mallAdmin, { timezone: 'Mars/Olympus' });
    expect(code).toBe(errors.invalid.code);
    expect(data).toMatchObject({ fields: { timezone: expect.any(String) } });
  });
});

test('a robot rides no elevator, and one of another company is answered as missing', async () => {
  const { id } = await server.aDevice();
  expect(await server.ok(liftStatus, mallAdmin, { id })).toEqual({ ride: null });
  expect((await server.send(liftStatus, otherAdmin, { id })).code).toBe(errors.notFound.code);
});

test('the ride of a robot is answered with its state, its grant and its place in the queue', async () => {
  const { id } = await server.aDevice();
  const open = { status: 'WAITING', grant: 'QUEUED', queuePos: 1, endedAt: null, carId: 'A' } as const;
  const ride = await server.anElevatorRide({ ...open, deviceId: id });
  expect(await server.ok(liftStatus, mallAdmin, { id })).toMatchObject({
    ride: {
      id: ride.id,
      status: 'WAITING',
      grant: 'QUEUED',
      queuePos: 1,
      car: null,
      elevatorName: 'Elevator A',
    },
  });
});
