import { assistCodes, orderPictureLimits } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { alarms } from '../../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { snapshotRequests, snapshotRules } from '../../../../entities/remote/snapshot-rule-table.ts';
import { companies } from '../../../../entities/people/company-table.ts';
import { runs } from '../../../../entities/work/run-table.ts';
import { workOrderPictures } from '../../../../entities/service/work-order-event-table.ts';
import { workOrders } from '../../../../entities/service/work-order-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';

/** An alarm has a snapshot by itself only while it is this young: a later picture shows another moment. */
export const youngMs = 120_000;
/** Alarms of one run of the job. The others are due in the next one. */
const maxAlarms = 64;
/** A picture waits this long for the order that its alarm leads to. */
const orderWait = `interval '24 hours'`;
/** A request whose server died is taken up again after this time. */
export const brokenOffMs = 60_000;
const brokenOff = `interval '${brokenOffMs} milliseconds'`;
const young = `interval '${youngMs} milliseconds'`;

/** An alarm whose company wants a snapshot of it. */
export interface DueAlarm {
  id: string;
  companyId: string;
  companyName: string;
  deviceId: string;
  /** The run of the report that gets it too. */
  runId: string | null;
  /** Who answers for the rule. */
  ruleById: string;
}

const dueAlarms = `
  select a.id, a.company_id as "companyId", c.name as "companyName", a.device_id as "deviceId",
    r.updated_by_id as "ruleById", case when r.on_reports then run.id end as "runId"
  from ${getTableName(snapshotRules)} r
  join ${getTableName(companies)} c on c.id = r.company_id
  join ${getTableName(alarms)} a on a.company_id = r.company_id
    and a.raised_at > $1::timestamptz - ${young} and a.raised_at >= r.updated_at
  join ${getTableName(devices)} d on d.id = a.device_id and d.company_id = a.company_id and d.binding = 'ACTIVATED'
  left join ${getTableName(runs)} run on run.id = a.run_id
  left join ${getTableName(snapshotRequests)} q on q.alarm_id = a.id
  where a.source = 'ROBOT' and a.cause_id is null and a.cleared_at is null
    and (a.effective_level >= r.min_level or r.of_assists and a.code = any($2))
    and (q.id is null or q.taken_at is null and q.failure is null and q.asked_at < $1::timestamptz - ${brokenOff})
    and ($3::uuid is null or a.id = $3)
  order by a.raised_at
  limit ${maxAlarms}`;

/** The oldest ones; without `alarmId`, those of all companies. */
export const selectDueAlarms = (db: Tx, now: Date, alarmId: string | null = null): Promise<DueAlarm[]> =>
  db.raw<DueAlarm>(dueAlarms, [now.toISOString(), `{${assistCodes.join(',')}}`, alarmId]);

/** An open order of a robot for the code of an alarm, without the snapshot of the alarm. */
const dueOrders = `
  select o.id as "orderId", q.snapshot_id as "snapshotId"
  from ${getTableName(snapshotRules)} r
  join ${getTableName(snapshotRequests)} q on q.company_id = r.company_id and q.asked_at > $1::timestamptz - ${orderWait}
  join ${getTableName(alarms)} a on a.id = q.alarm_id
  join ${getTableName(workOrders)} o on o.device_id = a.device_id and o.alarm_code = a.code
    and o.company_id = q.company_id and o.state in ('SUBMITTED', 'PROCESSING')
  where r.on_orders and q.snapshot_id is not null
    and not exists (select from ${getTableName(workOrderPictures)} p where p.order_id = o.id and p.client_id = q.snapshot_id)
    and (select count(*) from ${getTableName(workOrderPictures)} p where p.order_id = o.id) < ${orderPictureLimits.perOrder}
  order by q.asked_at
  limit ${maxAlarms}`;

export const selectDueOrders = (all: Tx, now: Date): Promise<{ orderId: string; snapshotId: string }[]> =>
  all.raw(dueOrders, [now.toISOString()]);
