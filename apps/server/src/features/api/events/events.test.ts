import { apiEventCalls, assistCodes, openEventNames, type OpenEvent } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { signatureHeaders } from '../../../test-kit/open-api/sign-request.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';
import { placeEvents } from './event-place-job.ts';

const server = ownTestServer();

type Statement = Parameters<Parameters<typeof server.asOwner>[0]>[0];
const owner = (write: (sql: Statement) => Promise<unknown>) => server.asOwner(write);

/** A program of a company that reads events. */
async function aProgram(companyId: string = companyIds.mall) {
  const user = await server.anApiUser({ companyId });
  const key = await server.anApiKey(user, server.vault.seal);
  const read = async (query = '') => {
    const target = `/open/v1/events${query}`;
    const answer = await server.app.inject({
      url: target,
      headers: signatureHeaders(key, { target, at: server.clock() }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  return { user, read };
}
const list = async () => {
  await placeEvents(server.db);
  const { list: rows } = await server.ok(apiEventCalls.list, people.mallAdmin, { pageSize: 99 });
  return rows.toReversed();
};

test('every event of the list is stored by its cause', async () => {
  const site = await server.aSite();
  const { id, companyId } = await server.aDevice({ siteId: site.id, binding: 'NOT_ACTIVATED' });
  const run = await server.aRun({ deviceId: id, state: 'WAITING' });
  const start = await server.aStart({ deviceId: id });
  const command = await server.aCommand({ deviceId: id, status: 'SENT' });
  const record = await server.anUpdateRecord({ deviceId: id });
  const plan = await server.aMaintenancePlan();
  const due = await server.aMaintenanceDue({ deviceId: id, planId: plan.id });
  await owner((sql) => sql`update devices set binding = 'ACTIVATED' where id = ${id}`);
  for (const [state, before] of [
    ['ONLINE', 'OFFLINE'],
    ['OFFLINE', 'ONLINE'],
  ] as const)
    await owner(
      (sql) => sql`insert into device_events (id, company_id, device_id, at, kind, before, after, detail)
        values (gen_random_uuid(), ${companyId}, ${id}, now() + ${state === 'ONLINE' ? '10 years' : '11 years'}::interval,
          'CONNECTION', ${before}, ${state}, '')`,
    );
  await owner((sql) => sql`update runs set started_at = now(), state = 'IN_PROGRESS' where id = ${run.id}`);
  const alarm = await server.anAlarm({ deviceId: id, runId: run.id, code: assistCodes[0], siteId: site.id });
  await owner((sql) => sql`update alarms set cleared_at = now() where id = ${alarm.id}`);
  await owner((sql) => sql`update runs set ended_at = now(), state = 'COMPLETE' where id = ${run.id}`);
  await server.aReport({ deviceId: id });
  await owner(
    (sql) => sql`update schedule_starts set state = 'MISSED', reason = 'OFFLINE' where id = ${start.id}`,
  );
  await owner(
    (sql) => sql`update commands set ended_at = now(), status = 'SUCCEEDED' where id = ${command.id}`,
  );
  await server.aMap({ siteId: site.id });
  const order = await server.aWorkOrder({ deviceId: id });
  for (const column of ['dispatched_at', 'resolved_at', 'verified_at'])
    await owner((sql) => sql`update work_orders set ${sql(column)} = now() where id = ${order.id}`);
  await owner(
    (sql) => sql`update ota_records set ended_at = now(), state = 'SUCCESSFUL' where id = ${record.id}`,
  );
  await owner((sql) => sql`update maintenance_dues set order_id = ${order.id} where id = ${due.id}`);
  await owner(
    (
      sql,
    ) => sql`insert into device_unbindings (id, company_id, device_id, sn, nickname, at, by, without_robot, cleared, kept)
      values (gen_random_uuid(), ${companyId}, ${id}, 'x', 'x', now(), 'test', false, '[]', '[]')`,
  );
  const events = await list();
  expect([...new Set(events.map(({ type }) => type))].toSorted()).toEqual(openEventNames.toSorted());
  expect(events.map(({ position }) => position)).toEqual(events.map((_event, index) => index + 1));
  const started = events.find(({ type }) => type === 'run.started');
  expect(started).toMatchObject({
    robotId: id,
    siteId: site.id,
    related: { type: 'run', id: run.id, path: `/open/v1/runs/${run.id}` },
    data: { state: 'IN_PROGRESS', endedAt: null },
  });
  expect(events.find(({ type }) => type === 'assist.closed')?.related).toMatchObject({
    type: 'assist',
    id: alarm.id,
  });
});

test('the codes of assists in the database are those of the contract', async () => {
  const [row] = await server.asOwner(
    (sql) => sql<{ codes: string[] }[]>`select array_agg(n::text order by n) as codes
      from generate_series(10000, 99999) n where is_assist_code(n::text)`,
  );
  expect(row?.codes).toEqual([...assistCodes].toSorted());
});

test('alarms of one stop are one assist, which closes with the last of them', async () => {
  const { id: deviceId } = await server.aDevice();
  const run = await server.aRun({ deviceId, state: 'IN_PROGRESS' });
  const raised = { deviceId, runId: run.id };
  const first = await server.anAlarm({
    ...raised,
    code: assistCodes[0],
    raisedAt: '2030-01-01T00:00:00.000Z',
  });
  const second = await server.anAlarm({
    ...raised,
    code: assistCodes[1],
    raisedAt: '2030-01-01T00:01:00.000Z',
  });
  await owner((sql) => sql`update alarms set cleared_at = '2030-01-01T00:02:00Z' where id = ${first.id}`);
  const assists = async () =>
    (await list())
      .filter(({ related }) => related.type === 'assist')
      .map(({ type, related }) => [type, related.id]);
  expect(await assists()).toEqual([['assist.opened', first.id]]);
  await owner((sql) => sql`update alarms set cleared_at = '2030-01-01T00:03:00Z' where id = ${second.id}`);
  expect(await assists()).toEqual([
    ['assist.opened', first.id],
    ['assist.closed', first.id],
  ]);
});

test('an event is undone with its cause, and nothing else can store one', async () => {
  const run = await server.aRun({ state: 'IN_PROGRESS' });
  const undone = inScope(server.db, '*', async (tx) => {
    await tx.raw('update runs set ended_at = now() where id = $1', [run.id]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await list()).toEqual([]);
  const alone = inScope(server.db, '*', (tx) =>
    tx.raw(
      `insert into api_events (id, company_id, at, name, related_id, data)
      values (gen_random_uuid(), $1, now(), 'run.started', gen_random_uuid(), '{}')`,
      [companyIds.mall],
    ),
  );
  await expect(alone).rejects.toThrow();
});

test('a program pulls each event once, also those that commit after later ones', async () => {
  const { read } = await aProgram();
  const [early, late] = [
    await server.aRun({ state: 'IN_PROGRESS' }),
    await server.aRun({ state: 'IN_PROGRESS' }),
  ];
  const end = (id: string) => owner((sql) => sql`update runs set ended_at = now() where id = ${id}`);
  let commit = () => {};
  const slow = inScope(server.db, '*', async (tx) => {
    await tx.raw('update runs set ended_at = now() where id = $1', [early.id]);
    await new Promise<void>((resolve) => (commit = resolve));
  });
  await expect.poll(() => commit.name).not.toBe('commit');
  await end(late.id);
  await placeEvents(server.db);
  const first = (await read()).body;
  expect(first.data.map(({ related }: OpenEvent) => related.id)).toEqual([late.id]);
  commit();
  await slow;
  await placeEvents(server.db);
  const second = (await read(`?cursor=${first.nextCursor}`)).body;
  expect(second.data.map(({ related, position }: OpenEvent) => [related.id, position])).toEqual([
    [early.id, 2],
  ]);
  expect((await read(`?cursor=${second.nextCursor}`)).body).toEqual({
    data: [],
    nextCursor: second.nextCursor,
  });
});

test('several processes give each place once', async () => {
  await Promise.all(Array.from({ length: 30 }, () => server.anAlarm()));
  await Promise.all(Array.from({ length: 4 }, () => placeEvents(server.db)));
  await placeEvents(server.db);
  const rows = await server.asOwner((sql) => sql`select place, position from api_events order by place`);
  expect(rows.map(({ place }) => Number(place))).toEqual(rows.map((_row, index) => index + 1));
  expect(rows.map(({ position }) => Number(position))).toEqual(rows.map((_row, index) => index + 1));
});

test('a cursor older than the stored events is answered with the place to begin', async () => {
  const { read } = await aProgram();
  await server.anAlarm();
  await placeEvents(server.db);
  const { nextCursor } = (await read()).body;
  await server.anAlarm();
  await server.anAlarm();
  await placeEvents(server.db);
  await owner((sql) => sql`delete from api_events where place <= 2`);
  const gone = await read(`?cursor=${nextCursor}`);
  expect([gone.status, gone.body.type]).toEqual([410, 'urn:problem-type:sweepline:cursor-gone']);
  const again = await read(`?cursor=${gone.body.beginCursor}`);
  expect(again.body.data.map(({ position }: OpenEvent) => position)).toEqual([3]);
  expect((await read('?cursor=abc')).status).toBe(422);
});

test('a program reads the events of its company and those below it', async () => {
  const [mall, other, agent] = [
    await aProgram(),
    await aProgram(companyIds.other),
    await aProgram(companyIds.agent),
  ];
  const alarm = await server.anAlarm();
  await placeEvents(server.db);
  const ids = async ({ read }: typeof mall, query = '') =>
    (await read(query)).body.data.map(({ related }: OpenEvent) => related.id);
  expect(await ids(mall)).toEqual([alarm.id]);
  expect(await ids(agent)).toEqual([alarm.id]);
  expect(await ids(other)).toEqual([]);
  expect(await ids(mall, '?type=run.started')).toEqual([]);
  const { user } = other;
  expect((await server.send(apiEventCalls.list, people.mallAdmin, { userId: user.id })).code).not.toBe(200);
  expect((await server.ok(apiEventCalls.list, people.otherAdmin, { userId: user.id })).list).toEqual([]);
});
