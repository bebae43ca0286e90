import { alarmCalls, langs, noticeCalls } from '@sweepline/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inScope } from '../../platform/db/db.ts';
import { companyIds, people, startServer, type Person, type TestServer } from '../../test-kit/index.ts';
import { notify } from './notice-service.ts';
import { noticeTexts } from './notice-texts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  await server.reset();
  // Later than the accounts were made: what is older than an account is not news to it.
  server.clock.advance(3_600_000);
});
afterAll(() => server.stop());

const counts = (who: Person) => server.ok(noticeCalls.unread, who, {});
const deviceList = (who: Person, input = {}) => server.ok(noticeCalls.deviceList, who, input);
const alarmList = (who: Person, input = {}) => server.ok(alarmCalls.list, who, input);
const unreadAlarms = { isRead: 0, page: 1, pageSize: 99, startTime: '', endTime: '' } as const;
const idsOf = (list: { eventId: string }[]) => list.map(({ eventId }) => eventId);
const later = (ms: number) => server.clock.advance(ms);

describe('who is told', () => {
  test('a company’s notices reach it and those above it, and nobody else', async () => {
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

  test('a person’s own notice is theirs alone, not even their administrator’s', async () => {
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

  test('who may not see devices is not told of them, in numbers neither', async () => {
    const { id } = await server.aNotice();
    await server.anAlarm();
    expect(await counts(people.bare)).toEqual([0, 0, 0]);
    expect(await server.ok(noticeCalls.unreadTotal, people.bare, {})).toBe(0);
    expect((await server.send(noticeCalls.read, people.bare, { id })).code).toBe(404);
  });

  test('what happened before an account was made is not news to it', async () => {
    await server.aNotice({ createdAt: '2029-12-31T00:00:00.000Z' });
    await server.anAlarm({ arrivedAt: '2029-12-31T00:00:00.000Z' });
    expect(await counts(people.mallAdmin)).toEqual([0, 0, 0]);
    expect((await deviceList(people.mallAdmin)).list).toMatchObject([{ isRead: 1 }]);
  });
});

describe('reading', () => {
  test('each person reads for themselves', async () => {
    const one = await server.aNotice();
    const other = await server.aNotice();
    const alarm = await server.anAlarm();
    await server.ok(noticeCalls.read, people.reader, { id: one.id });
    await server.ok(alarmCalls.readOne, people.reader, { id: alarm.id });
    expect(await counts(people.reader)).toEqual([0, 1, 0]);
    expect(await counts(people.mallAdmin)).toEqual([0, 2, 1]);
    expect(idsOf((await deviceList(people.reader, { isRead: 0 })).list)).toEqual([other.id]);
    expect(idsOf((await deviceList(people.reader, { isRead: 1 })).list)).toEqual([one.id]);
    expect((await alarmList(people.reader, unreadAlarms)).list).toEqual([]);
    expect((await alarmList(people.reader, { isRead: 1 })).list).toMatchObject([{ id: alarm.id, isRead: 1 }]);
  });

  test('reading twice is reading once', async () => {
    const { id } = await server.aNotice();
    await server.ok(noticeCalls.read, people.reader, { id });
    await server.ok(noticeCalls.read, people.reader, { id });
    expect(await counts(people.reader)).toEqual([0, 0, 0]);
  });

  test('mark all reads one kind, of one person, and what comes afterwards is new', async () => {
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

  test('an alarm a robot tells late is unread, however long ago it was raised', async () => {
    await server.ok(alarmCalls.readAll, people.reader, {});
    await server.anAlarm({ raisedAt: '2029-06-01T00:00:00.000Z' });
    expect(await counts(people.reader)).toEqual([0, 0, 1]);
  });

  test('a notice that is committed while all are marked stays unread, though it was made before', async () => {
    await server.aNotice();
    let release = () => {};
    const held = new Promise<void>((go) => (release = go));
    let written = () => {};
    const isWritten = new Promise<void>((go) => (written = go));
    const slow = inScope(server.db, '*', async (tx) => {
      const words = { template: 'runFailed' as const, params: { name: 'R', run: 'late' } };
      await notify(tx, server.bus, server.clock, { kind: 'device', companyId: companyIds.mall, ...words });
      written();
      await held;
    });
    await isWritten;
    later(1_000);
    await server.ok(noticeCalls.deviceReadAll, people.reader, {});
    release();
    await slow;
    expect(await counts(people.reader)).toEqual([0, 1, 0]);
    expect((await deviceList(people.reader, { isRead: 0 })).list[0]?.content).toContain('late');
  });

  test('the last mark all is taken back whole; what was read singly stays read', async () => {
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

  test('marks that came to lie below a later mark are forgotten, and nothing becomes unread by it', async () => {
    const { id } = await server.aNotice();
    await server.ok(noticeCalls.read, people.reader, { id });
    later(3_600_000);
    await server.ok(noticeCalls.deviceReadAll, people.reader, {});
    later(3_600_000);
    await server.ok(noticeCalls.deviceReadAll, people.reader, {});
    const left = await server.asOwner((sql) => sql`select * from notice_reads`);
    expect(left).toEqual([]);
    expect(await counts(people.reader)).toEqual([0, 0, 0]);
  });

  test('the total is the sum of the three, and counting stops at a thousand', async () => {
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
  test('the newest come first, narrowed by device and time; an empty bound is none', async () => {
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

  test('alarms carry their code, name, level and robot, and are found by level, robot and standing', async () => {
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

describe('words', () => {
  test.each(langs)('a notice reads in the reader’s language: %s', async (lang) => {
    await server.aNotice({ params: { name: 'Lobby', run: 'Night' } });
    const { list } = await server.ok(noticeCalls.deviceList, people.reader, {}, { lang });
    const expected = noticeTexts.runFailed[lang].replace('{name}', 'Lobby').replace('{run}', 'Night');
    expect(list[0]?.content).toBe(expected);
  });

  test('how long something lasted is said in the reader’s own units of words', async () => {
    await server.aNotice({ template: 'deviceOffline', params: { name: 'Lobby', span: 190 } });
    const said = async (lang: 'en' | 'ge') =>
      (await server.ok(noticeCalls.deviceList, people.reader, {}, { lang })).list[0]?.content;
    expect(await said('en')).toBe('<strong>Lobby</strong> has been offline for 3 hours');
    expect(await said('ge')).toBe('<strong>Lobby</strong> ist offline, bisher 3 Stunden');
  });

  test('a robot’s name is text in a notice, never markup', async () => {
    await server.aNotice({ params: { name: '<img src=x onerror=alert(1)>', run: '"&' } });
    const { list } = await deviceList(people.reader);
    expect(list[0]?.content).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(list[0]?.content).toContain('&quot;&amp;');
  });

  test('HTML somebody wrote is cleaned when it is stored', async () => {
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

  test('the same occasion is told once', async () => {
    const tell = () =>
      inScope(server.db, '*', (tx) =>
        notify(tx, server.bus, server.clock, {
          ...{ kind: 'device', companyId: companyIds.mall, occasion: 'run/1' },
          ...{ template: 'runFailed', params: { name: 'R', run: 'N' } },
        }),
      );
    expect([await tell(), await tell()]).toEqual([true, false]);
    expect(await counts(people.reader)).toEqual([0, 1, 0]);
  });
});

test('nothing in all this was a fault of ours', () => {
  expect(server.faults).toEqual([]);
});
