import { foreignCode } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { alarmSetting } from '../../../../entities/alarms/alarm-setting-service.ts';
import type { alarms } from '../../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { alarmOrders } from './alarm-order-table.ts';

type AlarmRow = typeof alarms.$inferSelect;

/** Whether the settings of its code suggest an order for an alarm that stands and led to none. */
export async function isOrderSuggested(db: Tx, alarm: AlarmRow, now: Date): Promise<boolean> {
  const { id, companyId, code, type, clearedAt, processedAt, causeId, shelvedUntil } = alarm;
  const isShelved = shelvedUntil !== null && Date.parse(shelvedUntil) > now.getTime();
  if (clearedAt !== null || processedAt !== null || causeId !== null || isShelved) return false;
  const [[device], [made]] = await Promise.all([
    db.select({ model: devices.model }).from(devices).where(eq(devices.id, alarm.deviceId)),
    db.select({ id: alarmOrders.id }).from(alarmOrders).where(eq(alarmOrders.alarmId, id)),
  ]);
  if (made) return false;
  const errorType = code === foreignCode ? type : '';
  const setting = await alarmSetting(db, { companyId, code, errorType, model: device?.model ?? '', now });
  return setting.orderMode !== 'NEVER';
}
