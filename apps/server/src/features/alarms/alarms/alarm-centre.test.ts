import { alarmActCalls, alarmCalls, errors, noticeCalls } from '@sweepline/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { alarmSettings } from '../../../entities/alarms/alarm-setting-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
beforeEach(() => server.clock.advance(60_000));

const { mallAdmin, agentAdmin, otherAdmin, reader } = people;
const minuteMs = 60_000;
const dayMs = 86_400_000;
const at = (ms: number) => new Date(server.clock().getTime() + ms).toISOString();
const row = ({ id, version = 1 }: { id: string; version?: number }) => ({ id, version });

const list = (input: object = {}, person: Person = mallAdmin) => server.ok(alarmCalls.list, person, input);
const idsOf = async (input: object = {}, person: Person = mallAdmin) =>
  (await list(input, person)).list.map(({ id }) => id);
const detail = (id: string, person: Person = mallAdmin) => server.ok(alarmCalls.detail, person, { id });

const aSetting = (values: Partial<typeof alarmSettings.$inferInsert>) =>
  inScope(server.db, '*', (tx) =>
    tx.insert(alarmSettings).values({
      companyId: companyIds.mall,
      code: '10110',
      updatedAt: at(0),
      updatedBy: 'test',
      ...values,
    }),
  );

describe('the list', () => {
  test('an alarm shows robot, company, site, run, both levels and who can fix it', async () => {
    const site = await server.aSite({ name: 'North' });
    const device = await server.aDevice({ nickname: 'Otter', model: 'J30' });
    const run = await server.aRun({ deviceId: device.id, name: 'Lobby' });
    const ids = { deviceId: device.id, siteId: site.id, runId: run.id };
    await server.anAlarm({ ...ids, code: '20110', level: 4, levelOverride: 2 });
    expect((await list()).list).toMatchObject([
      {
        code: '20110',
        name: 'Brush is jammed',
        level: 4,
        effectiveLevel: 2,
        deviceName: 'Otter',
        companyName: 'Mall',
        site: { id: site.id, name: 'North' },
        runName: 'Lobby',
        fixer: 'ANYONE',
        processing: 'NOT_PROCESSED',
        isOpen: true,
        isChattering: false,
        version: 1,
        owner: null,
        acknowledged: null,
        processed: null,
        shelved: null,
        followers: { count: 0, open: 0 },
      },
    ]);
  });

  test('each filter finds its alarms', async () => {
    const site = await server.aSite();
    const device = await server.aDevice({ nickname: 'Otter' });
    const run = await server.aRun({ deviceId: device.id });
    const place = { deviceId: device.id, siteId: site.id, runId: run.id };
    const past = { raisedAt: at(-2 * dayMs), clearedAt: at(-dayMs) };
    const one = await server.anAlarm({ ...place, ...past, code: '20110', levelOverride: 2 });
    const two = await server.anAlarm({ code: '80010', level: 5, text: 'Names Heron' });
    const [first, second] = [[one.id], [two.id]];
    const expected: [object, string[]][] = [
      [{ keyword: 'otter' }, first],
      [{ keyword: 'heron' }, second],
      [{ keyword: '8001' }, second],
      [{ deviceId: device.id }, first],
      [{ siteId: site.id }, first],
      [{ runId: run.id }, first],
      [{ companyId: companyIds.mall }, [two.id, one.id]],
      [{ code: ['20110', '20111'] }, first],
      [{ level: [2] }, first],
      [{ level: [4] }, []],
      [{ open: true }, second],
      [{ open: false }, first],
      [{ fixer: ['FACTORY'] }, second],
      [{ fixer: ['ANYONE', 'OPERATOR'] }, first],
      [{ startTime: at(-dayMs), endTime: at(0) }, second],
      [{ startTime: '', endTime: at(-dayMs) }, first],
    ];
    for (const [filter, ids] of expected)
      expect((await idsOf(filter)).toSorted(), JSON.stringify(filter)).toEqual(ids.toSorted());
    expect((await list({ keyword: 'zzz' })).total).toBe(0);
    await server.ok(alarmActCalls.assign, mallAdmin, { alarms: [row(one)], ownerId: reader.id });
    await server.ok(alarmActCalls.acknowledge, mallAdmin, { alarms: [row({ ...one, version: 2 })] });
    await server.ok(alarmActCalls.process, mallAdmin, { alarms: [row(two)], result: 'Done' });
    expect(await idsOf({ ownerId: reader.id })).toEqual(first);
    expect(await idsOf({ acknowledged: true })).toEqual(first);
    expect(await idsOf({ acknowledged: false })).toEqual(second);
    expect(await idsOf({ processing: 'PROCESSED' })).toEqual(second);
    expect(await idsOf({ processing: 'NOT_PROCESSED' })).toEqual(first);
  });

  test('the fixer is that of the settings of the nearest company above', async () => {
    const device = await server.aDevice({ model: 'J30' });
    const alarm = await server.anAlarm({ deviceId: device.id, code: '10110' });
    await aSetting({ companyId: companyIds.provider, fixer: 'FACTORY' });
    expect((await list()).list).toMatchObject([{ fixer: 'FACTORY' }]);
    await aSetting({ companyId: companyIds.agent, fixer: 'OPERATOR', model: 'J30' });
    expect(await idsOf({ fixer: ['OPERATOR'] })).toEqual([alarm.id]);
    expect(await idsOf({ fixer: ['ANYONE', 'FACTORY'] })).toEqual([]);
    const foreign = { code: '90000', type: 'laserDirty', deviceId: device.id };
    await server.anAlarm(foreign);
    await aSetting({ code: '90000', errorType: 'laserDirty', fixer: 'ANYONE' });
    expect((await list({ code: ['90000'] })).list).toMatchObject([{ fixer: 'ANYONE' }]);
  });

  test('it is sorted by its columns, and J30 robots have a list of their own', async () => {
    const device = await server.aDevice({ model: 'J30' });
    const other = await server.aDevice({ model: 'J20' });
    const low = await server.anAlarm({ level: 1, count: 3, raisedAt: at(0), deviceId: device.id });
    const high = await server.anAlarm({ level: 5, raisedAt: at(-dayMs), deviceId: other.id });
    expect(await idsOf({ sort: '-level' })).toEqual([high.id, low.id]);
    expect(await idsOf({ sort: 'raisedAt' })).toEqual([high.id, low.id]);
    expect(await idsOf({ sort: '-count' })).toEqual([low.id, high.id]);
    const { list: found, total } = await server.ok(alarmCalls.listJ30, mallAdmin, {});
    expect([found.map(({ id }) => id), total]).toEqual([[low.id], 1]);
  });

  test('many raises within ten minutes are marked as chattering until they stop', async () => {
    await server.anAlarm({ count: 7, raisedAt: at(-60 * minuteMs), lastRaisedAt: at(0) });
    await server.anAlarm({ count: 6, lastRaisedAt: at(0) });
    const marks = async () => (await list()).list.map(({ isChattering }) => isChattering).toSorted();
    expect(await marks()).toEqual([false, true]);
    server.clock.advance(10 * minuteMs);
    expect(await marks()).toEqual([false, false]);
  });
});

describe('causes and followers', () => {
  test('a cause is over only when all its followers are', async () => {
    const cause = await server.anAlarm({ code: '40101', clearedAt: at(0) });
    const follower = await server.anAlarm({ code: '40201', causeId: cause.id });
    const ended = await server.anAlarm({ code: '40210', causeId: cause.id, clearedAt: at(0) });
    expect((await idsOf({ open: true })).toSorted()).toEqual([cause.id, follower.id].toSorted());
    expect(await idsOf({ open: false })).toEqual([ended.id]);
    expect(await idsOf({ roots: true })).toEqual([cause.id]);
    expect((await idsOf({ causeId: cause.id })).toSorted()).toEqual([follower.id, ended.id].toSorted());
    const page = await detail(cause.id);
    expect(page.alarm).toMatchObject({ isOpen: true, followers: { count: 2, open: 1 } });
    expect(page.followers.map(({ id }) => id)).toEqual([follower.id, ended.id]);
    expect((await detail(follower.id)).cause).toMatchObject({ id: cause.id });
    await server.asOwner((sql) => sql`update alarms set cleared_at = now() where id = ${follower.id}`);
    expect(await idsOf({ open: true })).toEqual([]);
    expect((await detail(cause.id)).alarm.isOpen).toBe(false);
  });

  test('the numbers of the alarm centre count a cause with its followers once', async () => {
    const [one, two] = [await server.anAlarm({ level: 5 }), await server.anAlarm({ code: '20110' })];
    await server.anAlarm({ causeId: one.id });
    await server.anAlarm({ clearedAt: at(0) });
    await server.anAlarm({ companyId: companyIds.other });
    const summary = () => server.ok(alarmCalls.summary, mallAdmin, {});
    expect(await summary()).toEqual({
      open: 2,
      followers: 1,
      unacknowledged: 2,
      mine: 0,
      shelved: 0,
      levels: [5, 4, 3, 2, 1].map((level) => ({ level, count: level >= 4 ? 1 : 0 })),
      codes: [
        { code: '10110', count: 1 },
        { code: '20110', count: 1 },
      ],
    });
    await server.ok(alarmActCalls.assign, mallAdmin, { alarms: [row(one)], ownerId: mallAdmin.id });
    const shelf = { until: at(60 * minuteMs), reason: 'Later' };
    await server.ok(alarmActCalls.shelve, mallAdmin, { alarms: [row(two)], ...shelf });
    expect(await summary()).toMatchObject({ open: 2, unacknowledged: 1, mine: 1, shelved: 1 });
    server.clock.advance(60 * minuteMs);
    expect(await summary()).toMatchObject({ unacknowledged: 2, shelved: 0 });
  });
});

describe('the page of an alarm', () => {
  test('it shows the run with the area that waits, until the run ends', async () => {
    const run = await server.aRun({ state: 'IN_PROGRESS', plannedM2: 300, cleanedM2: 120.5, endedAt: null });
    const { id } = await server.anAlarm({ runId: run.id });
    expect((await detail(id)).run).toMatchObject({ id: run.id, plannedM2: 300, waitingM2: 179.5 });
    await server.asOwner((sql) => sql`update runs set cleaned_m2 = null`);
    expect((await detail(id)).run).toMatchObject({ waitingM2: null });
    await server.asOwner((sql) => sql`update runs set cleaned_m2 = 1, ended_at = now()`);
    expect((await detail(id)).run).toMatchObject({ waitingM2: null });
  });

  test('it shows the place on the version of the map that was current when the alarm was raised', async () => {
    const map = await server.aMap({ name: 'Ground floor' });
    const refs = { mapId: map.id, x: 3, y: 4 };
    const before = await server.anAlarm({ refs, raisedAt: at(-dayMs) });
    const after = await server.anAlarm({ refs });
    await server.asOwner(
      (
        sql,
      ) => sql`insert into map_versions (id, company_id, map_id, version, origin, grid_file_id, width, height, resolution,
        origin_x, origin_y, free_m2, elements, created_at, created_by)
      select gen_random_uuid(), company_id, id, v.n, 'IMPORT', grid_file_id, width, height, resolution, origin_x, origin_y, free_m2,
        elements, v.at::timestamptz, 'test'
      from maps, (values (1, ${at(-2 * dayMs)}), (2, ${at(-minuteMs)})) v(n, at) where maps.id = ${map.id}
      on conflict (map_id, version) do update set created_at = excluded.created_at`,
    );
    expect((await detail(before.id)).place).toMatchObject({
      mapName: 'Ground floor',
      version: 1,
      x: 3,
      y: 4,
    });
    expect((await detail(after.id)).place).toMatchObject({ version: 2 });
    expect(
      (await detail((await server.anAlarm({ refs: { mapId: 'local', x: 1, y: 1 } })).id)).place,
    ).toBeNull();
    const hidden = await server.aMap({ companyId: companyIds.other });
    const foreign = await server.anAlarm({ refs: { ...refs, mapId: hidden.id } });
    expect((await detail(foreign.id)).place).toBeNull();
  });

  test('it lists earlier alarms of the same code and robot, the last ones first', async () => {
    const { id: deviceId } = await server.aDevice();
    const raisedAgo = (hours: number, code = '10110') =>
      server.anAlarm({ deviceId, code, raisedAt: at(-hours * 3_600_000) });
    const alarm = await raisedAgo(0);
    const [old, older] = [await raisedAgo(1), await raisedAgo(2)];
    await raisedAgo(1, '20110');
    const page = await detail(alarm.id);
    expect(page.before.map(({ id }) => id)).toEqual([old.id, older.id]);
    expect(page.beforeCount).toBe(2);
  });

  test('another company’s alarm is answered as missing', async () => {
    const { id } = await server.anAlarm();
    const hidden = await server.send(alarmCalls.detail, otherAdmin, { id });
    const unknown = await server.send(alarmCalls.detail, otherAdmin, { id: server.newId() });
    expect([hidden.code, unknown.code]).toEqual([errors.notFound.code, errors.notFound.code]);
    expect(await idsOf({}, otherAdmin)).toEqual([]);
    expect(await idsOf({}, agentAdmin)).toEqual([id]);
  });
});

describe('unread alarms', () => {
  const bell = { isRead: 0, page: 1, pageSize: 99, startTime: '', endTime: '' };
  const unread = async () => (await server.ok(noticeCalls.unread, reader, {}))[2];

  test('an alarm without a notification is listed and never unread', async () => {
    const { id } = await server.anAlarm({ toldAt: null });
    expect(await unread()).toBe(0);
    expect((await list(bell, reader)).total).toBe(0);
    expect((await list({ isRead: 1 }, reader)).list).toMatchObject([{ id, isRead: 1, toldAt: null }]);
    await server.ok(alarmCalls.readOne, reader, { id });
    await server.ok(alarmCalls.readAll, reader, {});
  });

  test('an alarm becomes unread when people are notified, however long ago it arrived', async () => {
    await server.ok(alarmCalls.readAll, reader, {});
    server.clock.advance(60 * minuteMs);
    const { id } = await server.anAlarm({ arrivedAt: at(-2 * dayMs), toldAt: at(0) });
    expect(await unread()).toBe(1);
    expect((await list(bell, reader)).list).toMatchObject([{ id, isRead: 0 }]);
    await server.ok(alarmCalls.readOne, reader, { id });
    expect(await unread()).toBe(0);
  });

  test('an alarm with a notification before the last mark of all is read', async () => {
    await server.anAlarm();
    expect(await unread()).toBe(1);
    await server.ok(alarmCalls.readAll, reader, {});
    expect(await unread()).toBe(0);
  });
});

describe('the export', () => {
  const exported = async (input: object) =>
    await server.send(alarmCalls.export, mallAdmin, { from: at(-dayMs), to: at(0), ...input });

  test('it has the filtered alarms of the period, and escapes formulas', async () => {
    const alarm = await server.anAlarm({ text: '=x()' });
    await server.anAlarm({ raisedAt: at(-2 * dayMs) });
    await server.ok(alarmActCalls.process, mallAdmin, { alarms: [row(alarm)], result: 'Freed' });
    const lines = String((await exported({ code: ['10110'] })).data)
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("'=x()");
    expect(lines[1]).toContain(`PROCESSED,${at(0)},Nick mallAdmin,Freed`);
  });

  test('more than a month, or an end before the start, is refused', async () => {
    const longer = await exported({ from: '2029-01-01T00:00:00.000Z', to: '2029-02-02T00:00:00.000Z' });
    expect(longer.code).toBe(errors.exportTooLong.code);
    expect((await exported({ to: at(-2 * dayMs) })).code).toBe(errors.invalid.code);
  });
});
