import { alarmCalls, langs, noticeCalls, urlOf } from '@sweepline/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { notify } from './notice-service.ts';
import { noticeTexts } from './notice-texts.ts';

const server = testServer();
// Notices that are older than an account count as read, so the tests run after the accounts were created.
beforeEach(() => server.clock.advance(3_600_000));

const counts = (who: Person) => server.ok(noticeCalls.unread, who, {});
const deviceList = (who: Person, input = {}) => server.ok(noticeCalls.deviceList, who, input);
const alarmList = (who: Person, input = {}) => server.ok(alarmCalls.list, who, input);
const unreadAlarms = { isRead: 0, page: 1, pageSize: 99, startTime: '', endTime: '' } as const;
const idsOf = (list: { eventId: string }[]) => list.map(({ eventId }) => eventId);
const later = (ms: number) => server.clock.advance(ms);

describe('visibility', () => {
  test('a notice of a company is visible in this company and in those above it only', async () => {
    const { id } = await server.aNotice();
    await server.anAlarm();
    for (const who of [people.mallAdmin, people.reader, people.agentAdmin, people.superAdmin]) {
      expect(await counts(who), who.username).toEqual([0, 1, 1]);
      expect(idsOf((await deviceList(who)).list), who.username).toEqual([id]);
    }
    expect(await counts(people.otherAdmin)).toEqual([0, 0, 0]);
    expect(await deviceList(people.otherAdmin)).toEqual({ list: [], total: 0 });
    expect(await alarmList(people.otherAdmin)).toEqual({ list: [], total: 0 });
  });

  test('a notice for one account is visible to this account only', async () => {
    const { id } = await server.aNotice({
      kind: 'system',
      accountId: people.reader.id,
      template: 'passwordReset',
      params: { by: 'admin' },
    });
    expect(await counts(people.reader)).toEqual([1, 0, 0]);
    expect(await counts(people.mallAdmin)).toEqual([0, 0, 0]);
    expect((await server.ok(noticeCalls.systemList, people.superAdmin, {})).total).toBe(0);
    expect((await server.send(noticeCalls.read, people.mallAdmin, { id })).code).toBe(404);
    await server.ok(noticeCalls.read, people.reader, { id });
    expect(await counts(people.reader)).toEqual([0, 0, 0]);
  });

  test('notices of devices are neither listed nor counted without the right to devices', async () => {
    const { id } = await server.aNotice();
    await server.anAlarm();
    expect(await counts(people.bare)).toEqual([0, 0, 0]);
    expect(await server.ok(noticeCalls.unreadTotal, people.bare, {})).toBe(0);
    expect((await server.send(noticeCalls.read, people.bare, { id })).code).toBe(404);
  });

  test('a notice that is older than an account counts as read', async () => {
    await server.aNotice({ createdAt: '2029-12-31T00:00:00.000Z' });
    await server.anAlarm({ arrivedAt: '2029-12-31T00:00:00.000Z' });
    expect(await counts(people.mallAdmin)).toEqual([0, 0, 0]);
    expect((await deviceList(people.mallAdmin)).list).toMatchObject([{ isRead: 1 }]);
  });
});

describe('reading', () => {
  test('reading a notice marks it for this account only', async () => {
    const first = await server.aNotice();
    const other = await server.aNotice();
    const alarm = await server.anAlarm();
    await server.ok(noticeCalls.read, people.reader, { id: first.id });
    await server.ok(alarmCalls.readOne, people.reader, { id: alarm.id });
    expect(await counts(people.reader)).toEqual([0, 1, 0]);
    expect(await counts(people.mallAdmin)).toEqual([0, 2, 1]);
    expect(idsOf((await deviceList(people.reader, { isRead: 0 })).list)).toEqual([other.id]);
    expect(idsOf((await deviceList(people.reader, { isRead: 1 })).list)).toEqual([first.id]);
    expect((await alarmList(people.reader, unreadAlarms)).list).toEqual([]);
    expect((await alarmList(people.reader, { isRead: 1 })).list).toMatchObject([{ id: alarm.id, isRead: 1 }]);
  });

  test('reading a notice twice has the effect of reading it once', async () => {
    const { id } = await server.aNotice();
    await server.ok(noticeCalls.read, people.reader, { id });
    await server.ok(noticeCalls.read, people.reader, { id });
    expect(await counts(people.reader)).toEqual([0, 0, 0]);
  });

  test('mark all marks one kind for one account, and later notices are unread', async () => {
    await server.aNotice();
    await server.anAlarm();
    later(1_000);
    await server.ok(noticeCalls.deviceReadAll, people.reader, {});
    expect(await counts(people.reader)).toEqual([0, 0, 1]);
    expect(await counts(people.mallAdmin)).toEqual([0, 1, 1]);
    await server.aNotice();
    expect(await counts(people.reader)).toEqual([0, 1, 1]);
    await server.ok(alarmCalls.readAll, people.reader, {});
    expect(await counts(people.reader)).toEqual([0, 1, 0]);
  });

  test('a HEAD request marks nothing as read', async () => {
    await server.aNotice();
    for (const call of [noticeCalls.deviceReadAll, alarmCalls.readAll]) {
      const headers = { authorization: people.reader.token };
      const answer = await server.app.inject({ method: 'HEAD', url: urlOf(call), headers });
      expect(answer.statusCode).toBe(405);
    }
    expect(await counts(people.reader)).toEqual([0, 1, 0]);
  });

  test('an alarm that arrives late is unread, even if it was raised before the mark', async () => {
    await server.ok(alarmCalls.readAll, people.reader, {});
    await server.anAlarm({ raisedAt: '2029-06-01T00:00:00.000Z' });
    expect(await counts(people.reader)).toEqual([0, 0, 1]);
  });

  test('a notice stays unread when its transaction commits after mark all', async () => {
    await server.aNotice();
    let release = () => {};
    const released = new Promise<void>((done) => (release = done));
    let written = () => {};
    const isWritten = new Promise<void>((done) => (written = done));
    const slow = inScope(server.db, '*', async (tx) => {
      const words = { template: 'runFailed' as const, params: { name: 'R', run: 'late' } };
      await notify(tx, server.bus, server.clock, { kind: 'device', companyId: companyIds.mall, ...words });
      written();
      await released;
    });
    await isWritten;
    later(1_000);
    await server.ok(noticeCalls.deviceReadAll, people.reader, {});
    release();
    await slow;
    expect(await counts(people.reader)).toEqual([0, 1, 0]);
    expect((await deviceList(people.reader, { isRead: 0 })).list[0]?.content).toContain('late');
  });

  test('undo reverts the last mark all, and notices that were read individually stay read', async () => {
    const old = await server.aNotice();
    later(3_600_000);
    const recent = await server.aNotice();
    const read = await server.aNotice();
    await server.ok(noticeCalls.read, people.reader, { id: read.id });
    await server.ok(noticeCalls.deviceReadAll, people.reader, {});
    expect(await counts(people.reader)).toEqual([0, 0, 0]);
    await server.ok(noticeCalls.undoReadAll, people.reader, { kind: 'device' });
    const { list } = await deviceList(people.reader, { isRead: 0 });
    expect(idsOf(list).toSorted()).toEqual([old.id, recent.id].toSorted());
    expect((await server.send(noticeCalls.undoReadAll, people.reader, { kind: 'device' })).code).toBe(409);
    expect((await server.send(noticeCalls.undoReadAll, people.reader, { kind: 'system' })).code).toBe(409);
  });

  test('mark all deletes individual marks below the former mark, and their notices stay read', async () => {
    const { id } = await server.aNotice();
    await server.ok(noticeCalls.read, people.reader, { id });
    later(3_600_000);
    await server.ok(noticeCalls.deviceReadAll, people.reader, {});
    later(3_600_000);
    await server.ok(noticeCalls.deviceReadAll, people.reader, {});
    const rows = await server.asOwner((sql) => sql`select * from notice_reads`);
    expect(rows).toEqual([]);
    expect(await counts(people.reader)).toEqual([0, 0, 0]);
  });

  test('the total is the sum of the three kinds, and each count stops at a thousand', async () => {
    await server.asOwner(
      (sql) => sql`insert into notices (id, company_id, kind, template, occasion, created_at)
        select gen_random_uuid(), ${companyIds.mall}, 'device', 'runFailed', n::text, '2030-01-02T04:00:00Z'
        from generate_series(1, 1500) n`,
    );
    await server.anAlarm();
    expect(await counts(people.mallAdmin)).toEqual([0, 1_000, 1]);
    expect(await server.ok(noticeCalls.unreadTotal, people.mallAdmin, {})).toBe(1_001);
  });
});

describe('lists', () => {
  test('a list is ordered from the newest and filtered by device and time; an empty bound is ignored', async () => {
    const device = await server.aDevice({ nickname: 'Lobby' });
    const first = await server.aNotice({ deviceId: device.id, aboutKind: 'device', aboutId: device.id });
    later(60_000);
    const second = await server.aNotice();
    expect(idsOf((await deviceList(people.reader)).list)).toEqual([second.id, first.id]);
    const of = await deviceList(people.reader, { deviceId: device.id, startTime: '', endTime: '' });
    expect(of.list).toMatchObject([
      {
        eventId: first.id,
        deviceSn: device.sn,
        deviceCode: device.model,
        deviceName: 'Lobby',
        about: { kind: 'device', id: device.id },
      },
    ]);
    expect(idsOf((await deviceList(people.reader, { startTime: second.createdAt })).list)).toEqual([
      second.id,
    ]);
    expect(idsOf((await deviceList(people.reader, { endTime: first.createdAt })).list)).toEqual([first.id]);
  });

  test('alarms have code, name, level and robot, and are filtered by level, robot and open state', async () => {
    const device = await server.aDevice({ nickname: 'Lobby' });
    const stuck = await server.anAlarm({ deviceId: device.id });
    const wet = await server.anAlarm({ code: '20103', level: 2, clearedAt: server.clock().toISOString() });
    const ids = async (input: object) => (await alarmList(people.reader, input)).list.map(({ id }) => id);
    expect((await alarmList(people.reader, { keyword: 'lob' })).list).toMatchObject([
      {
        id: stuck.id,
        code: '10110',
        name: 'Robot is stuck',
        level: 4,
        deviceName: 'Lobby',
        deviceSn: device.sn,
      },
    ]);
    expect(await ids({ level: [1, 2] })).toEqual([wet.id]);
    expect(await ids({ open: true })).toEqual([stuck.id]);
    expect(await ids({ open: false })).toEqual([wet.id]);
    expect(await ids({ deviceId: device.id })).toEqual([stuck.id]);
  });
});

describe('texts', () => {
  test.each(langs)('a notice is rendered in the language of the reader: %s', async (lang) => {
    await server.aNotice({ params: { name: 'Lobby', run: 'Night' } });
    const { list } = await server.ok(noticeCalls.deviceList, people.reader, {}, { lang });
    const expected = noticeTexts.runFailed[lang].replace('{name}', 'Lobby').replace('{run}', 'Night');
    expect(list[0]?.content).toBe(expected);
  });

  test('a duration is rendered in the language of the reader', async () => {
    await server.aNotice({ template: 'deviceOffline', params: { name: 'Lobby', span: 190 } });
    const contentIn = async (lang: 'en' | 'ge') =>
      (await server.ok(noticeCalls.deviceList, people.reader, {}, { lang })).list[0]?.content;
    expect(await contentIn('en')).toBe('<strong>Lobby</strong> has been offline for 3 hours');
    expect(await contentIn('ge')).toBe('<strong>Lobby</strong> ist offline, bisher 3 Stunden');
  });

  test('markup in the name of a robot is escaped in a notice', async () => {
    await server.aNotice({ params: { name: '<img src=x onerror=alert(1)>', run: '"&' } });
    const { list } = await deviceList(people.reader);
    expect(list[0]?.content).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(list[0]?.content).toContain('&quot;&amp;');
  });

  test('HTML of a notice is sanitised when it is stored', async () => {
    await inScope(server.db, '*', (tx) =>
      notify(tx, server.bus, server.clock, {
        kind: 'system',
        companyId: companyIds.mall,
        html: {
          en: '<p onclick="x()">Tonight<script>alert(1)</script> <a href="javascript:x()">more</a></p>',
        },
      }),
    );
    const { list } = await server.ok(noticeCalls.systemList, people.reader, {}, { lang: 'ja' });
    expect(list[0]?.content).toBe('<p>Tonight <a target="_blank" rel="noopener noreferrer">more</a></p>');
  });

  test('a second notice of the same occasion is not stored', async () => {
    const send = () =>
      inScope(server.db, '*', (tx) =>
        notify(tx, server.bus, server.clock, {
          kind: 'device',
          companyId: companyIds.mall,
          occasion: 'run/1',
          template: 'runFailed',
          params: { name: 'R', run: 'N' },
        }),
      );
    expect([await send(), await send()]).toEqual([true, false]);
    expect(await counts(people.reader)).toEqual([0, 1, 0]);
  });
});

test('the tests of this file cause no server fault', () => {
  expect(server.faults).toEqual([]);
});
