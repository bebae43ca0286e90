import {
  deviceCalls,
  deviceResaleCalls,
  deviceStockCalls,
  deviceWarrantyCalls,
  errors,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const { list, figures, move, change, custody, export: exportCall } = deviceStockCalls;
const { offer, confirm, decline, withdraw, list: offers, receivers } = deviceResaleCalls;
const { set, extend, history } = deviceWarrantyCalls;
const { detail } = deviceCalls;
const { provider, agent, mall, other } = companyIds;
const server = testServer();

const atAgent = () => server.aDevice({ companyId: agent, nickname: 'Otter' });
const offerOf = async (deviceId: string, companyId: string = mall, who = people.agentAdmin) => {
  const { results } = await server.ok(offer, who, { deviceIds: [deviceId], companyId });
  expect(results[0]).toMatchObject({ done: true });
  const { list: open } = await server.ok(offers, who, { status: 'OFFERED' });
  return open.find((row) => row.deviceId === deviceId)!;
};
const names = async (filter: object, who = people.superAdmin) =>
  (await server.ok(list, who, filter)).list.map(({ nickname }) => nickname);

test('move has a result per device, and a wrong move has the reason of its refusal', async () => {
  const [a, b] = [await atAgent(), await server.aDevice({ companyId: agent, inventory: 'OUTBOUND' })];
  const { results } = await server.ok(move, people.agentAdmin, { ids: [a.id, b.id], to: 'OUTBOUND' });
  expect(results).toEqual([
    { id: a.id, done: true, reason: '' },
    { id: b.id, done: false, reason: errors.wrongState.texts.en },
  ]);
  expect(await server.ok(figures, people.agentAdmin, {})).toEqual({
    IN_STOCK: 0,
    OUTBOUND: 2,
    RETURNED: 0,
    offered: 0,
  });
});

test('a return recorded by a company above moves the device to that company, and custody has the act', async () => {
  const { id } = await server.aDevice({ companyId: mall, inventory: 'OUTBOUND' });
  await server.ok(move, people.agentAdmin, { ids: [id], to: 'RETURNED' });
  expect((await server.ok(detail, people.agentAdmin, { id })).device.companyId).toBe(agent);
  expect((await server.send(detail, people.mallAdmin, { id })).code).toBe(errors.notFound.code);
  const chain = await server.ok(custody, people.agentAdmin, { id });
  expect(chain.custody.map(({ companyId, act, by, until }) => [companyId, act, by, until !== null])).toEqual([
    [agent, 'RETURNED', 'agentAdmin', false],
    [mall, 'REGISTERED', 'test', true],
  ]);
});

test('a return recorded by the owner itself leaves the device there', async () => {
  const { id } = await server.aDevice({ companyId: mall, inventory: 'OUTBOUND' });
  await server.ok(move, people.mallAdmin, { ids: [id], to: 'RETURNED' });
  expect((await server.ok(detail, people.mallAdmin, { id })).device).toMatchObject({
    companyId: mall,
    inventory: 'RETURNED',
  });
});

test('usage type, use status and end of use are changed by the provider only, by the rules', async () => {
  const { id } = await server.aDevice({ useStatus: 'LEASE_EXPIRED', usageType: 'LEASE' });
  expect((await server.send(change, people.mallAdmin, { ids: [id], usageType: 'TEST' })).code).toBe(
    errors.forbidden.code,
  );
  const wrong = await server.ok(change, people.superAdmin, { ids: [id], useStatus: 'PROTOTYPE' });
  expect(wrong.results[0]).toMatchObject({ done: false });
  await server.ok(change, people.superAdmin, { ids: [id], usableUntil: '2031-01-01T00:00:00.000Z' });
  expect((await server.ok(detail, people.superAdmin, { id })).device).toMatchObject({
    useStatus: 'NEW',
    usableUntil: '2031-01-01T00:00:00.000Z',
  });
});

test('a resale is offered to a company below, and after its confirmation the device and its rows move there', async () => {
  const { id } = await atAgent();
  await server.setLiveState(id, { state: 'OFFLINE' });
  const task = await server.aTask({ deviceId: id, companyId: agent });
  const report = await server.aReport({ deviceId: id, companyId: agent });
  const { list: companiesBelow } = await server.ok(receivers, people.agentAdmin, { deviceId: id });
  expect(companiesBelow.map((row) => row.id)).toEqual([mall]);
  const offered = await offerOf(id);
  expect(offered.acts).toEqual(['withdraw']);
  expect((await server.ok(detail, people.agentAdmin, { id })).device.companyId).toBe(agent);

  const [incoming] = (await server.ok(offers, people.mallAdmin, { direction: 'IN' })).list;
  expect(incoming).toMatchObject({ id: offered.id, acts: ['confirm', 'decline'] });
  server.clock.set('2030-01-02T04:00:00.000Z');
  await server.ok(confirm, people.mallAdmin, { id: offered.id });

  expect((await server.ok(detail, people.mallAdmin, { id })).device).toMatchObject({
    companyId: mall,
    site: null,
  });
  const rows = await server.asOwner(
    (sql) => sql`
      select (select company_id from device_live where id = ${id}) as live,
        (select state from tasks where id = ${task.id}) as task,
        (select company_id from task_reports where id = ${report.id}) as report`,
  );
  expect(rows[0]).toEqual({ live: mall, task: 'DELETED', report: agent });
  const chain = await server.ok(custody, people.agentAdmin, { id });
  expect(
    chain.custody.map(({ companyId, act, by, since, until }) => [companyId, act, by, since, until]),
  ).toEqual([
    [mall, 'RESOLD', 'mallAdmin', '2030-01-02T04:00:00.000Z', null],
    [agent, 'REGISTERED', 'test', '2030-01-02T03:04:05.000Z', '2030-01-02T04:00:00.000Z'],
  ]);
  const own = await server.ok(custody, people.mallAdmin, { id });
  expect(own.custody.map(({ companyId }) => companyId)).toEqual([mall]);
  expect(own.hiddenBefore).toBe(true);
});

test('only the receiver confirms or declines, only the seller withdraws, and each sends a notice', async () => {
  const { id: deviceId } = await atAgent();
  const declined = await offerOf(deviceId);
  expect((await server.send(confirm, people.agentAdmin, { id: declined.id })).code).toBe(
    errors.forbidden.code,
  );
  expect((await server.send(confirm, people.superAdmin, { id: declined.id })).code).toBe(
    errors.forbidden.code,
  );
  expect((await server.send(withdraw, people.mallAdmin, { id: declined.id })).code).toBe(
    errors.forbidden.code,
  );
  expect((await server.send(confirm, people.otherAdmin, { id: declined.id })).code).toBe(
    errors.notFound.code,
  );
  await server.ok(decline, people.mallAdmin, { id: declined.id, reason: 'Too big' });
  const withdrawn = await offerOf(deviceId);
  await server.ok(withdraw, people.agentAdmin, { id: withdrawn.id });
  const notices = await server.asOwner(
    (sql) => sql`select template, company_id, about_kind, about_id from notices order by created_at, id`,
  );
  expect(notices.map((notice) => [notice.template, notice.company_id])).toEqual([
    ['resaleOffered', mall],
    ['resaleDeclined', agent],
    ['resaleOffered', mall],
    ['resaleWithdrawn', mall],
  ]);
  // The link of each notice leads to the offer.
  expect(notices.map((notice) => [notice.about_kind, notice.about_id])).toEqual(
    [declined, declined, withdrawn, withdrawn].map(({ id }) => ['resale', id]),
  );
});

test('a resale to the owner, or to a company that is not below it, is refused', async () => {
  const { id } = await server.aDevice({ companyId: mall });
  for (const companyId of [mall, agent, provider, other]) {
    const { results } = await server.ok(offer, people.superAdmin, { deviceIds: [id], companyId });
    expect(results[0]).toMatchObject({ done: false, reason: errors.notBelowHolder.texts.en });
  }
});

test('of two concurrent offers one succeeds and the other is refused with the receiver of the first', async () => {
  const { id } = await server.aDevice({ companyId: provider });
  const sell = (companyId: string) => server.ok(offer, people.superAdmin, { deviceIds: [id], companyId });
  const [first, second] = await Promise.all([sell(mall), sell(other)]);
  const results = [first.results[0]!, second.results[0]!];
  expect(results.filter(({ done }) => done)).toHaveLength(1);
  expect(results.find(({ done }) => !done)?.reason).toMatch(
    /^Already offered to (Mall|Other) by superAdmin$/,
  );
  expect((await server.ok(offers, people.superAdmin, { status: 'OFFERED' })).total).toBe(1);
});

test('of a concurrent confirmation and withdrawal one succeeds and the other is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await atAgent();
    const { id: offerId } = await offerOf(id);
    const answers = await Promise.all([
      server.send(confirm, people.mallAdmin, { id: offerId }),
      server.send(withdraw, people.agentAdmin, { id: offerId }),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, errors.changedMeanwhile.code]);
    const { companyId } = (await server.ok(detail, people.agentAdmin, { id })).device;
    expect(companyId).toBe(answers[0].code === 200 ? mall : agent);
  }
});

test('a confirmation during a run of the device is refused', async () => {
  const { id } = await atAgent();
  const { id: offerId } = await offerOf(id);
  await server.aRun({ deviceId: id, companyId: agent, state: 'IN_PROGRESS' });
  expect((await server.send(confirm, people.mallAdmin, { id: offerId })).msg).toBe(errors.runActive.texts.en);
  expect((await server.ok(offers, people.mallAdmin, { status: 'OFFERED' })).total).toBe(1);
});

test('an extension starts at the end of the warranty, is in the history, and of two concurrent ones one is refused', async () => {
  const { id, version } = await server.aDevice();
  const period = { from: '2029-01-01T00:00:00.000Z', until: '2030-01-01T00:00:00.000Z' };
  const first = await server.ok(set, people.mallAdmin, { id, version, ...period });
  expect(first.warranty).toEqual({ ...period, extendedUntil: null });
  const both = [6, 12].map((months) =>
    server.send(extend, people.mallAdmin, { id, version: first.version, months, note: 'Paid' }),
  );
  const codes = (await Promise.all(both)).map(({ code }) => code).sort();
  expect(codes).toEqual([200, errors.changedMeanwhile.code]);
  const { list: entries } = await server.ok(history, people.mallAdmin, { id });
  expect(entries).toHaveLength(2);
  expect(entries[0]).toMatchObject({ by: 'mallAdmin', note: 'Paid' });
  // The warranty ended a day ago, so the extension starts today.
  expect(entries[0]?.until.slice(0, 10)).toMatch(/^2030-07-02|2031-01-02$/);
});

test('the list filters by the stock columns, and by the warranty as of today', async () => {
  const day = (text: string) => `${text}T00:00:00.000Z`;
  await server.aDevice({ nickname: 'In', warrantyUntil: day('2031-01-01'), usageType: 'LEASE' });
  await server.aDevice({ nickname: 'Ending', warrantyUntil: day('2030-02-01'), inventory: 'RETURNED' });
  await server.aDevice({ nickname: 'Out', warrantyUntil: day('2029-01-01'), useStatus: 'SAMPLE' });
  await server.aDevice({
    nickname: 'Longer',
    warrantyUntil: day('2029-01-01'),
    warrantyExtendedUntil: day('2032-01-01'),
  });
  await server.aDevice({ nickname: 'Unknown' });
  expect(await names({ warranty: 'IN_WARRANTY' })).toEqual(['Ending', 'In']);
  expect(await names({ warranty: 'EXTENDED' })).toEqual(['Longer']);
  expect(await names({ warranty: 'OUT_OF_WARRANTY' })).toEqual(['Out']);
  expect(await names({ warranty: 'ENDING' })).toEqual(['Ending']);
  expect(await names({ warranty: 'UNKNOWN' })).toEqual(['Unknown']);
  expect(await names({ usageType: 'LEASE' })).toEqual(['In']);
  expect(await names({ inventory: 'RETURNED' })).toEqual(['Ending']);
  expect(await names({ useStatus: 'SAMPLE' })).toEqual(['Out']);
  expect(await names({ sort: '-warrantyEnd' })).toEqual(['Longer', 'In', 'Ending', 'Out', 'Unknown']);
  const file = await server.answerOf(exportCall, people.superAdmin, { usageType: 'LEASE' });
  expect(file.body.split('\r\n')).toHaveLength(3);
});

test('a deletion of a device that comes online at the same time is refused', async () => {
  const { id } = await server.aDevice();
  await server.setLiveState(id, { state: 'OFFLINE' });
  const answer = await server.asOwner(async (sql) => {
    let removing: ReturnType<typeof server.send> | undefined;
    await sql.begin(async (tx) => {
      await tx`update device_live set state = 'ONLINE' where id = ${id}`;
      removing = server.send(deviceCalls.remove, people.mallAdmin, { id });
      // The deletion has checked the device and waits for the row of its live state.
      const isBlocked = async () => (await tx`select 1 from pg_locks where not granted`).length > 0;
      while (!(await isBlocked())) await new Promise((resolve) => setTimeout(resolve, 5));
    });
    return await removing;
  });
  expect(answer?.msg).toBe(errors.onlineDevice.texts.en);
  const remaining = await server.asOwner((sql) => sql`select 1 from devices where id = ${id}`);
  expect(remaining).toHaveLength(1);
});
