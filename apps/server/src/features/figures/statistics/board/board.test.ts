import { boardFigureCalls, errors, statisticsCalls, type BoardFigures } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../../test-kit/index.ts';
import { storeSamples } from '../../../../test-kit/telemetry-rows.ts';
import { ownTestServer } from '../../../../test-kit/test-server.ts';

const { completion, battery, electricity, companies, exportCompanies, robots, changes } = boardFigureCalls;
const server = ownTestServer();
const { mallAdmin, agentAdmin, otherAdmin, superAdmin } = people;
const january = { from: '2030-01-01', to: '2030-01-31' };
const at = (day: string) => ({ startedAt: `${day}T08:00:00Z`, endedAt: `${day}T09:00:00Z` });

test('starts count by their outcome, late reports correct them, and skipped starts are left out', async () => {
  const dueAt = '2030-01-01T20:00:00Z';
  const start = (state: 'DUE' | 'MISSED' | 'SKIPPED' | 'STARTED', runId = server.newId()) =>
    server.aStart({ state, dueAt, runId });
  await start('SKIPPED');
  await start('DUE');
  await start('MISSED');
  const ran = await start('STARTED');
  await server.aRun({ id: ran.runId, deviceId: ran.deviceId, state: 'SUCCESS' });
  const corrected = await start('MISSED');
  await server.aReport({ id: corrected.runId, deviceId: corrected.deviceId, result: 'PARTIAL' });
  const { totals, points } = await server.ok(completion, mallAdmin, january);
  const expected = { due: 4, done: 1, partial: 1, failed: 0, missed: 1, open: 1, rate: 1 / 3 };
  expect(totals).toEqual(expected);
  // The plan of these starts has the calendar of Shanghai.
  expect(points).toEqual([{ day: '2030-01-02', totals: expected }]);
  const february = await server.ok(completion, mallAdmin, { from: '2030-02-01', to: '2030-03-03' });
  expect(february.totals).toMatchObject({ due: 0, rate: null });
  expect(february.before).toMatchObject({ from: '2030-01-01', to: '2030-01-31', totals: { due: 4 } });
});

/** A world with an agent that has own robots, a mall with two sites, and a company that the agent does not see. */
async function aWorld() {
  const { agent, mall, other } = companyIds;
  const north = await server.aSite({ name: 'North', timezone: 'UTC' });
  const south = await server.aSite({ name: 'South', timezone: 'America/New_York' });
  const robot = (nickname: string, companyId: string, siteId: string | null = null) =>
    server.aDevice({ nickname, companyId, siteId, inventory: 'OUTBOUND', createdAt: '2030-01-01T00:00:00Z' });
  const devices = {
    north: await robot('Robot North', mall, north.id),
    south: await robot('Robot South', mall, south.id),
    loose: await robot('Robot Loose', mall),
    agent: await robot('Robot Agent', agent),
    other: await robot('Robot Other', other),
  };
  let n = 0;
  for (const device of Object.values(devices)) {
    const owner = { deviceId: device.id, companyId: device.companyId };
    n += 1;
    await server.aReport({
      ...at('2030-01-02'),
      ...owner,
      plannedM2: 100,
      cleanedM2: 60 + n,
      cleaningSeconds: 600,
    });
    await server.aReport({
      ...at('2029-12-20'),
      ...owner,
      plannedM2: 100,
      cleanedM2: 50 + n,
      cleaningSeconds: 900,
    });
    // The evening of the first in New York, the second in UTC.
    await server.anAlarm({ ...owner, level: n, raisedAt: '2030-01-02T03:00:00Z' });
  }
  return { north, south, devices };
}

const add = (a: BoardFigures, b: BoardFigures) => ({
  reports: a.totals.reports + b.totals.reports,
  cleanedM2: (a.totals.cleanedM2 ?? 0) + (b.totals.cleanedM2 ?? 0),
  boundS: a.online.boundS + b.online.boundS,
  alarms: a.alarms + b.alarms,
  due: a.starts.due + b.starts.due,
});

test('the parts of a company add up to it, and each reader sees what is below them only', async () => {
  await aWorld();
  const top = await server.ok(companies, superAdmin, january);
  expect(top.path).toEqual([{ id: companyIds.provider, name: 'Sweepline' }]);
  expect(top.parts.map(({ name, kind, robots: count }) => [name, kind, count])).toEqual([
    ['Agent', 'COMPANY', 4],
    ['Other', 'COMPANY', 1],
  ]);
  expect(top.sum.robots).toBe(5);
  const whole = await server.ok(statisticsCalls.index, superAdmin, january);
  expect(top.sum.figures.totals).toEqual(whole.totals);
  const [first, second] = top.parts;
  expect(add(first!.figures, second!.figures)).toMatchObject({ reports: 5, cleanedM2: 315, alarms: 5 });

  const agent = await server.ok(companies, agentAdmin, january);
  expect(agent.sum).toEqual({ robots: 4, figures: first!.figures, before: first!.before });
  expect(agent.parts.map(({ name, kind, robots: count }) => [name, kind, count])).toEqual([
    ['Mall', 'COMPANY', 3],
    [null, 'OWN', 1],
  ]);
  const below = await server.ok(companies, superAdmin, { ...january, parentId: companyIds.mall });
  expect(below.path.map(({ name }) => name)).toEqual(['Sweepline', 'Agent', 'Mall']);
  expect(below.sum.figures).toEqual(agent.parts[0]!.figures);
});

test('a terminal company shows its sites, and what has no site as its own', async () => {
  const { north, south } = await aWorld();
  const mall = await server.ok(companies, mallAdmin, january);
  expect(mall.path).toEqual([{ id: companyIds.mall, name: 'Mall' }]);
  expect(mall.parts.map(({ key, name, kind, robots: count }) => [key, name, kind, count])).toEqual([
    [north.id, 'North', 'SITE', 1],
    [south.id, 'South', 'SITE', 1],
    ['own', null, 'OWN', 1],
  ]);
  expect(mall.parts.map(({ figures }) => figures.totals.cleanedM2)).toEqual([61, 62, 63]);
  // The alarm of the evening counts on the day of its site.
  const second = await server.ok(companies, mallAdmin, { from: '2030-01-02', to: '2030-01-02' });
  expect(second.parts.map(({ figures, before }) => [figures.alarms, before.alarms])).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
  ]);
});

test('an alarm keeps its day and site after its robot moved and the time zone changed', async () => {
  const east = await server.aSite({ timezone: 'Pacific/Kiritimati' });
  const west = await server.aSite({ timezone: 'Pacific/Pago_Pago' });
  const device = await server.aDevice({ siteId: east.id });
  // The eleventh in Kiritimati.
  const alarm = await server.anAlarm({ deviceId: device.id, raisedAt: '2030-01-10T10:00:00Z' });
  await server.asOwner(async (sql) => {
    await sql`update sites set timezone = 'UTC'`;
    await sql`update devices set site_id = ${west.id} where id = ${device.id}`;
    await sql`update alarms set cleared_at = now() where id = ${alarm.id}`;
  });
  const { parts } = await server.ok(companies, mallAdmin, { from: '2030-01-11', to: '2030-01-11' });
  const alarmsOf = (id: string) => parts.find(({ key }) => key === id)?.figures.alarms;
  expect([alarmsOf(east.id), alarmsOf(west.id)]).toEqual([1, 0]);
});

test('an open alarm that follows a sold robot counts in its next company without a site', async () => {
  const site = await server.aSite();
  const device = await server.aDevice({ siteId: site.id });
  await server.anAlarm({ deviceId: device.id, siteId: site.id, raisedAt: '2030-01-02T10:00:00Z' });
  const counted = async () =>
    await server.asOwner((sql) => sql`select company_id, site_id, alarms from alarm_days`);
  expect(await counted()).toEqual([{ company_id: companyIds.mall, site_id: site.id, alarms: 1 }]);
  await server.asOwner((sql) => sql`update alarms set company_id = ${companyIds.other}`);
  expect(await counted()).toEqual([{ company_id: companyIds.other, site_id: null, alarms: 1 }]);
});

test('a company that one does not see is answered as missing, and its figures are in no sum', async () => {
  await aWorld();
  for (const parentId of [companyIds.other, companyIds.agent])
    expect((await server.send(companies, mallAdmin, { ...january, parentId })).code).toBe(
      errors.notFound.code,
    );
  const mall = await server.ok(companies, mallAdmin, january);
  expect(mall.sum.figures).toMatchObject({ totals: { reports: 3, cleanedM2: 186 }, alarms: 3 });
  const { list } = await server.ok(robots, otherAdmin, january);
  expect(list.map(({ nickname }) => nickname)).toEqual(['Robot Other']);
});

test('the export has a line for each part and the sum as its last', async () => {
  await aWorld();
  const text = String((await server.send(exportCompanies, mallAdmin, january)).data);
  const lines = text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(lines[0]!.slice(0, 4)).toEqual(['\ufeffkind', 'name', 'robots', 'reports']);
  expect(lines.slice(1).map((cells) => cells.slice(0, 4))).toEqual([
    ['SITE', 'North', '1', '1'],
    ['SITE', 'South', '1', '1'],
    ['OWN', '', '1', '1'],
    ['SUM', 'Mall', '3', '3'],
  ]);
});

test('robots are sorted by any figure, and a robot without a value is last in both directions', async () => {
  await aWorld();
  await server.aDevice({ nickname: 'Robot Idle', activatedAt: '2029-12-01T00:00:00Z' });
  const names = async (input: object) =>
    (await server.ok(robots, mallAdmin, { ...january, ...input })).list.map(({ nickname }) =>
      nickname.slice(6),
    );
  expect(await names({ sort: '-cleanedM2' })).toEqual(['Loose', 'South', 'North', 'Idle']);
  expect(await names({ sort: 'coverage' })).toEqual(['North', 'South', 'Loose', 'Idle']);
  expect(await names({ sort: '-cleanedM2', page: 2, pageSize: 3 })).toEqual(['Idle']);
  for (const sort of boardFigureCalls.robots.input.shape.sort.unwrap().options)
    expect(await names({ sort }), sort).toHaveLength(4);
  expect(await names({ sort: 'lastReportAt' })).toHaveLength(4);
  expect(await names({ idleDays: 20 })).toEqual(['Idle']);
  expect(await names({ keyword: 'south' })).toEqual(['South']);
  const { list } = await server.ok(robots, mallAdmin, { ...january, sort: 'nickname' });
  expect(list.map(({ nickname, idleDays }) => [nickname, idleDays])).toEqual([
    ['Robot Idle', 32],
    ['Robot Loose', 0],
    ['Robot North', 0],
    ['Robot South', 0],
  ]);
  expect(list[2]).toMatchObject({
    companyName: 'Mall',
    site: { name: 'North' },
    lastReportAt: '2030-01-02T09:00:00.000Z',
    figures: { totals: { cleanedM2: 61 }, alarms: 1, online: { boundS: 97_445 } },
  });
});

test('an assist counts on the day of its site, and not after it was dismissed', async () => {
  const device = await server.aDevice();
  const times = { startedAt: '2030-01-01T01:00:00Z', endedAt: '2030-01-01T02:00:00Z' };
  const run = await server.aRun({ deviceId: device.id, ...times });
  const alarm = await server.anAlarm({
    deviceId: device.id,
    runId: run.id,
    code: '20110',
    level: 4,
    raisedAt: '2030-01-01T01:10:00Z',
    clearedAt: '2030-01-01T01:20:00Z',
  });
  const assists = async () =>
    (await server.ok(robots, mallAdmin, { ...january, sort: '-assists' })).list[0]!.figures;
  expect(await assists()).toMatchObject({ assists: 1, alarms: 1 });
  await server.asOwner(
    (sql) => sql`insert into assist_notes (id, company_id, helper, note, dismissed, updated_at, updated_by)
      values (${alarm.id}, ${companyIds.mall}, '', '', true, now(), 'x')`,
  );
  expect(await assists()).toMatchObject({ assists: 0, alarms: 1 });
});

test.each(['cleanedM2', 'coverage', 'm2PerHour', 'reports'] as const)(
  'the differences of the parts add up to the difference of %s',
  async (figure) => {
    await aWorld();
    for (const by of ['site', 'device', 'company'] as const) {
      const { value, before, parts, others } = await server.ok(changes, mallAdmin, {
        ...january,
        figure,
        by,
      });
      const sum = parts.reduce((all, { difference }) => all + difference, others.difference);
      expect(sum).toBeCloseTo(value! - before!, 9);
      expect(parts).toHaveLength(by === 'company' ? 1 : 3);
    }
    const empty = await server.ok(changes, mallAdmin, { from: '2028-01-01', to: '2028-01-31', figure });
    expect(empty.parts).toEqual([]);
  },
);

test('the battery of the last day is a band over robots by hour, without a point for hours without samples', async () => {
  await server.asOwner((sql) => sql`select keep_device_history('2030-01-02'::date, 2, 90)`);
  const devices = [await server.aDevice(), await server.aDevice(), await server.aDevice()];
  const sample = (deviceId: string, time: string, soc: number) =>
    storeSamples(server.db, [{ companyId: companyIds.mall, deviceId, at: `2030-01-${time}:00Z`, soc }]);
  for (const [n, { id }] of devices.entries()) {
    await sample(id, '01T02:50', 90);
    await sample(id, '02T01:00', 80);
    await sample(id, '02T01:10', 80 - 10 * n);
    await sample(id, '02T01:20', 85);
    // Nothing is known of the hour before.
    await sample(id, '02T02:30', 20);
  }
  const { hours } = await server.ok(battery, mallAdmin, {});
  expect(hours.map(({ at: hour, robots: count }) => [hour, count])).toEqual([
    ['2030-01-02T01:00:00.000Z', 3],
    ['2030-01-02T02:00:00.000Z', 3],
  ]);
  expect(hours[0]).toMatchObject({
    used: { low: 2, median: 10, high: 18 },
    taken: { low: 7, median: 15, high: 23 },
  });
  expect(hours[1]).toMatchObject({ used: { median: 0 }, taken: { median: 0 } });
  expect((await server.ok(battery, mallAdmin, { deviceId: devices[2]!.id })).hours[0]).toMatchObject({
    robots: 1,
    used: { median: 20 },
  });
  // Over all companies the query has another form.
  expect((await server.ok(battery, superAdmin, {})).hours).toEqual(hours);
  await server.asOwner(
    (sql) => sql`update devices set use_status = 'PROTOTYPE' where id = ${devices[0]!.id}`,
  );
  for (const reader of [superAdmin, mallAdmin])
    expect((await server.ok(battery, reader, {})).hours.map(({ robots: count }) => count)).toEqual([2, 2]);
});

test('electricity is the energy of the reports of the last seven days of the site, with how many are known', async () => {
  const site = await server.aSite({ timezone: 'Asia/Tokyo' });
  const device = await server.aDevice({ siteId: site.id });
  const report = (day: string, energyWh: number | null) =>
    server.aReport({ ...at(day), deviceId: device.id, energyWh });
  await report('2029-12-26', 500);
  await report('2029-12-27', 300);
  await report('2029-12-27', null);
  await report('2030-01-01', null);
  const { days } = await server.ok(electricity, mallAdmin, { siteId: site.id });
  expect(days).toHaveLength(7);
  expect(days[0]).toEqual({ day: '2029-12-27', energyWh: 300, known: 1, reports: 2 });
  expect(days[5]).toEqual({ day: '2030-01-01', energyWh: null, known: 0, reports: 1 });
  expect(days[6]).toEqual({ day: '2030-01-02', energyWh: null, known: 0, reports: 0 });
});

test('a period that ends before it starts or is too long is refused at its field', async () => {
  for (const call of [completion, boardFigureCalls.online, companies, robots, changes]) {
    const backwards = await server.send(call, mallAdmin, { from: '2030-02-01', to: '2030-01-01' });
    expect(backwards).toMatchObject({
      code: errors.invalid.code,
      data: { fields: { to: expect.any(String) } },
    });
    const long = await server.send(call, mallAdmin, { from: '2020-01-01', to: '2030-01-01' });
    expect(long).toMatchObject({ code: errors.invalid.code, data: { fields: { from: expect.any(String) } } });
  }
});
