import { errors, workOrderCalls, workOrderFigureCalls as calls, type Sent } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { workOrderPauses } from '../../../entities/service/work-order-pause-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { agentAdmin, mallAdmin, otherAdmin, bare } = people;
const at = (day: number, hour: number) => new Date(Date.UTC(2030, 0, day, hour)).toISOString();
const period = { from: at(1, 0), to: at(31, 23) };
const read = (input: Partial<Sent<typeof calls.figures>> = {}, who: Person = mallAdmin) =>
  server.ok(calls.figures, who, { ...period, ...input });
const pause = (order: { id: string; companyId: string }, startedAt: string, endedAt: string) =>
  inScope(server.db, '*', (tx) =>
    tx
      .insert(workOrderPauses)
      .values({ orderId: order.id, companyId: order.companyId, kind: 'WAITING', startedAt, endedAt }),
  );
const resolved = { state: 'RESOLVED' as const, resolution: 'FIXED' as const };

test('without orders every figure is none or unknown', async () => {
  const { total, rows, trend } = await read();
  expect(total).toMatchObject({
    orders: 0,
    repair: { orders: 0, mean: null, median: null, p90: null },
    daysBetweenFaults: null,
    firstTimeFix: { met: 0, of: 0, share: null },
    rating: { count: 0, mean: null },
  });
  expect([rows, trend]).toEqual([[], []]);
});

test('times are medians and 90th percentiles, and repair leaves out what the order waited', async () => {
  const one = await server.aWorkOrder({
    ...resolved,
    submittedAt: at(2, 0),
    respondedAt: at(2, 1),
    dispatchedAt: at(2, 2),
    resolvedAt: at(2, 10),
  });
  await pause(one, at(2, 3), at(2, 7));
  await server.aWorkOrder({
    ...resolved,
    submittedAt: at(3, 0),
    respondedAt: at(3, 3),
    resolvedAt: at(3, 2),
  });
  await server.aWorkOrder({ submittedAt: at(4, 0), type: 'INSPECTION', ...resolved, resolvedAt: at(9, 0) });
  const { respond, dispatch, repair } = (await read()).total;
  expect(respond).toEqual({ orders: 2, mean: 7_200, median: 7_200, p90: 10_080 });
  expect(dispatch).toMatchObject({ orders: 1, median: 7_200 });
  expect(repair).toEqual({ orders: 2, mean: 14_400, median: 14_400, p90: 20_160 });
});

test('a first-time fix was not reopened and did not come back within 30 days', async () => {
  const { id: deviceId } = await server.aDevice();
  const fault = (more: object) => server.aWorkOrder({ deviceId, alarmCode: '20110', ...resolved, ...more });
  await fault({ submittedAt: at(2, 0), resolvedAt: at(2, 5) });
  await fault({ submittedAt: at(5, 0), resolvedAt: at(5, 5), reopenedCount: 1 });
  await fault({ submittedAt: at(6, 0), resolvedAt: at(6, 5), resolution: 'DUPLICATE' });
  await fault({ submittedAt: at(7, 0), resolvedAt: at(7, 5), alarmCode: '10110' });
  const { total } = await read();
  expect(total).toMatchObject({
    faults: 3,
    firstTimeFix: { met: 1, of: 3 },
    repeated: { met: 1, of: 3 },
  });
  expect(total.firstTimeFix.share).toBeCloseTo(1 / 3);
});

test('days between faults divide the days of robots by their faults', async () => {
  server.clock.set(at(20, 0));
  await server.asOwner(
    (sql) => sql`update sessions set created_at = ${at(20, 0)}, last_seen_at = ${at(20, 0)}`,
  );
  const { id: deviceId } = await server.aDevice();
  await server.asOwner(
    (sql) => sql`insert into online_days (id, company_id, device_id, day, online_ms, sleep_ms, bound_ms)
    values (gen_random_uuid(), ${companyIds.mall}, ${deviceId}, '2030-01-02', 0, 0, 86400000)
    on conflict (device_id, day, company_id, site_id) do update set bound_ms = 86400000`,
  );
  for (const day of [2, 3]) await server.aWorkOrder({ deviceId, submittedAt: at(day, 0) });
  const { total, rows } = await read({ by: 'code' });
  expect(total.daysBetweenFaults).toBeCloseTo(total.robotDays! / 2);
  expect(rows).toMatchObject([{ key: null, orders: 2 }]);
});

test('every group counts as the list that it leads to', async () => {
  const site = await server.aSite();
  await server.aWorkOrder({
    submittedAt: at(2, 0),
    alarmCode: '20110',
    deviceModel: 'J30',
    siteId: site.id,
    assigneeId: mallAdmin.id,
    rating: 4,
  });
  await server.aWorkOrder({
    submittedAt: at(9, 0),
    alarmCode: '20110',
    deviceModel: 'J40',
    respondBy: at(9, 1),
  });
  await server.aWorkOrder({
    submittedAt: at(9, 0),
    ...resolved,
    resolvedAt: at(10, 0),
    resolveLeftMs: 5,
    resolvedLate: 0,
  });
  await server.aWorkOrder({ submittedAt: at(9, 0), companyId: companyIds.other });
  server.clock.set(at(20, 0));
  await server.asOwner(
    (sql) => sql`update sessions set created_at = ${at(20, 0)}, last_seen_at = ${at(20, 0)}`,
  );
  const total = async (filter: object) =>
    (await server.ok(workOrderCalls.list, agentAdmin, { ...period, ...filter, pageSize: 1 })).total;
  const filters = {
    code: (key: string) => ({ alarmCode: key }),
    model: (key: string) => ({ model: key }),
    site: (key: string) => ({ siteId: key }),
    company: (key: string) => ({ companyId: key }),
    person: (key: string) => ({ assigneeId: key }),
  };
  for (const [by, filterOf] of Object.entries(filters) as [keyof typeof filters, (key: string) => object][]) {
    const { rows } = await read({ by }, agentAdmin);
    expect(rows.some(({ key }) => key !== null)).toBe(true);
    for (const { key, orders, late } of rows) {
      if (key === null) continue;
      expect([by, orders]).toEqual([by, await total(filterOf(key))]);
      expect([by, late]).toEqual([by, await total({ ...filterOf(key), late: true })]);
    }
  }
  const sums = (await read({}, agentAdmin)).total;
  expect(sums).toMatchObject({
    orders: 3,
    open: 2,
    resolved: 1,
    late: 1,
    withinLevel: { met: 1, of: 2 },
    rating: { count: 1, mean: 4 },
  });
  expect(sums.late).toBe(await total({ late: true }));
  expect((await read({}, otherAdmin)).total.orders).toBe(1);
});

test('a person whom the reader does not see has no name and no id', async () => {
  await server.aWorkOrder({ submittedAt: at(2, 0), assigneeId: agentAdmin.id });
  expect((await read({ by: 'person' })).rows).toMatchObject([{ key: null, name: '', orders: 1 }]);
  expect((await read({ by: 'person' }, agentAdmin)).rows).toMatchObject([
    { key: agentAdmin.id, name: 'Nick agentAdmin' },
  ]);
});

test('the steps are weeks or months of the time zone of the reader', async () => {
  await server.aWorkOrder({ submittedAt: at(6, 20) });
  const days = async (input: object) =>
    (await read(input)).trend.flatMap(({ day, orders }) => (orders > 0 ? [[day, orders]] : []));
  expect(await days({ step: 'week' })).toEqual([['2029-12-31', 1]]);
  expect(await days({ step: 'week', timezone: 'Asia/Shanghai' })).toEqual([['2030-01-07', 1]]);
  expect(await days({ step: 'month' })).toEqual([['2030-01-01', 1]]);
});

test('a week or month without orders stands in the time axis with no orders and unknown figures', async () => {
  // The present is in the week of December 31.
  for (const day of [-27, -6]) await server.aWorkOrder({ submittedAt: at(day, 8) });
  const { trend } = await read({ step: 'week', from: at(-28, 12) });
  expect(trend.map(({ day, orders, rating }) => [day, orders, rating.mean])).toEqual([
    ['2029-12-03', 1, null],
    ['2029-12-10', 0, null],
    ['2029-12-17', 0, null],
    ['2029-12-24', 1, null],
    ['2029-12-31', 0, null],
  ]);
  const months = await read({ step: 'month', from: '2029-10-31T12:00:00.000Z' });
  expect(months.trend.map(({ day }) => day)).toEqual([
    '2029-10-01',
    '2029-11-01',
    '2029-12-01',
    '2030-01-01',
  ]);
});

test('a foreign company, a wrong period and a caller without the permission are refused', async () => {
  const codeOf = async (input: object, who: Person = mallAdmin) =>
    (await server.send(calls.figures, who, { ...period, ...input })).code;
  expect(await codeOf({ companyId: companyIds.other })).toBe(errors.notFound.code);
  expect(await codeOf({ siteId: server.newId() })).toBe(errors.notFound.code);
  expect(await codeOf({ from: at(-400, 0) })).toBe(errors.invalid.code);
  expect(await codeOf({ from: at(40, 0) })).toBe(errors.invalid.code);
  expect(await codeOf({}, bare)).toBe(errors.forbidden.code);
});
