import {
  boardFigureCalls,
  calendarCalls,
  reportCalls,
  runCalls,
  siteTargetCalls,
  statisticsCalls,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { mallAdmin } = people;
const january = { from: '2030-01-01', to: '2030-01-31' };
const dueAt = '2030-01-01T20:00:00.000Z';

const noTargets = {
  areaM2PerWeek: null,
  coverage: null,
  completion: null,
  onlineRate: null,
  manualM2PerHour: null,
  hourlyWage: null,
  currency: null,
  manualLitresPerM2: null,
  manualWhPerM2: null,
  gCo2PerKwh: null,
};

/** A planned run at a site whose robot reports a success with some of 100 m² of reachable floor. */
async function aPlannedRun(
  cleanedM2: number,
  { doneShare = null as number | null, result = 'SUCCESS' as 'SUCCESS' | 'PARTIAL' } = {},
) {
  const site = await server.aSite({ timezone: 'UTC' });
  await server.ok(siteTargetCalls.save, mallAdmin, { siteId: site.id, version: 0, ...noTargets, doneShare });
  const map = await server.aMap({ siteId: site.id });
  const start = await server.aStart({ state: 'STARTED', dueAt, runId: server.newId() });
  const id = start.runId!;
  const at = { startedAt: dueAt, endedAt: '2030-01-01T21:00:00.000Z' };
  await server.aReport({
    id,
    deviceId: start.deviceId,
    mapId: map.id,
    result,
    plannedM2: 130,
    noGoM2: 10,
    reachableM2: 100,
    cleanedM2,
    ...at,
  });
  return id;
}

/** The verdict of the only run at every door that shows one. */
async function verdicts(id: string) {
  const [{ list }, detail, { totals: starts }, { totals }, calendar, { run }] = await Promise.all([
    server.ok(reportCalls.list, mallAdmin, {}),
    server.ok(reportCalls.detail, mallAdmin, { id }),
    server.ok(boardFigureCalls.completion, mallAdmin, january),
    server.ok(statisticsCalls.index, mallAdmin, january),
    server.ok(calendarCalls.range, mallAdmin, {
      from: '2030-01-01T00:00:00.000Z',
      to: '2030-01-03T00:00:00.000Z',
    }),
    server.ok(runCalls.detail, mallAdmin, { id }).then((answer) => ({ run: answer })),
  ]);
  return {
    list: list[0]!.result,
    detail: detail.result,
    starts: starts.done === 1 ? 'SUCCESS' : starts.partial === 1 ? 'PARTIAL' : 'other',
    figures: totals.succeeded === 1 ? 'SUCCESS' : totals.partial === 1 ? 'PARTIAL' : 'other',
    calendar: { DONE: 'SUCCESS', SHORT: 'PARTIAL' }[
      calendar.list.find(({ runId }) => runId === id)!.state as 'DONE' | 'SHORT'
    ],
    run: run.result,
  };
}
const everywhere = (result: 'SUCCESS' | 'PARTIAL') =>
  Object.fromEntries(
    ['list', 'detail', 'starts', 'figures', 'calendar', 'run'].map((door) => [door, result]),
  );

test.each([
  [94, {}, 'PARTIAL'],
  [95, {}, 'SUCCESS'],
  [85, { doneShare: 0.8 }, 'SUCCESS'],
  [97, { doneShare: 0.98 }, 'PARTIAL'],
  [100, { result: 'PARTIAL' }, 'PARTIAL'],
] as const)(
  'a run with %i %% of the reachable floor and %o has one verdict on every page',
  async (cleanedM2, options, expected) => {
    const id = await aPlannedRun(cleanedM2, options);
    expect(await verdicts(id)).toEqual(everywhere(expected));
  },
);

test('a measurement changes the verdict, and a new threshold of the site only that of later runs', async () => {
  const id = await aPlannedRun(90);
  expect(await server.ok(reportCalls.detail, mallAdmin, { id })).toMatchObject({
    result: 'PARTIAL',
    toldResult: 'SUCCESS',
    doneShare: 0.95,
  });
  await server.asOwner((sql) => sql`update task_reports set cleaned_m2 = 96 where id = ${id}`);
  expect(await verdicts(id)).toEqual(everywhere('SUCCESS'));
  await server.asOwner((sql) => sql`update site_targets set done_share = 0.99`);
  expect(await verdicts(id)).toEqual(everywhere('SUCCESS'));
});
