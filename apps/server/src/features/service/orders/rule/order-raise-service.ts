import { foreignCode, levelOfAlarm, lookup } from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import { getTableName } from 'drizzle-orm';
import { alarmSettingOf } from '../../../../entities/alarms/alarm-setting-service.ts';
import { alarmSettings } from '../../../../entities/alarms/alarm-setting-table.ts';
import { alarms } from '../../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { isServedDevice } from '../../../../entities/figures/need-source.ts';
import { workOrders } from '../../../../entities/service/work-order-table.ts';
import { inScope, type Db } from '../../../../platform/db/db.ts';
import type { Clock } from '../../../../platform/runtime/clock.ts';
import type { Bus } from '../../../../platform/socket/bus.ts';
import { changeWorkOrder } from '../work-order-change-service.ts';
import { createWorkOrder, type OrderWriter } from '../work-order-create-service.ts';
import { rememberAlarm } from './alarm-order-service.ts';
import { alarmOrders } from './alarm-order-table.ts';

interface RaiseDeps {
  db: Db;
  bus: Bus;
  now: Clock;
}

interface DueAlarm {
  id: string;
  deviceId: string;
  companyId: string;
  code: string;
  type: string;
  text: string;
  level: number;
}

const setting = alarmSettingOf({
  companyId: 'a.company_id',
  code: 'a.code',
  errorType: `case a.code when '${foreignCode}' then a.type else '' end`,
  model: 'v.model',
  now: '$1::timestamptz',
});

/**
 * The alarm that has stood the longest of those that are due; two servers take different ones. Only codes with a rule are looked up.
 * While the fix of an earlier order is being verified, the verification reopens that order instead.
 */
const dueAlarm = `select a.id, a.device_id as "deviceId", a.company_id as "companyId", a.code, a.type, a.text, a.effective_level as level
  from ${getTableName(alarms)} a
  join ${getTableName(devices)} v on v.id = a.device_id and v.company_id = a.company_id and ${isServedDevice('v')}
  cross join lateral ${setting} s
  where a.cleared_at is null and a.processed_at is null and a.cause_id is null
    and coalesce(a.shelved_until <= $1::timestamptz, true)
    and a.code in (select r.code from ${getTableName(alarmSettings)} r where r.order_mode = 'AUTO')
    and not exists (select from ${getTableName(alarmOrders)} o where o.alarm_id = a.id)
    and not exists (select from ${getTableName(workOrders)} w where w.device_id = a.device_id and w.alarm_code = a.code
      and w.verification = 'WAITING')
    and s.order_mode = 'AUTO' and a.raised_at + s.order_after_minutes * interval '1 minute' <= $1::timestamptz
  order by a.raised_at, a.id limit 1 for update of a skip locked`;

/** The protocol's English name; the console translates by the code. */
const nameOf = ({ code, type }: DueAlarm): string =>
  (code === foreignCode ? type : undefined) || lookup(alarmCodes, code)?.text || code;

/** Makes the order of an alarm, or notes the alarm in the open order of the same robot and code. */
async function raiseOrder(writer: OrderWriter, alarm: DueAlarm): Promise<void> {
  const { id, deviceId, companyId, code, text, level } = alarm;
  const name = nameOf(alarm);
  const { order, isNew } = await createWorkOrder(writer, {
    deviceId,
    alarm: { id, code },
    origin: 'RULE',
    name: name.slice(0, 100),
    type: 'FAULT',
    level: levelOfAlarm(level),
    description: [...new Set([`${code} ${name}`, text])].filter(Boolean).join('\n'),
  });
  if (isNew) return;
  await changeWorkOrder(writer, order.id, { event: { kind: 'REPORTED_AGAIN', changes: { alarm: code } } });
  await rememberAlarm(writer, { id, companyId }, order.id);
}

const raiseOne = ({ db, bus, now }: RaiseDeps): Promise<boolean> =>
  inScope(db, '*', async (tx) => {
    const [alarm] = await tx.raw<DueAlarm>(dueAlarm, [now().toISOString()]);
    if (!alarm) return false;
    await raiseOrder({ db: tx, bus, now, by: null }, alarm);
    return true;
  });

/** Makes the orders of alarms that have stood for the time of their rule. */
export async function raiseOrders(deps: RaiseDeps): Promise<void> {
  while (await raiseOne(deps));
}
