import { alarmSettingCalls, errors, langs, topics, type Output, type Sent } from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import type { Person } from '../../../test-kit/people.ts';

const { query, setAlarm, suppressions, translations, receivers, receiversByName, configReceivers } =
  alarmSettingCalls;
const server = testServer();
const { staff, agentAdmin, mallAdmin, otherAdmin, reader } = people;
const { mall, agent, provider, other } = companyIds;
const day = 86_400_000;

type Setting = Partial<Sent<typeof setAlarm>>;
const change = (who: Person, companyId: string, setting: Setting) =>
  server.send(setAlarm, who, { companyId, code: '20103', version: 0, ...setting });
const set = (who: Person, companyId: string, setting: Setting) =>
  server.ok(setAlarm, who, { companyId, code: '20103', version: 0, ...setting });
const rowOf = async (who: Person, companyId: string, code = '20103', model: '' | 'J30' = '') => {
  const { list } = await server.ok(query, who, { companyId, model, code });
  return list.find((row) => row.code === code)!;
};
const inDays = (days: number) => new Date(server.clock().getTime() + days * day).toISOString();
const fieldsOf = (answer: { data?: unknown }) =>
  (answer.data as { reasons: Record<string, { code: string }> }).reasons;

test('every code of the product is listed with the values of the product until a company decides', async () => {
  const { list } = await server.ok(query, mallAdmin, { pageSize: 99 });
  expect(list.map(({ code }) => code)).toEqual(Object.keys(alarmCodes));
  expect(await rowOf(mallAdmin, mall, '40101')).toMatchObject({
    productLevel: 5,
    level: { value: 5, from: 'BUILT_IN' },
    fixer: { value: 'OPERATOR', from: 'BUILT_IN' },
    push: { isTold: true, until: null, from: 'BUILT_IN' },
    own: { version: 0 },
  });
});

test('a company below inherits each field with its source, and the answer names no company above and no person of it', async () => {
  await set(staff, provider, { level: 4, fixer: 'FACTORY' });
  await set(agentAdmin, agent, { level: 3, push: 'OFF', reason: 'Handled by Agent' });
  const answer = await server.ok(query, mallAdmin, { companyId: mall, pageSize: 99 });
  expect(answer.list.find(({ code }) => code === '20103')).toMatchObject({
    productLevel: 2,
    level: { value: 3, from: 'INHERITED' },
    fixer: { value: 'FACTORY', from: 'INHERITED' },
    push: { isTold: false, until: null, from: 'INHERITED' },
    own: { version: 0, reason: '' },
  });
  const text = JSON.stringify(answer);
  for (const secret of ['agentAdmin', 'staff', 'Nick', 'Handled by', agent, provider])
    expect(text).not.toContain(secret);
  await set(mallAdmin, mall, { level: 1 });
  expect(await rowOf(mallAdmin, mall)).toMatchObject({
    level: { value: 1, from: 'OWN' },
    fixer: { from: 'INHERITED' },
    inherited: { level: 3, fixer: 'FACTORY', isTold: false },
  });
  await set(mallAdmin, mall, { version: 1, level: null });
  expect((await rowOf(mallAdmin, mall)).level).toEqual({ value: 3, from: 'INHERITED' });
  expect((await rowOf(otherAdmin, other)).level).toEqual({ value: 4, from: 'INHERITED' });
});

test('a setting of one model goes before that of all models, and is told apart from it', async () => {
  await set(mallAdmin, mall, { level: 3 });
  await set(mallAdmin, mall, { level: 1, model: 'J30' });
  expect((await rowOf(mallAdmin, mall, '20103', 'J30')).level).toEqual({ value: 1, from: 'OWN' });
  await set(mallAdmin, mall, { version: 1, level: null, model: 'J30' });
  expect((await rowOf(mallAdmin, mall, '20103', 'J30')).level).toEqual({ value: 3, from: 'OWN_WIDER' });
});

test('the list is filtered by level, fixer, name in the reader’s language, and by what is suppressed or changed', async () => {
  await set(agentAdmin, agent, { code: '10102', push: 'OFF' });
  await set(mallAdmin, mall, { level: 5 });
  const codes = async (input: Sent<typeof query>) => {
    const { list } = await server.ok(query, mallAdmin, { pageSize: 99, ...input });
    return list.map(({ code }) => code);
  };
  expect(await codes({ level: [5] })).toEqual(['20103', '40101', '60102', '70103', '80013']);
  expect(await codes({ level: [4, 5], fixer: ['FACTORY'] })).toEqual(['70103', '80010', '80013']);
  expect(await codes({ keyword: 'elevator' })).toEqual(['60101', '60102', '60103']);
  expect(await codes({ keyword: 'stuck' })).toEqual(['10110', '60102']);
  expect(await codes({ show: 'SUPPRESSED' })).toEqual(['10102']);
  expect(await codes({ show: 'CHANGED' })).toEqual(['20103']);
  expect(await codes({ pageSize: 2, page: 2 })).toEqual(['10103', '10104']);
});

test('a company outside the tenant scope is refused like an unknown one, and reading is not changing', async () => {
  for (const companyId of [other, agent, provider, server.newId()]) {
    expect((await change(mallAdmin, companyId, { level: 1 })).code).toBe(errors.notFound.code);
    expect((await server.send(query, mallAdmin, { companyId })).code).toBe(errors.notFound.code);
    expect((await server.send(suppressions, mallAdmin, { companyId })).code).toBe(errors.notFound.code);
  }
  expect((await change(reader, mall, { level: 1 })).code).toBe(errors.forbidden.code);
  expect((await server.send(query, reader, { companyId: mall })).code).toBe(errors.forbidden.code);
});

test('a suppression ends by the clock', async () => {
  await set(mallAdmin, mall, { push: 'OFF_3_DAYS', reason: 'Pump is on order' });
  const { push } = await rowOf(mallAdmin, mall);
  expect(push).toEqual({ isTold: false, until: inDays(3), from: 'OWN' });
  const page = await server.ok(suppressions, mallAdmin, {});
  expect(page).toMatchObject({
    total: 1,
    list: [
      {
        code: '20103',
        companyName: 'Mall',
        until: inDays(3),
        reason: 'Pump is on order',
        by: 'Nick mallAdmin',
      },
    ],
  });
  expect(page.list[0]!.since).toBe(server.clock().toISOString());
  server.clock.set(push.until!);
  await server.asOwner((sql) => sql`update sessions set last_seen_at = ${push.until}`);
  expect((await rowOf(mallAdmin, mall)).push).toMatchObject({ isTold: true, until: null });
  expect((await server.ok(suppressions, mallAdmin, {})).total).toBe(0);
});

test('the standing list shows the suppressions of the tenant scope, and no person above it', async () => {
  await set(staff, mall, { push: 'OFF', reason: 'Test' });
  await set(staff, provider, { code: '30101', push: 'OFF' });
  await set(agentAdmin, agent, { code: '20102', push: 'OFF' });
  const codesFor = async (who: Person, input: Sent<typeof suppressions> = {}) => {
    const { list } = await server.ok(suppressions, who, input);
    return list.map(({ code, by }) => `${code} ${by}`).toSorted();
  };
  expect(await codesFor(mallAdmin)).toEqual(['20103 null']);
  expect(await codesFor(agentAdmin)).toEqual(['20102 Nick agentAdmin', '20103 null']);
  expect(await codesFor(staff)).toHaveLength(3);
  expect(await codesFor(staff, { companyId: agent })).toHaveLength(1);
  expect(await codesFor(staff, { keyword: 'test' })).toHaveLength(1);
  expect(await codesFor(otherAdmin)).toEqual([]);
});

test('a save on an older version is refused with who and when, but no person of a company above', async () => {
  await set(mallAdmin, mall, { level: 3 });
  const late = await change(mallAdmin, mall, { level: 4 });
  expect(late.code).toBe(errors.changedMeanwhile.code);
  expect(late.msg).toContain('mallAdmin');
  await set(agentAdmin, mall, { version: 1, level: 2 });
  const unnamed = await change(mallAdmin, mall, { version: 1, level: 4 });
  expect(unnamed.code).toBe(errors.outdated.code);
  expect(unnamed.msg).not.toContain('agentAdmin');
  const both = await Promise.all([1, 2].map((level) => change(staff, other, { level })));
  expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual(
    [200, errors.changedMeanwhile.code].toSorted((a, b) => a - b),
  );
});

test.each<[string, Setting, string, string]>([
  ['level 5 without a reason', { code: '40101', push: 'OFF' }, 'reason', 'REASON_MISSING'],
  [
    'an end in the past',
    { push: 'OFF_UNTIL', pushUntil: '2020-01-01T00:00:00.000Z' },
    'pushUntil',
    'NOT_IN_FUTURE',
  ],
  [
    'an end too far ahead',
    { push: 'OFF_UNTIL', pushUntil: '2040-01-01T00:00:00.000Z' },
    'pushUntil',
    'TOO_FAR_AHEAD',
  ],
  ['no end', { push: 'OFF_UNTIL' }, 'pushUntil', 'REQUIRED'],
  ['an unknown code', { code: '99999', level: 1 }, 'code', 'INVALID'],
  ['a type of errors of an own code', { errorType: 'x', level: 1 }, 'errorType', 'INVALID'],
])('%s is refused at its field, and nothing is stored', async (_what, setting, field, reason) => {
  const answer = await change(mallAdmin, mall, setting);
  expect(answer.code).toBe(errors.invalid.code);
  expect(fieldsOf(answer)[field]?.code).toBe(reason);
  expect(await server.asOwner((sql) => sql`select * from alarm_settings`)).toHaveLength(0);
});

test('a code that is raised to level 5 while it is suppressed needs a reason, too', async () => {
  await set(mallAdmin, mall, { push: 'OFF' });
  expect(fieldsOf(await change(mallAdmin, mall, { version: 1, level: 5 }))['reason']).toBeTruthy();
  const row = await set(mallAdmin, mall, { version: 1, level: 5, reason: 'Building site' });
  expect(row).toMatchObject({
    level: { value: 5 },
    push: { isTold: false },
    own: { reason: 'Building site' },
  });
  const on = await set(mallAdmin, mall, { version: 2, push: 'ON' });
  expect(on.own).toMatchObject({ push: 'ON', pushOffUntil: null, reason: '' });
});

test('a new level applies at once to open alarms of the company and of those below that inherit it', async () => {
  const device = await server.aDevice();
  const foreign = await server.aDevice({ companyId: other });
  const anAlarm = (overrides: object) => server.anAlarm({ code: '20103', level: 2, ...overrides });
  const open = await anAlarm({ deviceId: device.id });
  const cleared = await anAlarm({ deviceId: device.id, clearedAt: server.clock().toISOString() });
  const others = await anAlarm({ deviceId: foreign.id, companyId: other });
  const levels = async () => {
    const rows = await server.asOwner(
      (sql) => sql<{ id: string; level: number }[]>`select id, effective_level as level from alarms`,
    );
    return [open, cleared, others].map(({ id }) => rows.find((row) => row.id === id)!.level);
  };
  const published: unknown[] = [];
  const end = server.bus.subscribe(topics.alarmActs, ({ content }) => published.push(content));
  await set(agentAdmin, agent, { level: 4, model: 'J30' });
  expect(await levels()).toEqual([4, 2, 2]);
  expect(published).toEqual([{ changes: [{ id: open.id, deviceId: device.id }] }]);
  await set(mallAdmin, mall, { level: 1 });
  expect(await levels()).toEqual([1, 2, 2]);
  await set(agentAdmin, agent, { version: 1, level: 5, model: 'J30' });
  expect(await levels()).toEqual([1, 2, 2]);
  await set(mallAdmin, mall, { version: 1, level: null });
  expect(await levels()).toEqual([5, 2, 2]);
  await set(agentAdmin, agent, { version: 2, level: null, model: 'J30' });
  expect(await levels()).toEqual([2, 2, 2]);
  end();
});

test('errors of foreign vehicles are configured by their type', async () => {
  await server.anAlarm({ code: '90000', type: 'noRoute', level: 4, source: 'VDA' });
  await server.anAlarm({ code: '90000', type: 'theirs', level: 4, source: 'VDA', companyId: other });
  const typesOf = async () => {
    const { list } = await server.ok(query, mallAdmin, { companyId: mall, code: '90000' });
    return list.map(({ errorType, productLevel, level }) => [
      errorType,
      productLevel,
      level.value,
      level.from,
    ]);
  };
  expect(await typesOf()).toEqual([
    ['', null, null, 'BUILT_IN'],
    ['noRoute', 4, 4, 'BUILT_IN'],
  ]);
  await set(mallAdmin, mall, { code: '90000', errorType: 'noRoute', level: 1 });
  expect(await typesOf()).toEqual([
    ['', null, null, 'BUILT_IN'],
    ['noRoute', 4, 1, 'OWN'],
  ]);
});

test('receivers are accounts of the tenant scope with name and role only, on both readings of the path', async () => {
  const names = ({ list }: Output<typeof receivers>) => list.map(({ name }) => name);
  const own = await server.ok(receivers, mallAdmin, {});
  expect(names(own)).toEqual(['Nick bare', 'Nick mallAdmin', 'Nick reader']);
  expect(Object.keys(own.list[0]!).toSorted()).toEqual(['id', 'name', 'roleName']);
  expect(own.list[1]).toMatchObject({ roleName: 'mallAdmin' });
  expect(await server.ok(configReceivers, mallAdmin, {})).toEqual(own);
  expect(names(await server.ok(receiversByName, mallAdmin, { userNameCn: 'read' }))).toEqual(['Nick reader']);
  expect((await server.ok(receivers, mallAdmin, { pageSize: 1 })).list).toHaveLength(1);
  expect((await server.send(receivers, mallAdmin, { companyId: other })).code).toBe(errors.notFound.code);
});

test('names and remedies are answered by type in six languages', async () => {
  const { list } = await server.ok(translations, mallAdmin, { type: ['STUCK'] });
  expect(list).toMatchObject([{ code: '10110', type: 'STUCK', name: { en: 'Robot is stuck' } }]);
  const all = await server.ok(translations, mallAdmin, {});
  expect(all.list).toHaveLength(Object.keys(alarmCodes).length);
  for (const { name, remedy } of all.list)
    for (const lang of langs) expect([name[lang], remedy[lang]].every(Boolean)).toBe(true);
});
