import {
  boardFigureCalls,
  boardKindCalls,
  needCalls,
  siteTargetCalls,
  statisticsCalls,
  type StatisticsPart,
} from '@sweepline/contract';
import { beforeAll, expect, test } from 'vitest';
import { companyIds, people, type Person } from '../../../../test-kit/index.ts';
import { storeSamples } from '../../../../test-kit/telemetry-rows.ts';
import { sharedTestServer } from '../../../../test-kit/test-server.ts';

const { index, chart, split, details, times, devices, regions, ranking } = statisticsCalls;
const { completion, online, battery, electricity, companies, robots, changes } = boardFigureCalls;
const server = sharedTestServer();
const { superAdmin, agentAdmin, mallAdmin, otherAdmin } = people;
const january = { from: '2030-01-01', to: '2030-01-31' };
const { agent, mall, other } = companyIds;

/** Companies with a number of robots each; the mall is below the agent. */
const fleets = { [agent]: 1, [mall]: 2, [other]: 3 };
const wordOf = (companyId: string) => `word-of-${companyId.slice(-4)}`;

/** A robot with a site of its own: a report, a run, a missed start, an alarm, a connection and samples of its battery. */
async function aRobotAtWork(companyId: string, n: number) {
  const word = wordOf(companyId);
  const { id: siteId } = await server.aSite({ companyId, name: `${word} ${n}` });
  const { id: deviceId } = await server.aDevice({
    companyId,
    siteId,
    nickname: `${word} ${n}`,
    inventory: 'OUTBOUND',
    createdAt: '2030-01-01T00:00:00Z',
  });
  const { id: mapId } = await server.aMap({ companyId, siteId });
  const hour = { startedAt: '2030-01-02T01:00:00Z', endedAt: '2030-01-02T02:00:00Z' };
  await server.aReport({ ...hour, companyId, deviceId, mapId, cleanedM2: 10, energyWh: 5 });
  await server.aRun({ ...hour, companyId, deviceId, mapId, createdAt: hour.startedAt });
  const task = await server.aTask({ companyId, deviceId, mapId });
  const ofTask = { companyId, deviceId, taskId: task.id };
  const { id: scheduleId } = await server.aSchedule({ ...ofTask, enabled: false });
  await server.aStart({ ...ofTask, scheduleId, state: 'MISSED', dueAt: hour.endedAt });
  await server.anAlarm({ companyId, deviceId, level: 4 });
  await storeSamples(server.db, [{ companyId, deviceId, at: '2030-01-02T02:00:00Z', soc: 50 }]);
}

beforeAll(async () => {
  await server.asOwner((sql) => sql`select keep_device_history('2030-01-02'::date, 2, 90)`);
  for (const [companyId, count] of Object.entries(fleets))
    for (let n = 0; n < count; n++) await aRobotAtWork(companyId, n);
});

const sum = <T>(rows: readonly T[], of: (row: T) => number | null) =>
  rows.reduce((all, row) => all + (of(row) ?? 0), 0);
const areaOf = (parts: readonly Pick<StatisticsPart, 'totals'>[]) =>
  sum(parts, ({ totals }) => totals.cleanedM2);
type Filter = { companyId?: string };

/** Each figure of the board as one number that adds up over companies. */
const figures: Record<string, (who: Person, filter: Filter) => Promise<number | null>> = {
  index: async (who, filter) => (await server.ok(index, who, { ...january, ...filter })).totals.cleanedM2,
  chart: async (who, filter) => areaOf((await server.ok(chart, who, { ...january, ...filter })).points),
  ...Object.fromEntries(
    (['company', 'site', 'device', 'mode'] as const).map((by) => [
      `split by ${by}`,
      async (who: Person, filter: Filter) =>
        areaOf((await server.ok(split, who, { ...january, ...filter, by })).parts),
    ]),
  ),
  details: async (who, filter) => areaOf((await server.ok(details, who, { ...january, ...filter })).modes),
  times: async (who, filter) => areaOf((await server.ok(times, who, { ...january, ...filter })).weekdays),
  ranking: async (who, filter) =>
    areaOf((await server.ok(ranking, who, { ...january, ...filter, top: 10 })).devices),
  'robots that worked': async (who, filter) =>
    (await server.ok(devices, who, { ...january, ...filter })).worked,
  places: async (who, filter) => (await server.ok(regions, who, { ...january, ...filter })).total,
  'robots of places': async (who, filter) =>
    sum((await server.ok(regions, who, { ...january, ...filter })).sites, ({ devices: count }) => count),
  'missed starts': async (who, filter) =>
    (await server.ok(completion, who, { ...january, ...filter })).totals.missed,
  'bound seconds': async (who, filter) =>
    (await server.ok(online, who, { ...january, ...filter })).totals.boundS,
  battery: async (who, filter) =>
    sum((await server.ok(battery, who, filter)).hours, ({ robots: count }) => count),
  electricity: async (who, filter) =>
    sum((await server.ok(electricity, who, filter)).days, ({ energyWh }) => energyWh),
  // The builder of a start makes a robot without this word.
  'table of robots': async (who, filter) =>
    (await server.ok(robots, who, { ...january, ...filter, keyword: 'word-of' })).total,
  changes: async (who, filter) => (await server.ok(changes, who, { ...january, ...filter })).value,
  'runs by kind': async (who, filter) =>
    sum((await server.ok(boardKindCalls.kinds, who, { ...january, ...filter })).kinds, ({ runs }) => runs),
  'sites of targets': async (who, filter) =>
    (await server.ok(siteTargetCalls.combined, who, { ...january, ...filter })).sites,
  'reports of savings': async (who, filter) =>
    (await server.ok(siteTargetCalls.savings, who, { ...january, ...filter })).reports,
};

test.each(Object.entries(figures))('%s of a company is the sum of its parts', async (_name, read) => {
  const [whole, ofAgent, ofMall, ofOther, withoutMall] = await Promise.all([
    read(superAdmin, {}),
    read(agentAdmin, {}),
    read(mallAdmin, {}),
    read(otherAdmin, {}),
    read(agentAdmin, { companyId: agent }),
  ]);
  expect(ofMall).toBeGreaterThan(0);
  expect(withoutMall).toBeGreaterThan(0);
  expect([whole, ofAgent]).toEqual([ofAgent! + ofOther!, ofMall! + withoutMall!]);
  expect([ofMall, ofOther]).toEqual([2 * withoutMall!, 3 * withoutMall!]);
});

test('the table of companies and the needs add up over the companies of a reader', async () => {
  const areaUnder = async (who: Person) => {
    const { parts, sum: whole } = await server.ok(companies, who, january);
    expect(sum(parts, (part) => part.figures.totals.cleanedM2)).toBe(whole.figures.totals.cleanedM2);
    return whole.figures.totals.cleanedM2;
  };
  const needs = async (who: Person) =>
    (await server.ok(needCalls.list, who, { kind: ['ALARM', 'MISSED_START', 'SILENT'] })).total;
  for (const read of [areaUnder, needs]) {
    const [whole, ofAgent, ofMall, ofOther] = await Promise.all(
      [superAdmin, agentAdmin, mallAdmin, otherAdmin].map(read),
    );
    expect([whole, 2 * ofAgent!, 3 * ofMall!]).toEqual([ofAgent! + ofOther!, 3 * ofMall!, 2 * ofOther!]);
  }
});

test('no answer of the board names a site or a robot of another company', async () => {
  const calls = [
    ...Object.values(statisticsCalls),
    ...Object.values(boardFigureCalls),
    boardKindCalls.kinds,
    siteTargetCalls.savings,
    needCalls.list,
  ];
  const hidden = { mallAdmin: [agent, other], otherAdmin: [agent, mall], agentAdmin: [other] };
  for (const [name, foreign] of Object.entries(hidden))
    for (const call of calls) {
      const period = call === battery || call === electricity || call === needCalls.list ? {} : january;
      const person = people[name as keyof typeof hidden];
      const by = call === split || call === changes ? { by: 'device' } : {};
      const text = JSON.stringify(await server.send(call, person, { ...period, ...by } as never));
      expect(text, call.path).toContain('"code":200');
      for (const companyId of foreign) expect(text, call.path).not.toContain(wordOf(companyId));
    }
});
