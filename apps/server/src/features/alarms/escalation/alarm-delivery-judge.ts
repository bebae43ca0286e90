import { permissions } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import type { alarms } from '../../../entities/alarms/alarm-table.ts';
import type { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { receiverOf } from '../../people/notices/receiver-service.ts';
import { alarmRuleOf } from './alarm-setting-read.ts';
import { isSettled } from './escalation-rules.ts';
import type { AlarmDelivery } from './escalation-table.ts';

/** A delivery with its alarm and robot. */
export interface Due {
  delivery: AlarmDelivery;
  alarm: typeof alarms.$inferSelect;
  device: typeof devices.$inferSelect;
}

/** The company that the notice belongs to, or why nothing is sent. */
export type Verdict = { companyId: string } | 'OVER' | 'NO_RIGHT' | 'NO_ADDRESS';

/** Reads once per key: the deliveries of a storm have the same rules and receivers. */
function once<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const found = new Map<string, Promise<T>>();
  return (key) => {
    const value = found.get(key) ?? read(key);
    found.set(key, value);
    return value;
  };
}
const keyOf = (...parts: string[]) => JSON.stringify(parts);
const partsOf = (key: string) => JSON.parse(key) as [string, string, string, string];

/** Judges deliveries of one transaction. Right, company and state of the alarm are those of this moment. */
export function createAlarmJudge(tx: Tx, now: Date): (due: Due) => Promise<Verdict> {
  const ruleOf = once((key) => {
    const [companyId, code, type, model] = partsOf(key);
    return alarmRuleOf(tx, { companyId, code, type, model, now });
  });
  const receiver = once((key) => {
    const [accountId, companyId] = partsOf(key);
    return receiverOf(tx, accountId, companyId, permissions.alarmList);
  });
  const parentOf = once(async (id) => {
    const [company] = await tx
      .select({ parentId: companies.parentId })
      .from(companies)
      .where(eq(companies.id, id));
    return company?.parentId ?? null;
  });
  return async ({ delivery, alarm, device }) => {
    const { companyId, code, type } = alarm;
    const rule = await ruleOf(keyOf(companyId, code, type, device.model));
    const isShelved = alarm.shelvedUntil !== null && Date.parse(alarm.shelvedUntil) > now.getTime();
    if (isShelved || !rule.isTold || isSettled(alarm, rule.policy)) return 'OVER';
    if (delivery.accountId === null) {
      // All who may see the company above, without naming anyone there.
      const parentId = await parentOf(companyId);
      return parentId === null ? 'NO_RIGHT' : { companyId: parentId };
    }
    const found = await receiver(keyOf(delivery.accountId, device.companyId));
    if (!found) return 'NO_RIGHT';
    return delivery.channel === 'MAIL' && found.account.email === '' ? 'NO_ADDRESS' : { companyId };
  };
}
