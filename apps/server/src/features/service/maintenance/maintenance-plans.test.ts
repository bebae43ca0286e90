import {
  maintenancePlanCalls as calls,
  maintenanceRecordCalls,
  workOrderActCalls,
  workOrderCalls,
} from '@sweepline/contract';
import { errors } from '@sweepline/contract';
import { describe, expect, test } from 'vitest';
import { newId } from '../../../platform/runtime/ids.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import { advanceDues } from './due-service.ts';

const { mallAdmin, otherAdmin } = people;
const server = testServer();
const run = () => advanceDues({ db: server.db, bus: server.bus, now: server.clock });
const days = (count: number) => count * 86_400_000;
const daysAgo = (count: number) => new Date(server.clock().getTime() - days(count)).toISOString();

/** Lets time pass. The sessions stay open. */
async function advance(ms: number) {
  server.clock.advance(ms);
  const at = server.clock().toISOString();
  await server.asOwner((sql) => sql`update sessions set created_at = ${at}, last_seen_at = ${at}`);
}

const plan = {
  name: 'Quarterly check',
  type: 'INSPECTION' as const,
  work: 'Check brushes and squeegee',
  triggers: [{ kind: 'DAYS' as const, value: 90, part: null }],
};
const duesOf = async (planId: string) => (await server.ok(calls.dues, mallAdmin, { planId })).list;
const ordersOf = async (deviceId: string) =>
  (await server.ok(workOrderCalls.list, mallAdmin, { deviceId })).list;
const recordsOf = async (deviceId: string) =>
  (await server.ok(maintenanceRecordCalls.list, mallAdmin, { deviceId })).list;

/** Resolves the open order of a robot as its technician. */
async function resolveOrder(deviceId: string, resolution: 'FIXED' | 'WITHDRAWN' = 'FIXED') {
  const [order] = await ordersOf(deviceId);
  const { version } = await server.ok(workOrderActCalls.dispatch, mallAdmin, {
    id: order!.id,
    version: order!.version,
    assigneeId: mallAdmin.id,
  });
  await server.ok(workOrderActCalls.resolve, mallAdmin, {
    id: order!.id,
    version,
    resolution,
    text: 'All fine',
  });
}

describe('a plan', () => {
  test('without a trigger, without a robot or with a value out of range is refused with the field', async () => {
    const refused = async (changes: object) =>
      (await server.send(calls.add, mallAdmin, { ...plan, models: ['J30'], ...changes })).data;
    expect(await refused({ triggers: [] })).toMatchObject({ fields: { triggers: expect.anything() } });
    expect(await refused({ models: [] })).toMatchObject({ fields: { models: expect.anything() } });
    const wrong = [{ kind: 'PART_PERCENT', value: 100, part: null }];
    expect(await refused({ triggers: wrong })).toMatchObject({
      fields: { 'triggers.0.value': expect.anything(), 'triggers.0.part': expect.anything() },
    });
  });

  test('hands its checklist to its orders, and a foreign checklist is as if it did not exist', async () => {
    const device = await server.aDevice();
    const own = await server.aChecklist();
    const foreign = await server.aChecklist({ companyId: companyIds.other });
    const input = { ...plan, deviceIds: [device.id], leadDays: 90 };
    for (const templateId of [foreign.id, newId()])
      expect((await server.send(calls.add, mallAdmin, { ...input, templateId })).code).toBe(
        errors.notFound.code,
      );
    await server.ok(calls.add, mallAdmin, { ...input, templateId: own.id });
    await run();
    const [row] = await server.asOwner(
      (sql) => sql`select template_id from work_orders where device_id = ${device.id}`,
    );
    expect(row?.['template_id']).toBe(own.id);
  });

  test('makes the orders of the other robots when one robot cannot get its own, and tries again in an hour', async () => {
    const [broken, sound] = [await server.aDevice(), await server.aDevice()];
    const { id } = await server.ok(calls.add, mallAdmin, { ...plan, deviceIds: [broken.id, sound.id] });
    await run();
    await server.asOwner((sql) =>
      sql.unsafe(`create function refuse_order() returns trigger language plpgsql as $$
        begin if new.device_id = '${broken.id}' then raise 'no order for it'; end if; return new; end $$;
        create trigger refuse_order before insert on work_orders for each row execute function refuse_order()`),
    );
    await advance(days(91));
    await expect(run()).rejects.toThrow(`1 checks failed: plan ${id}, device ${broken.id}`);
    expect(await ordersOf(sound.id)).toHaveLength(1);
    expect(await ordersOf(broken.id)).toEqual([]);
    await run();
    await server.asOwner((sql) => sql`drop function refuse_order cascade`);
    await advance(days(1));
    await run();
    expect(await ordersOf(broken.id)).toHaveLength(1);
  });

  test('whose robots cannot be stored is named, and the robots of the next plan are stored', async () => {
    const broken = await server.ok(calls.add, mallAdmin, { ...plan, models: ['J40'] });
    const sound = await server.ok(calls.add, mallAdmin, { ...plan, models: ['J30'] });
    await run();
    const device = await server.aDevice({ model: 'J30' });
    await server.aDevice({ model: 'J40' });
    await server.asOwner((sql) =>
      sql.unsafe(`create function refuse_plan() returns trigger language plpgsql as $$
        begin if new.plan_id = '${broken.id}' then raise 'no robots for it'; end if; return new; end $$;
        create trigger refuse_plan before insert on maintenance_dues for each row execute function refuse_plan()`),
    );
    await advance(days(1));
    await expect(run()).rejects.toThrow(`1 checks failed: plan ${broken.id}`);
    expect((await duesOf(sound.id)).map((it) => it.device.id)).toContain(device.id);
    await server.asOwner((sql) => sql`drop function refuse_plan cascade`);
  });

  test('makes one order per robot within its lead days, however often the job runs', async () => {
    const { id } = await server.aDevice();
    const added = await server.ok(calls.add, mallAdmin, { ...plan, deviceIds: [id], leadDays: 10 });
    await run();
    const [due] = await duesOf(added.id);
    expect(due).toMatchObject({
      state: 'LATER',
      reason: { kind: 'DAYS', value: 90, present: 0 },
      order: null,
    });
    expect(Date.parse(due!.dueAt!) - server.clock().getTime()).toBe(days(90));
    await advance(days(79));
    await run();
    expect(await ordersOf(id)).toEqual([]);
    await advance(days(2));
    await Promise.all([run(), run()]);
    await run();
    const orders = await ordersOf(id);
    expect(orders).toHaveLength(1);
    expect(orders[0]).toMatchObject({
      origin: 'PLAN',
      name: plan.name,
      type: 'INSPECTION',
      description: plan.work,
    });
    expect(await recordsOf(id)).toMatchObject([{ state: 'PLANNED', type: 'INSPECTION', source: 'ORDER' }]);
    await advance(days(10));
    expect((await duesOf(added.id))[0]).toMatchObject({ state: 'OVERDUE', order: { id: orders[0]!.id } });
  });

  test.each([
    ['FLOATING', 90],
    ['FIXED', 85],
  ] as const)('that is %s is due again %i days after its order was resolved', async (anchor, again) => {
    const { id } = await server.aDevice();
    const added = await server.ok(calls.add, mallAdmin, { ...plan, anchor, deviceIds: [id], leadDays: 0 });
    await run();
    await advance(days(90));
    await run();
    await advance(days(5));
    await resolveOrder(id);
    await run();
    const [due] = await duesOf(added.id);
    expect(due).toMatchObject({ order: null, state: 'LATER' });
    expect(Math.round((Date.parse(due!.dueAt!) - server.clock().getTime()) / days(1))).toBe(again);
    const [record] = await recordsOf(id);
    expect(record).toMatchObject({ state: 'DONE', content: 'All fine', by: { mine: true } });
    expect(await ordersOf(id)).toHaveLength(1);
  });

  test('by hours is due where the last 30 days lead, and its completion resets the meter', async () => {
    const { id } = await server.aDevice();
    const report = (ago: number) =>
      server.aReport({ deviceId: id, startedAt: daysAgo(ago), endedAt: daysAgo(ago - 0.5), seconds: 36_000 });
    // The work before the plan does not count; it gives the rate of one hour a day.
    for (const ago of [3, 9, 20]) await report(ago);
    const triggers = [
      { kind: 'DAYS' as const, value: 365, part: null },
      { kind: 'HOURS' as const, value: 20, part: null },
    ];
    const added = await server.ok(calls.add, mallAdmin, { ...plan, triggers, deviceIds: [id], leadDays: 0 });
    await run();
    expect((await duesOf(added.id))[0]?.reason).toMatchObject({ kind: 'HOURS', value: 20, present: 0 });
    await advance(days(2));
    await report(1.5);
    await report(1);
    await run();
    expect(await ordersOf(id)).toHaveLength(1);
    await resolveOrder(id);
    await run();
    expect((await duesOf(added.id))[0]).toMatchObject({ reason: { kind: 'HOURS', present: 0 }, order: null });
  });

  test('has no due moment where the robot reported nothing that it counts', async () => {
    const { id } = await server.aDevice();
    const triggers = [{ kind: 'AREA_M2' as const, value: 1_000, part: null }];
    const added = await server.ok(calls.add, mallAdmin, { ...plan, triggers, deviceIds: [id] });
    await run();
    expect(await duesOf(added.id)).toMatchObject([{ state: 'UNKNOWN', dueAt: null, reason: null }]);
  });

  test('is previewed per robot before it is saved, and stores nothing', async () => {
    const { id } = await server.aDevice({ nickname: 'Heron' });
    const { triggers } = plan;
    const { list, total } = await server.ok(calls.preview, mallAdmin, { triggers, deviceIds: [id] });
    expect({ list, total }).toMatchObject({
      total: 1,
      list: [{ device: { name: 'Heron' }, state: 'LATER', reason: { kind: 'DAYS' } }],
    });
    expect((await server.ok(calls.list, mallAdmin, { deviceId: id })).total).toBe(0);
  });

  test('that is skipped writes the reason, withdraws its order and counts from then on', async () => {
    const { id } = await server.aDevice();
    const added = await server.ok(calls.add, mallAdmin, { ...plan, deviceIds: [id], leadDays: 90 });
    await run();
    const [due] = await duesOf(added.id);
    expect(due?.order).not.toBeNull();
    await advance(days(30));
    await server.ok(calls.skip, mallAdmin, { id: due!.id, reason: 'Site is closed' });
    expect(await ordersOf(id)).toMatchObject([{ state: 'RESOLVED', resolution: 'WITHDRAWN' }]);
    expect(await recordsOf(id)).toMatchObject([{ state: 'SKIPPED', content: 'Site is closed' }]);
    const again = await duesOf(added.id);
    expect(again[0]).toMatchObject({ order: null, since: server.clock().toISOString() });
    const foreign = await server.send(calls.skip, otherAdmin, { id: due!.id, reason: 'x' });
    expect(foreign.code).toBe(errors.notFound.code);
  });

  test('that rests makes no order, and robots come and go with their group', async () => {
    const { id, companyId } = await server.aDevice();
    const group = await server.aGroup({ companyId });
    const added = await server.ok(calls.add, mallAdmin, { ...plan, groupIds: [group.id], leadDays: 90 });
    expect(await duesOf(added.id)).toHaveLength(1);
    await server.asOwner((sql) => sql`update devices set group_id = ${group.id} where id = ${id}`);
    await advance(3_700_000);
    const { version } = added;
    const rest = { ...plan, id: added.id, version, groupIds: [group.id], active: false };
    await server.ok(calls.update, mallAdmin, rest);
    await run();
    expect(await ordersOf(id)).toEqual([]);
    await server.ok(calls.update, mallAdmin, { ...rest, version: version + 1, active: true, leadDays: 90 });
    await server.asOwner(
      (sql) => sql`update devices set group_id = null where group_id = ${group.id} and id <> ${id}`,
    );
    await advance(3_700_000);
    await run();
    expect((await duesOf(added.id)).map(({ device }) => device.id)).toEqual([id]);
    expect(await ordersOf(id)).toHaveLength(1);
  });

  test('names a foreign robot, site or group like a missing one', async () => {
    const foreign = await server.aDevice({ companyId: companyIds.other });
    for (const targets of [{ deviceIds: [foreign.id] }, { siteIds: [newId()] }, { groupIds: [newId()] }])
      expect((await server.send(calls.add, mallAdmin, { ...plan, ...targets })).code).toBe(
        errors.notFound.code,
      );
  });
});
