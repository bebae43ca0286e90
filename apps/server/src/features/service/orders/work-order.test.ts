import {
  deviceResaleCalls,
  errors,
  noticeCalls,
  permissions,
  topics,
  workOrderActCalls,
  workOrderCalls,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/runtime/ids.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { mallAdmin, agentAdmin, otherAdmin, superAdmin, reader, bare } = people;
const { add, detail, list, propose, summary, technicians, update } = workOrderCalls;
const { comment, dispatch, merge, rate, reopen, resolve, wait } = workOrderActCalls;
const dayMs = 86_400_000;
const missing = '01900000-0000-7000-8001-00000000dead';

const fault = {
  name: 'Brush is jammed',
  type: 'FAULT',
  level: 'SERIOUS',
  description: 'The brush does not turn',
} as const;
const make = (person = mallAdmin, overrides: object = {}) =>
  server.ok(add, person, { ...fault, ...overrides });
const read = (id: string, person = mallAdmin) => server.ok(detail, person, { id });
const fieldsOf = (answer: { data: unknown }) =>
  Object.keys((answer.data as { fields: Record<string, string> }).fields);

/** An order of the mall that is dispatched to its administrator. */
async function dispatched() {
  const { id, version } = await make();
  return await server.ok(dispatch, mallAdmin, { id, version, assigneeId: mallAdmin.id });
}
async function resolved(overrides: { resolution?: 'FIXED' | 'NO_FAULT_FOUND' } = {}) {
  const { id, version } = await dispatched();
  return await server.ok(resolve, mallAdmin, {
    id,
    version,
    resolution: 'FIXED',
    text: 'Freed',
    ...overrides,
  });
}

test('numbers count per company and year, so that a company reads no volume of others from them', async () => {
  const numbers = [
    (await make()).number,
    (await make(otherAdmin)).number,
    (await make()).number,
    (await make(agentAdmin, { companyId: companyIds.mall })).number,
  ];
  const year = server.clock().getUTCFullYear();
  expect(numbers).toEqual([1, 1, 2, 3].map((n) => `${year}-00000${n}`));
});

test('twenty orders of a company at once get twenty numbers', async () => {
  const orders = await Promise.all(Array.from({ length: 20 }, () => make()));
  expect(new Set(orders.map(({ number }) => number)).size).toBe(20);
});

test('one submission twenty times with one key is one order', async () => {
  const headers = { 'idempotency-key': newId() };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => server.send(add, mallAdmin, fault, { headers })),
  );
  const ids = answers.flatMap(({ code, data }) => (code === 200 ? [data.id] : []));
  expect(new Set(ids).size).toBe(1);
  expect((await server.ok(list, mallAdmin, {})).total).toBe(1);
});

test('a description that says nothing is refused with its field, and no order is stored', async () => {
  for (const description of ['', '   ', '?!…', '<p><br></p>', '<p>&nbsp;</p>']) {
    const refused = await server.send(add, mallAdmin, { ...fault, description });
    expect(refused.code).toBe(errors.invalid.code);
    expect(fieldsOf(refused)).toEqual(['description']);
  }
  expect((await server.ok(list, mallAdmin, {})).total).toBe(0);
});

test('a robot, site, company or alarm of another company is as if it did not exist', async () => {
  const device = await server.aDevice({ companyId: companyIds.other });
  const site = await server.aSite({ companyId: companyIds.other });
  const alarm = await server.anAlarm({ companyId: companyIds.other });
  const foreign = [
    { deviceId: device.id },
    { siteId: site.id },
    { alarmId: alarm.id },
    { companyId: companyIds.other },
  ];
  for (const [n, ids] of foreign.entries()) {
    const refused = await server.send(add, mallAdmin, { ...fault, ...ids });
    const field = Object.keys(foreign[n]!)[0]!;
    const unknown = await server.send(add, mallAdmin, { ...fault, [field]: missing });
    expect(refused.code).toBe(errors.notFound.code);
    expect([refused.code, refused.msg]).toEqual([unknown.code, unknown.msg]);
  }
});

test('an alarm proposes level and fault type, and a second press leads to the open order', async () => {
  const device = await server.aDevice();
  const first = await server.anAlarm({ deviceId: device.id, code: '20110', level: 5 });
  const second = await server.anAlarm({ deviceId: device.id, code: '20110' });
  expect(await server.ok(propose, mallAdmin, { alarmId: first.id })).toEqual({
    open: null,
    type: 'FAULT',
    level: 'FATAL',
    faultType: 'CLEANING',
    isSuggested: false,
  });
  const order = await make(mallAdmin, { alarmId: first.id });
  expect(order).toMatchObject({
    isNew: true,
    origin: 'ALARM',
    faultType: 'CLEANING',
    device: { id: device.id, sn: device.sn },
    alarm: { id: first.id, code: '20110' },
  });
  expect(await make(agentAdmin, { alarmId: second.id })).toMatchObject({ id: order.id, isNew: false });
  const { open } = await server.ok(propose, mallAdmin, { alarmId: second.id });
  expect(open).toEqual({ id: order.id, number: order.number, companyCode: 'MAL' });
});

test('ten presses at once on alarms of one robot and code make one order', async () => {
  const device = await server.aDevice();
  const alarm = await server.anAlarm({ deviceId: device.id });
  const orders = await Promise.all(Array.from({ length: 10 }, () => make(mallAdmin, { alarmId: alarm.id })));
  expect(new Set(orders.map(({ id }) => id)).size).toBe(1);
  expect(orders.filter(({ isNew }) => isNew)).toHaveLength(1);
});

test('a robot in warranty is stated on the order, and stays stated after the warranty ended', async () => {
  const at = (days: number) => new Date(server.clock().getTime() + days * dayMs).toISOString();
  const device = await server.aDevice({ warrantyFrom: at(-100), warrantyUntil: at(5) });
  const { id, warranty, warrantyUntil } = await make(mallAdmin, { deviceId: device.id });
  expect({ warranty, warrantyUntil }).toEqual({ warranty: 'IN_WARRANTY', warrantyUntil: at(5) });
  await server.asOwner((sql) => sql`update devices set warranty_until = ${at(-1)} where id = ${device.id}`);
  expect((await read(id)).warranty).toBe('IN_WARRANTY');
});

test('of two dispatches of one company at once the second is told who won', async () => {
  const { id, version } = await make();
  const answers = await Promise.all([
    server.send(dispatch, agentAdmin, { id, version, assigneeId: agentAdmin.id }),
    server.send(dispatch, agentAdmin, { id, version, assigneeId: mallAdmin.id }),
  ]);
  const codes = answers.map(({ code }) => code).toSorted();
  expect(codes).toEqual([200, 409]);
  expect(answers.find(({ code }) => code === 409)?.msg).toContain('agentAdmin');
});

test('a site reads neither in the history nor in a refusal who of a company above was at work', async () => {
  const { id, version } = await make();
  await server.ok(dispatch, agentAdmin, { id, version, assigneeId: agentAdmin.id });
  const below = await read(id);
  expect(below.assignee).toMatchObject({ name: null });
  expect(JSON.stringify(below)).not.toContain('agentAdmin');
  const changesOf = ({ events }: typeof below) => events.find(({ kind }) => kind === 'DISPATCHED')?.changes;
  expect(changesOf(below)).toEqual({});
  expect(changesOf(await read(id, superAdmin))).toEqual({ assignee: 'Nick agentAdmin' });
  const stale = await server.send(update, mallAdmin, { id, version, level: 'FATAL' });
  expect(stale.code).toBe(409);
  expect(stale.msg).not.toContain('agentAdmin');
});

test('the publisher of a company above is notified of waiting for it and of the resolution', async () => {
  const { id, version } = await make(agentAdmin, { companyId: companyIds.mall });
  const sent = await server.ok(dispatch, mallAdmin, { id, version, assigneeId: mallAdmin.id });
  const waits = { id, version: sent.version, waitingFor: 'PART' } as const;
  const part = await server.ok(wait, mallAdmin, waits);
  const access = await server.ok(wait, mallAdmin, { ...waits, version: part.version, waitingFor: 'ACCESS' });
  await server.ok(resolve, mallAdmin, { id, version: access.version, resolution: 'WORKAROUND' });
  const { list: notices } = await server.ok(noticeCalls.systemList, agentAdmin, {});
  expect(notices.map(({ content }) => /waits for you|is resolved/.exec(content)?.[0]).toSorted()).toEqual([
    'is resolved',
    'waits for you',
  ]);
  expect(notices.map(({ workOrderId }) => workOrderId)).toEqual([id, id]);
});

test('an order goes only to an account that sees it and may see work orders', async () => {
  const { id, version } = await make();
  const to = (assigneeId: string, person = agentAdmin) =>
    server.send(dispatch, person, { id, version, assigneeId });
  expect((await to(otherAdmin.id)).code).toBe(errors.notFound.code);
  const refused = await to(bare.id);
  expect(fieldsOf(refused)).toEqual(['assigneeId']);
  const { list: choices } = await server.ok(technicians, agentAdmin, { id });
  expect(choices.map((it) => it.id).toSorted()).toEqual([agentAdmin.id, mallAdmin.id].toSorted());
});

test('an illegal move is refused with the present state', async () => {
  const { id, version } = await make();
  const waiting = await server.send(wait, mallAdmin, { id, version, waitingFor: 'PART' });
  expect(waiting).toMatchObject({ code: 409 });
  expect(waiting.msg).toContain('submitted');
  const fixed = await server.send(resolve, mallAdmin, { id, version, resolution: 'FIXED' });
  expect(fieldsOf(fixed)).toEqual(['resolution']);
  const reopened = await server.send(reopen, mallAdmin, { id, version, reason: 'Again' });
  expect(reopened.code).toBe(409);
  expect((await read(id)).state).toBe('SUBMITTED');
});

test('an order that waits is continued, and a resolution ends the waiting', async () => {
  const { id, version } = await dispatched();
  const waiting = await server.ok(wait, mallAdmin, {
    id,
    version,
    waitingFor: 'PART',
    note: 'Brush ordered',
  });
  expect(waiting).toMatchObject({ state: 'PROCESSING', waiting: { for: 'PART' } });
  const done = await server.ok(resolve, mallAdmin, {
    id,
    version: waiting.version,
    resolution: 'WORKAROUND',
  });
  expect(done).toMatchObject({ state: 'RESOLVED', waiting: null, resolution: 'WORKAROUND' });
  expect(done.events.map(({ kind }) => kind)).toEqual(['RESOLVED', 'WAITING', 'DISPATCHED', 'SUBMITTED']);
});

const resolvedDaysAgo = (days: number) =>
  server.aWorkOrder({
    state: 'RESOLVED',
    resolution: 'FIXED',
    assigneeId: mallAdmin.id,
    publisherId: mallAdmin.id,
    resolvedAt: new Date(server.clock().getTime() - days * dayMs).toISOString(),
  });

test('a resolved order is reopened for seven days and not later', async () => {
  const order = await resolvedDaysAgo(6);
  const again = await server.ok(reopen, mallAdmin, { id: order.id, version: 1, reason: 'Again' });
  expect(again).toMatchObject({
    state: 'PROCESSING',
    resolution: null,
    reopenedCount: 1,
    verification: null,
  });
  const late = await resolvedDaysAgo(8);
  const refused = await server.send(reopen, mallAdmin, { id: late.id, version: 1, reason: 'Again' });
  expect(refused.code).toBe(errors.invalid.code);
  expect((await read(late.id)).state).toBe('RESOLVED');
});

test('a fix without a robot or a cause cannot be verified, and says why', async () => {
  expect(await resolved()).toMatchObject({ verification: 'NOT_POSSIBLE', verificationObstacle: 'NO_ROBOT' });
  const { verificationObstacle } = await resolved({ resolution: 'NO_FAULT_FOUND' });
  expect(verificationObstacle).toBe('NOTHING_REPAIRED');
});

test('an internal note is read by the company of its writer and those above, and not below', async () => {
  const { id } = await make();
  await server.ok(comment, agentAdmin, { id, text: 'They overload it', internal: true });
  await server.ok(comment, mallAdmin, { id, text: 'It stands in the hall' });
  const texts = async (person = mallAdmin) =>
    (await read(id, person)).events.filter(({ kind }) => kind === 'COMMENTED').map(({ text }) => text);
  expect(await texts()).toEqual(['It stands in the hall']);
  expect(await texts(agentAdmin)).toContain('They overload it');
  expect(await texts(superAdmin)).toContain('They overload it');
  const period = { from: '2020-01-01T00:00:00.000Z', to: '2020-01-20T00:00:00.000Z' };
  expect((await server.send(workOrderCalls.export, mallAdmin, period)).code).toBe(200);
});

test('only the publisher rates, within thirty days of the resolution', async () => {
  const { id } = await resolved();
  expect(fieldsOf(await server.send(rate, agentAdmin, { id, rating: 5 }))).toEqual(['rating']);
  expect(await server.ok(rate, mallAdmin, { id, rating: 4, text: 'Quick' })).toMatchObject({ rating: 4 });
  const late = await resolvedDaysAgo(31);
  expect(fieldsOf(await server.send(rate, mallAdmin, { id: late.id, rating: 1 }))).toEqual(['rating']);
});

test('a duplicate leads to the order it was merged into, of the same company', async () => {
  const [into, duplicate] = [await make(), await make(mallAdmin, { description: 'It smokes' })];
  await server.ok(comment, mallAdmin, { id: duplicate.id, text: 'And it smells' });
  const ofOthers = await make(otherAdmin);
  const merged = await server.ok(merge, mallAdmin, { id: duplicate.id, version: 1, intoId: into.id });
  expect(merged).toMatchObject({
    state: 'RESOLVED',
    resolution: 'DUPLICATE',
    mergedInto: { number: into.number },
  });
  const texts = (await read(into.id)).events.filter(({ kind }) => kind !== 'MERGED').map(({ text }) => text);
  expect(texts.toSorted()).toEqual(['', 'And it smells', 'It smokes']);
  const self = await server.send(merge, mallAdmin, { id: into.id, version: 1, intoId: into.id });
  expect(fieldsOf(self)).toEqual(['intoId']);
  const foreign = await server.send(merge, mallAdmin, { id: into.id, version: 1, intoId: ofOthers.id });
  expect(foreign.code).toBe(errors.notFound.code);
  const beside = await server.send(merge, superAdmin, { id: into.id, version: 1, intoId: ofOthers.id });
  expect(fieldsOf(beside)).toEqual(['intoId']);
});

test('a save on an older version is refused with who changed the order', async () => {
  const { id } = await make();
  await server.ok(update, agentAdmin, { id, version: 1, level: 'FATAL' });
  const stale = await server.send(update, mallAdmin, { id, version: 1, name: 'Pump' });
  expect(stale).toMatchObject({ code: 409 });
  expect(await read(id)).toMatchObject({ level: 'FATAL', name: fault.name });
});

test('the figures above the list count what its filters show', async () => {
  await resolved();
  await dispatched();
  await make();
  const counts = await server.ok(summary, mallAdmin, {});
  expect(counts.states).toEqual([
    { state: 'SUBMITTED', count: 1 },
    { state: 'PROCESSING', count: 1 },
    { state: 'RESOLVED', count: 1 },
  ]);
  for (const { state, count } of counts.states)
    expect((await server.ok(list, mallAdmin, { state: [state] })).total).toBe(count);
  expect(counts.mine).toBe((await server.ok(list, mallAdmin, { mine: true, state: ['PROCESSING'] })).total);
});

test('a robot with an open order is not sold before the order is resolved', async () => {
  const device = await server.aDevice({ companyId: companyIds.agent });
  const { id, version } = await make(agentAdmin, { deviceId: device.id });
  const offer = () =>
    server.ok(deviceResaleCalls.offer, agentAdmin, { deviceIds: [device.id], companyId: companyIds.mall });
  expect(JSON.stringify(await offer())).toContain(errors.ordersOpen.texts.en);
  await server.ok(resolve, agentAdmin, { id, version, resolution: 'WITHDRAWN' });
  expect(JSON.stringify(await offer())).not.toContain(errors.ordersOpen.texts.en);
});

test('a change is published to the company of the order, once it is stored', async () => {
  const sent: unknown[] = [];
  const stop = server.bus.subscribe(topics.workOrders, (message) => sent.push(message));
  const { id } = await make();
  await server.send(add, mallAdmin, { ...fault, description: '' });
  stop();
  expect(sent).toMatchObject([
    { content: { changes: [{ id, deviceId: null }] }, audience: { companyId: companyIds.mall } },
  ]);
});

test('an account without the permission sees no order', async () => {
  const { id } = await make();
  for (const person of [reader, bare])
    expect((await server.send(detail, person, { id })).code).toBe(errors.forbidden.code);
  expect(permissions.workOrders).toBe('M900000');
});
