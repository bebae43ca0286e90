import { assistCalls, errors } from '@sweepline/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { hotSpotsOf, placeM, type Place } from './assist-rules.ts';

const { list, summary, hotSpots, note, export: exportCsv } = assistCalls;
const server = testServer();

const { mallAdmin } = people;
const at = (minute: number) => `2030-01-02T01:${String(minute).padStart(2, '0')}:00.000Z`;

/** A robot that works on a map from minute 0 to minute 50. */
async function aRunOn(ended = 50) {
  const map = await server.aMap({ name: 'Ground floor' });
  const device = await server.aDevice({ nickname: 'Otter' });
  const run = await server.aRun({
    deviceId: device.id,
    mapId: map.id,
    startedAt: at(0),
    endedAt: at(ended),
    name: 'Lobby',
  });
  const stop = (code: string, from: number, to: number | null, x = 3, y = 4) =>
    server.anAlarm({
      deviceId: device.id,
      runId: run.id,
      code,
      level: 4,
      raisedAt: at(from),
      clearedAt: to === null ? null : at(to),
      refs: { runId: run.id, mapId: map.id, x, y },
    });
  return { map, device, run, stop };
}

test('a stop that ended by help is an assist with place, cause and duration; a stop that the robot ends itself is none', async () => {
  const { map, run, stop } = await aRunOn();
  await stop('20110', 10, 14);
  await stop('10102', 20, 21);
  await stop('40202', 25, 26);
  await server.anAlarm({ code: '10110', raisedAt: at(30), clearedAt: at(31) });
  const page = await server.ok(list, mallAdmin, {});
  expect(page).toMatchObject({
    total: 1,
    list: [
      {
        codes: ['20110'],
        outcome: 'WENT_ON',
        seconds: 240,
        run: { id: run.id, name: 'Lobby' },
        device: { nickname: 'Otter' },
        map: { id: map.id },
        x: 3,
        y: 4,
        by: null,
      },
    ],
  });
});

test('overlapping alarms are one stop, and a stop that outlasts its run has the outcome GAVE_UP', async () => {
  const { stop } = await aRunOn(40);
  await stop('10110', 5, 9);
  await stop('10104', 7, 12);
  await stop('40101', 20, 22);
  await stop('10103', 39, 45);
  const { list: found } = await server.ok(list, mallAdmin, { sort: 'at' });
  expect(found.map(({ codes, outcome, seconds }) => [codes.join(), outcome, seconds])).toEqual([
    ['10110,10104', 'WENT_ON', 420],
    ['40101', 'WENT_ON', 120],
    ['10103', 'GAVE_UP', null],
  ]);
  const sums = await server.ok(summary, mallAdmin, {});
  expect(sums).toMatchObject({ count: 3, open: 0, medianS: 270, totalS: 540, maps: [{ count: 3 }] });
  expect((await server.ok(list, mallAdmin, { outcome: ['GAVE_UP'] })).total).toBe(1);
  expect((await server.ok(list, mallAdmin, { code: ['10104'], from: at(1), to: at(10) })).total).toBe(1);
  expect((await server.ok(list, people.otherAdmin, {})).total).toBe(0);
});

test('the assists of one run are listed in time order, and only to its own company', async () => {
  const { run, stop } = await aRunOn();
  await stop('40101', 20, 22);
  await stop('10103', 5, 9);
  await (await aRunOn()).stop('20110', 6, 7);
  const filter = { runId: run.id, sort: 'at' as const };
  const { list: found } = await server.ok(list, mallAdmin, filter);
  expect(found.map(({ codes }) => codes)).toEqual([['10103'], ['40101']]);
  expect((await server.ok(list, people.otherAdmin, filter)).total).toBe(0);
});

test('assists on a deleted map still count in the summary of that map, for its own company', async () => {
  const { map, stop } = await aRunOn();
  await stop('10110', 5, 9);
  await server.asOwner((sql) => sql`delete from maps where id = ${map.id}`);
  expect((await server.ok(summary, mallAdmin, { mapId: map.id })).count).toBe(1);
  const hidden = await server.send(summary, people.otherAdmin, { mapId: map.id });
  expect(hidden.code).toBe(errors.notFound.code);
});

test('an uncleared stop in an open run is OPEN and names the account that drove the robot', async () => {
  const { device, stop } = await aRunOn();
  await server.asOwner((sql) => sql`update runs set ended_at = null, state = 'IN_PROGRESS'`);
  await stop('10110', 10, null);
  expect((await server.ok(list, mallAdmin, {})).list).toMatchObject([
    { outcome: 'OPEN', endedAt: null, by: null },
  ]);
  await server.aDriveSession({ deviceId: device.id, openedAt: at(12), accountName: 'mallAdmin' });
  expect((await server.ok(list, mallAdmin, {})).list).toMatchObject([{ by: 'mallAdmin' }]);
});

test('nearby assists form a hot spot with advice, and a dismissed assist is not counted', async () => {
  const { map, stop } = await aRunOn();
  const alarms = [];
  for (let n = 0; n < 3; n++) alarms.push(await stop('10103', 4 * n, 4 * n + 2, 10 + n * 0.5, 5));
  await stop('20110', 30, 31, 40, 40);
  const readHotSpots = () => server.ok(hotSpots, mallAdmin, { mapId: map.id });
  expect(await readHotSpots()).toMatchObject({
    spots: [{ x: 10.5, y: 5, count: 3, seconds: 360, advice: 'WALL' }],
  });
  expect((await readHotSpots()).places).toHaveLength(4);
  const noteInput = { id: alarms[0]!.id, version: 0, helper: 'Li', text: 'Test drive', dismissed: true };
  expect(await server.ok(note, mallAdmin, noteInput)).toMatchObject({
    note: { helper: 'Li', dismissed: true, version: 1 },
  });
  expect(await readHotSpots()).toMatchObject({ spots: [{ count: 2, advice: null }] });
  expect((await server.ok(summary, mallAdmin, {})).count).toBe(3);
  expect((await server.send(note, mallAdmin, noteInput)).code).toBe(errors.changedMeanwhile.code);
  expect((await server.send(note, mallAdmin, { ...noteInput, id: alarms[1]!.companyId })).code).toBe(
    errors.notFound.code,
  );
});

test('a note on an alarm that is no assist is answered as missing', async () => {
  const { id } = await server.anAlarm({ code: '50101' });
  const noteInput = { id, version: 0, helper: '', text: 'x', dismissed: false };
  expect((await server.send(note, mallAdmin, noteInput)).code).toBe(errors.notFound.code);
});

test('the CSV export escapes formulas', async () => {
  const { device, stop } = await aRunOn();
  await server.asOwner((sql) => sql`update devices set nickname = '=x()' where id = ${device.id}`);
  await stop('10110', 1, 2);
  const rows = String(
    (
      await server.send(exportCsv, mallAdmin, {
        from: '2030-01-01T00:00:00.000Z',
        to: '2030-01-31T00:00:00.000Z',
      })
    ).data,
  )
    .trim()
    .split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain("'=x()");
});

test('an export of more than a month or with its end before its start is refused', async () => {
  const refusalOf = async (from: string, to: string) =>
    (await server.send(exportCsv, mallAdmin, { from, to })).msg;
  expect(await refusalOf(at(0), '2030-02-02T03:00:00.000Z')).toBe(errors.exportTooLong.texts.en);
  expect(await refusalOf(at(1), at(0))).toBe(errors.invalid.texts.en);
});

const place = fc.record({
  id: fc.uuid(),
  x: fc.float({ min: 0, max: 30, noNaN: true }),
  y: fc.float({ min: 0, max: 30, noNaN: true }),
  code: fc.constantFrom('10103' as const, '10110' as const),
  at: fc.constant(at(1)),
  seconds: fc.option(fc.integer({ min: 0, max: 900 })),
});

test('the hot spots do not depend on the order of the places, and single places form none', () => {
  fc.assert(
    fc.property(fc.uniqueArray(place, { selector: ({ id }) => id, maxLength: 40 }), (places: Place[]) => {
      const spots = hotSpotsOf(places);
      expect(hotSpotsOf(places.toReversed())).toEqual(spots);
      expect(spots.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(places.length);
      const alone = places.filter((candidate) =>
        places.every(
          (other) => other === candidate || Math.hypot(candidate.x - other.x, candidate.y - other.y) > placeM,
        ),
      );
      expect(spots.reduce((sum, { count }) => sum + count, 0)).toBe(places.length - alone.length);
    }),
    { numRuns: 200 },
  );
});
