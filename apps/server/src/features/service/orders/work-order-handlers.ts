import { levelOfAlarm, faultTypeOf, workOrderCalls, workOrderStates, type Input } from '@sweepline/contract';
import { count, isNotNull, sql } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { find } from '../../../platform/db/page.ts';
import { checkExportPeriod } from '../../../platform/documents/export-period.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { checkFilterRecords } from '../../work/reports/report-named-service.ts';
import { listTechnicians } from './technician-list.ts';
import { changeWorkOrder } from './work-order-change-service.ts';
import { createWorkOrder, openOrderOf, type OrderWriter } from './work-order-create-service.ts';
import { readWorkOrder } from './work-order-detail.ts';
import { exportWorkOrders } from './work-order-export.ts';
import { workOrderFilter } from './work-order-filter.ts';
import { isOrderSuggested } from './rule/order-suggestion.ts';
import { readWorkOrders } from './work-order-rows.ts';
import { orderIdentityOf } from '../../../entities/service/work-order-number-service.ts';

type Add = Input<(typeof workOrderCalls)['add']>;
type Update = Input<(typeof workOrderCalls)['update']>;

/** Levels by urgency, not by their names. */
const levelRank = sql`array_position(array['GENERAL','SERIOUS','FATAL'], ${workOrders.level})`;
const sortable = {
  submittedAt: workOrders.submittedAt,
  updatedAt: workOrders.updatedAt,
  resolvedAt: workOrders.resolvedAt,
  resolveBy: workOrders.resolveBy,
  appointment: workOrders.appointmentFrom,
  level: levelRank,
  number: workOrders.number,
};

export const writerOf = ({ db, services, now, account }: Ctx): OrderWriter => ({
  db,
  bus: services.bus,
  now,
  by: account,
});

async function summary(ctx: Ctx, input: Input<(typeof workOrderCalls)['summary']>) {
  await checkFilterRecords(ctx.db, input);
  const { state: _state, ...filters } = input;
  const where = workOrderFilter(ctx, filters);
  const late = workOrderFilter(ctx, { ...filters, late: true });
  const { db, account } = ctx;
  const [states, [row], [missed]] = await Promise.all([
    db
      .select({ state: workOrders.state, count: count() })
      .from(workOrders)
      .where(where)
      .groupBy(workOrders.state),
    db
      .select({
        waiting: count(sql`case when ${isNotNull(workOrders.waitingFor)} then 1 end`),
        mine: count(
          sql`case when ${workOrders.assigneeId} = ${account.id} and ${workOrders.state} <> 'RESOLVED' then 1 end`,
        ),
        unverified: count(sql`case when ${workOrders.verification} = 'WAITING' then 1 end`),
      })
      .from(workOrders)
      .where(where),
    db.select({ late: count() }).from(workOrders).where(late),
  ]);
  return {
    states: workOrderStates.map((state) => ({
      state,
      count: states.find((it) => it.state === state)?.count ?? 0,
    })),
    waiting: row?.waiting ?? 0,
    mine: row?.mine ?? 0,
    unverified: row?.unverified ?? 0,
    late: missed?.late ?? 0,
  };
}

/** The alarm that an order names; it must be one of its robot. */
async function alarmOf({ db }: Ctx, { alarmId, deviceId }: Pick<Add, 'alarmId' | 'deviceId'>) {
  if (alarmId === null) return null;
  const alarm = await find(db, alarms, alarmId);
  if (deviceId !== null && alarm.deviceId !== deviceId) throw wrongField('alarmId', 'ALARM_OF_OTHER_ROBOT');
  return alarm;
}

async function add(ctx: Ctx, input: Add) {
  const { db, account } = ctx;
  const { alarmId: _alarm, deviceId, siteId, companyId, ...fields } = input;
  const alarm = await alarmOf(ctx, input);
  const ownDevice = deviceId ?? alarm?.deviceId ?? null;
  const site = siteId === null ? null : await find(db, sites, siteId);
  if (ownDevice === null && companyId) await findCompany(db, companyId);
  const { order, isNew } = await createWorkOrder(writerOf(ctx), {
    ...fields,
    companyId: site?.companyId ?? companyId ?? account.companyId,
    deviceId: ownDevice,
    siteId,
    alarm: alarm && { id: alarm.id, code: alarm.code },
    origin: alarm ? 'ALARM' : 'PERSON',
    faultType: alarm && fields.faultType === 'OTHER' ? faultTypeOf(alarm.code) : fields.faultType,
  });
  return { ...(await readWorkOrder(ctx, order.id)), isNew };
}

async function update(ctx: Ctx, { id, version, ...fields }: Update) {
  await changeWorkOrder(writerOf(ctx), id, (order) => {
    const changed = Object.entries(fields).filter(
      ([name, value]) => value !== undefined && order[name as keyof typeof fields] !== value,
    );
    const changes = Object.fromEntries(changed) as Record<string, string>;
    return { version, from: ['SUBMITTED', 'PROCESSING'], changes, event: { kind: 'CHANGED', changes } };
  });
  return await readWorkOrder(ctx, id);
}

export const workOrderAnswers = answer(workOrderCalls, {
  list: (ctx, input) => {
    const order = orderBy(sortable, input.sort ?? '-submittedAt', workOrders.id);
    return readWorkOrders(ctx, workOrderFilter(ctx, input), input, order);
  },
  summary,
  detail: (ctx, { id }) => readWorkOrder(ctx, id),

  propose: async ({ db, now }, { alarmId }) => {
    const alarm = await find(db, alarms, alarmId);
    const open = await openOrderOf(db, alarm.deviceId, alarm.code);
    return {
      open: open ? await orderIdentityOf(db, open) : null,
      type: 'FAULT' as const,
      level: levelOfAlarm(alarm.effectiveLevel),
      faultType: faultTypeOf(alarm.code),
      isSuggested: !open && (await isOrderSuggested(db, alarm, now())),
    };
  },

  add,
  update,
  technicians: (ctx, input) => listTechnicians(ctx, input),

  export: async (ctx, input) => {
    checkExportPeriod(input);
    return await exportWorkOrders(ctx, input);
  },
});
