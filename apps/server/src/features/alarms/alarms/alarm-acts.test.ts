import { alarmActCalls, alarmCalls, errors, noticeCalls, permissions, topics } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { people } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const server = ownTestServer();
const { mallAdmin, agentAdmin, otherAdmin, superAdmin, reader, bare } = people;
const { acknowledge, assign, comment, process: processAlarms, shelve, unshelve, withdraw } = alarmActCalls;
const dayMs = 86_400_000;
const shelfMs = 2 * 3_600_000;
const at = (ms: number) => new Date(server.clock().getTime() + ms).toISOString();

const detail = (id: string, person = mallAdmin) => server.ok(alarmCalls.detail, person, { id });
const entry = async (id: string, person = mallAdmin) => (await detail(id, person)).alarm;
const row = ({ id, version = 1 }: { id: string; version?: number }) => ({ id, version });
const fieldsOf = (answer: { data: unknown }) =>
  Object.keys((answer.data as { fields: Record<string, string> }).fields);

test('of two people who acknowledge an alarm one wins, and the other is told who and when', async () => {
  const alarm = await server.anAlarm();
  const first = await server.ok(acknowledge, agentAdmin, { alarms: [row(alarm)] });
  expect(first.results).toMatchObject([{ id: alarm.id, done: true, code: 200, version: 2 }]);
  server.clock.advance(1_000);
  const { results } = await server.ok(acknowledge, superAdmin, { alarms: [row(alarm)] });
  const when = at(-1_000);
  expect(results).toMatchObject([{ done: false, code: 409, who: 'Nick agentAdmin', when, version: null }]);
  expect(results[0]?.reason).toBe('Already acknowledged by Nick agentAdmin at Jan 2, 2030, 03:04 UTC');
  expect(await entry(alarm.id, agentAdmin)).toMatchObject({
    acknowledged: { name: 'Nick agentAdmin', mine: true, at: when },
    version: 2,
  });
});

test('an account above is not named, neither beside the alarm nor in a refusal', async () => {
  const alarm = await server.anAlarm();
  await server.ok(acknowledge, agentAdmin, { alarms: [row(alarm)] });
  expect((await entry(alarm.id)).acknowledged).toEqual({ name: null, mine: false, at: at(0) });
  const { results } = await server.ok(acknowledge, mallAdmin, { alarms: [row(alarm)] });
  expect(results).toMatchObject([{ code: 409, who: null, when: at(0) }]);
  expect(results[0]?.reason).toContain('somebody at a company above');
  expect((await detail(alarm.id)).acts).toMatchObject([{ by: { name: null, mine: false } }]);
});

test('only the account that acknowledged withdraws that, and within a minute', async () => {
  const alarm = await server.anAlarm();
  const codesOf = async (person: typeof mallAdmin, version: number) =>
    (await server.ok(withdraw, person, { alarms: [row({ ...alarm, version })] })).results.map(
      ({ code }) => code,
    );
  expect(await codesOf(agentAdmin, 1)).toEqual([errors.wrongState.code]);
  await server.ok(acknowledge, agentAdmin, { alarms: [row(alarm)] });
  expect(await codesOf(mallAdmin, 2)).toEqual([errors.alarmAcknowledged.code]);
  server.clock.advance(60_000);
  expect(await codesOf(agentAdmin, 2)).toEqual([200]);
  expect(await entry(alarm.id)).toMatchObject({ acknowledged: null, version: 3 });
  expect((await detail(alarm.id)).acts.map(({ kind }) => kind).toSorted()).toEqual([
    'ACKNOWLEDGED',
    'WITHDRAWN',
  ]);
  await server.ok(acknowledge, agentAdmin, { alarms: [row({ ...alarm, version: 3 })] });
  server.clock.advance(60_001);
  expect(await codesOf(agentAdmin, 4)).toEqual([errors.wrongState.code]);
});

test('an act on an older version is refused with who changed the alarm and when', async () => {
  const alarm = await server.anAlarm();
  await server.ok(assign, mallAdmin, { alarms: [row(alarm)], ownerId: mallAdmin.id });
  const stale = await server.ok(acknowledge, agentAdmin, { alarms: [row(alarm)] });
  expect(stale.results).toMatchObject([{ code: 409, who: 'Nick mallAdmin', when: at(0) }]);
  const fresh = await server.ok(acknowledge, agentAdmin, { alarms: [row({ ...alarm, version: 2 })] });
  expect(fresh.results).toMatchObject([{ done: true, version: 3 }]);
});

test('processing needs a result and is final', async () => {
  const alarm = await server.anAlarm();
  const empty = await server.send(processAlarms, mallAdmin, { alarms: [row(alarm)], result: '  ' });
  expect(empty.code).toBe(errors.invalid.code);
  expect(fieldsOf(empty)).toEqual(['result']);
  const done = { alarms: [row(alarm)], result: 'Brush cleaned' };
  await server.ok(processAlarms, mallAdmin, done);
  expect(await entry(alarm.id)).toMatchObject({
    processing: 'PROCESSED',
    processed: { name: 'Nick mallAdmin', mine: true, at: at(0), result: 'Brush cleaned' },
  });
  const again = { alarms: [row({ ...alarm, version: 2 })] };
  const refused = [
    await server.ok(processAlarms, agentAdmin, { ...again, result: 'Again' }),
    await server.ok(acknowledge, agentAdmin, again),
    await server.ok(assign, agentAdmin, { ...again, ownerId: null }),
    await server.ok(shelve, agentAdmin, { ...again, until: at(dayMs), reason: 'Later' }),
  ];
  for (const { results } of refused)
    expect(results).toMatchObject([{ done: false, code: 409, who: 'Nick mallAdmin', when: at(0) }]);
});

test('a shelf takes the acknowledgement away, and the clock ends it unacknowledged', async () => {
  const alarm = await server.anAlarm();
  await server.ok(acknowledge, mallAdmin, { alarms: [row(alarm)] });
  const until = at(shelfMs);
  await server.ok(shelve, mallAdmin, {
    alarms: [row({ ...alarm, version: 2 })],
    until,
    reason: 'Spare part ordered',
  });
  expect(await entry(alarm.id)).toMatchObject({
    shelved: { until, reason: 'Spare part ordered', name: 'Nick mallAdmin' },
    acknowledged: null,
  });
  const shelvedIds = async (shelved: boolean) =>
    (await server.ok(alarmCalls.list, mallAdmin, { shelved })).list.map(({ id }) => id);
  expect([await shelvedIds(true), await shelvedIds(false)]).toEqual([[alarm.id], []]);
  server.clock.advance(shelfMs);
  expect(await entry(alarm.id)).toMatchObject({ shelved: null, acknowledged: null });
  expect([await shelvedIds(true), await shelvedIds(false)]).toEqual([[], [alarm.id]]);
  const { results } = await server.ok(unshelve, mallAdmin, { alarms: [row({ ...alarm, version: 3 })] });
  expect(results).toMatchObject([{ done: false, code: 409 }]);
});

test('a shelf that is ended by hand leaves the alarm acknowledged', async () => {
  const alarm = await server.anAlarm();
  await server.ok(shelve, mallAdmin, { alarms: [row(alarm)], until: at(dayMs), reason: 'Later' });
  await server.ok(unshelve, agentAdmin, { alarms: [row({ ...alarm, version: 2 })] });
  expect(await entry(alarm.id, agentAdmin)).toMatchObject({
    shelved: null,
    acknowledged: { mine: true, at: at(0) },
  });
});

test('the end of a shelf by hand also ends it for the alarms that it covered later, and for no other', async () => {
  const alarm = await server.anAlarm();
  const shelf = { until: at(dayMs), reason: 'Later' };
  await server.ok(shelve, mallAdmin, { alarms: [row(alarm)], ...shelf });
  const inherited = { shelvedUntil: shelf.until, shelvedById: mallAdmin.id, shelfReason: shelf.reason };
  const [later, otherCode] = [
    await server.anAlarm({ deviceId: alarm.deviceId, ...inherited }),
    await server.anAlarm({ deviceId: alarm.deviceId, code: '20103', ...inherited }),
  ];
  const otherRobot = await server.anAlarm(inherited);
  const { results } = await server.ok(unshelve, agentAdmin, { alarms: [row({ ...alarm, version: 2 })] });
  expect(results.map(({ id }) => id)).toEqual([alarm.id]);
  expect(await entry(later.id, agentAdmin)).toMatchObject({ shelved: null, acknowledged: { mine: true } });
  for (const { id } of [otherCode, otherRobot])
    expect(await entry(id)).toMatchObject({ shelved: { until: shelf.until }, acknowledged: null });
});

test('a shelf that ends in the past or after thirty days, or has no reason, is refused at its field', async () => {
  const alarm = await server.anAlarm();
  const refused = async (until: string, reason = 'x') => {
    const answer = await server.send(shelve, mallAdmin, { alarms: [row(alarm)], until, reason });
    expect(answer.code).toBe(errors.invalid.code);
    return fieldsOf(answer);
  };
  expect(await refused(at(0))).toEqual(['until']);
  expect(await refused(at(30 * dayMs + 1))).toEqual(['until']);
  expect(await refused(at(dayMs), ' ')).toEqual(['reason']);
  await server.ok(shelve, mallAdmin, { alarms: [row(alarm)], until: at(30 * dayMs), reason: 'x' });
});

test('an owner is an account that the caller sees and that may see the alarm', async () => {
  const [alarm, other] = [await server.anAlarm(), await server.anAlarm()];
  const alarms = [row(alarm)];
  for (const ownerId of [otherAdmin.id, agentAdmin.id, server.newId()])
    expect((await server.send(assign, mallAdmin, { alarms, ownerId })).code).toBe(errors.notFound.code);
  const blind = await server.ok(assign, mallAdmin, { alarms, ownerId: bare.id });
  expect(blind.results).toMatchObject([
    { done: false, code: errors.invalid.code, reason: 'This account may not see the alarm' },
  ]);
  await server.ok(assign, mallAdmin, { alarms: [...alarms, row(other)], ownerId: reader.id });
  expect((await entry(alarm.id)).owner).toEqual({ name: 'Nick reader', mine: false });
  const sent = await server.asOwner((sql) => sql`select account_id, template, params from notices`);
  expect(sent).toEqual([{ account_id: reader.id, template: 'alarmsAssigned', params: { count: '2' } }]);
  const [notice] = (await server.ok(noticeCalls.systemList, reader, {})).list;
  expect(notice).toMatchObject({ content: expect.stringContaining('now own: 2.'), alarmId: null });
  const names = (await server.ok(alarmCalls.people, mallAdmin, { id: alarm.id })).list.map(
    ({ name }) => name,
  );
  expect(names).toEqual(['Nick mallAdmin', 'Nick reader']);
  const mine = await server.ok(alarmCalls.list, reader, { mine: true });
  expect(mine.total).toBe(2);
});

test('a comment changes no version and is kept with the other acts, newest first', async () => {
  const alarm = await server.anAlarm();
  await server.ok(comment, mallAdmin, { alarms: [row(alarm)], text: 'On my way' });
  server.clock.advance(1_000);
  await server.ok(processAlarms, mallAdmin, { alarms: [row(alarm)], result: 'Done' });
  server.clock.advance(1_000);
  await server.ok(comment, agentAdmin, { alarms: [row(alarm)], text: 'Thanks' });
  const { alarm: now, acts } = await detail(alarm.id, agentAdmin);
  expect(now.version).toBe(2);
  expect(acts.map(({ kind, text, by, at: when }) => [kind, text, by.name, when])).toEqual([
    ['COMMENTED', 'Thanks', 'Nick agentAdmin', at(0)],
    ['PROCESSED', 'Done', 'Nick mallAdmin', at(-1_000)],
    ['COMMENTED', 'On my way', 'Nick mallAdmin', at(-2_000)],
  ]);
});

test('each of up to 200 alarms has its own result, and a foreign and an unknown id have the same', async () => {
  const own = await server.anAlarm();
  const foreign = await server.anAlarm({ companyId: otherAdmin.companyId });
  const unknown = server.newId();
  const { results } = await server.ok(acknowledge, mallAdmin, {
    alarms: [foreign, own, { id: unknown }].map(row),
  });
  const missing = { done: false, code: 404, reason: errors.notFound.texts.en, who: null, when: null };
  expect(results).toMatchObject([
    { id: foreign.id, ...missing },
    { id: own.id, done: true },
    { id: unknown, ...missing },
  ]);
  expect((await entry(foreign.id, otherAdmin)).acknowledged).toBeNull();
  const many = Array.from({ length: 201 }, () => row({ id: server.newId() }));
  const tooMany = await server.send(acknowledge, mallAdmin, { alarms: many });
  expect(tooMany.code).toBe(errors.invalid.code);
  const full = await server.ok(acknowledge, mallAdmin, { alarms: many.slice(1) });
  expect(full.results).toHaveLength(200);
});

test('each act needs its own permission, and the permission to see robots allows none', async () => {
  const alarm = await server.anAlarm();
  const person = async (...permissionCodes: string[]) =>
    await server.anAccount({ permissionCodes: [permissions.alarmList, ...permissionCodes] });
  const acts = [
    [acknowledge, { alarms: [row(alarm)] }],
    [assign, { alarms: [row(alarm)], ownerId: null }],
    [comment, { alarms: [row(alarm)], text: 'x' }],
    [processAlarms, { alarms: [row(alarm)], result: 'x' }],
    [shelve, { alarms: [row(alarm)], until: at(dayMs), reason: 'x' }],
    [unshelve, { alarms: [row(alarm)] }],
  ] as const;
  const forbiddenTo = async (who: Parameters<typeof server.send>[1]) => {
    const answers = [];
    for (const [call, input] of acts) answers.push(await server.send(call, who, input));
    return answers.map(({ code }) => code === errors.forbidden.code);
  };
  expect(await forbiddenTo(reader)).toEqual([true, true, true, true, true, true]);
  const [desk, worker, planner] = [
    await person(permissions.alarmAcknowledge),
    await person(permissions.alarmProcess),
    await person(permissions.alarmShelve),
  ];
  expect(await forbiddenTo(desk)).toEqual([false, false, false, true, true, true]);
  expect(await forbiddenTo(worker)).toEqual([true, true, true, false, true, true]);
  expect(await forbiddenTo(planner)).toEqual([true, true, true, true, false, false]);
});

test('an act is pushed to the accounts that see the company, once for all its alarms', async () => {
  const [alarm, other] = [await server.anAlarm(), await server.anAlarm()];
  const sent: unknown[] = [];
  const stop = server.bus.subscribe(topics.alarmActs, (message) => sent.push(message));
  await server.ok(acknowledge, mallAdmin, { alarms: [row(alarm), row(other)] });
  stop();
  const changes = [alarm, other].map(({ id, deviceId }) => ({ id, deviceId }));
  expect(sent).toMatchObject([
    { content: { changes: expect.arrayContaining(changes) }, audience: { companyId: mallAdmin.companyId } },
  ]);
});
