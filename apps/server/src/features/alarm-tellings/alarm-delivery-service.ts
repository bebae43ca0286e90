import { permissions } from '@sweepline/contract';
import { and, asc, eq, lte } from 'drizzle-orm';
import { alarms } from '../../entities/devices/alarm-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { companies } from '../../entities/people/company-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { mailNotice } from '../notices/notice-telling-service.ts';
import { notify } from '../notices/notice-service.ts';
import { receiverOf } from '../notices/receiver-service.ts';
import { alarmRuleOf } from './alarm-setting-read.ts';
import type { TellingDeps } from './alarm-step-service.ts';
import { isSettled } from './escalation-rules.ts';
import { alarmDeliveries, type AlarmDelivery } from './escalation-table.ts';

const minuteMs = 60_000;

interface Due {
  delivery: AlarmDelivery;
  alarm: typeof alarms.$inferSelect;
  device: typeof devices.$inferSelect;
}

async function takeDue(tx: Tx, now: Date): Promise<Due | undefined> {
  const [row] = await tx
    .select({ delivery: alarmDeliveries, alarm: alarms, device: devices })
    .from(alarmDeliveries)
    .innerJoin(alarms, eq(alarms.id, alarmDeliveries.alarmId))
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .where(and(eq(alarmDeliveries.state, 'WAITING'), lte(alarmDeliveries.dueAt, now.toISOString())))
    .orderBy(asc(alarmDeliveries.dueAt), asc(alarmDeliveries.id))
    .limit(1)
    .for('update', { of: alarmDeliveries, skipLocked: true });
  return row;
}

/** The notice of an alarm. A later step says for how long it has stood. */
function contentOf({ delivery, alarm, device }: Due, now: Date) {
  const name = device.nickname || device.sn;
  const params = { name, alarm: [alarm.code, alarm.text].filter(Boolean).join(' ') };
  if (delivery.step === 1 && delivery.repetition === 0) return { template: 'alarmRaised' as const, params };
  const span = Math.max(0, Math.floor((now.getTime() - Date.parse(alarm.raisedAt)) / minuteMs));
  return { template: 'alarmWaits' as const, params: { ...params, span } };
}

/** All who may see the company above, without naming anyone there. */
async function notifyParent(tx: Tx, { bus, now }: TellingDeps, due: Due): Promise<void> {
  const { alarm, delivery } = due;
  const [company] = await tx
    .select({ parentId: companies.parentId })
    .from(companies)
    .where(eq(companies.id, alarm.companyId));
  if (!company?.parentId) return;
  await notify(tx, bus, now, {
    ...contentOf(due, now()),
    kind: 'device',
    companyId: company.parentId,
    deviceId: alarm.deviceId,
    about: { kind: 'device', id: alarm.deviceId },
    occasion: `alarm/${delivery.id}`,
  });
}

type Outcome = Pick<AlarmDelivery, 'state' | 'reason'>;
const skipped = (reason: string): Outcome => ({ state: 'SKIPPED', reason });

/** Hands a delivery over, or says why not. Right, company and state of the alarm are those of this moment. */
async function deliver(tx: Tx, deps: TellingDeps, due: Due): Promise<Outcome> {
  const { delivery, alarm, device } = due;
  const now = deps.now();
  const { code, type, companyId } = alarm;
  const rule = await alarmRuleOf(tx, { companyId, code, type, model: device.model, now });
  const isShelved = alarm.shelvedUntil !== null && Date.parse(alarm.shelvedUntil) > now.getTime();
  if (isShelved || !rule.isTold || isSettled(alarm, rule.policy)) return skipped('OVER');
  if (delivery.accountId === null) {
    await notifyParent(tx, deps, due);
    return { state: 'SENT', reason: '' };
  }
  const receiver = await receiverOf(tx, delivery.accountId, device.companyId, permissions.alarmList);
  if (!receiver) return skipped('NO_RIGHT');
  if (delivery.channel === 'MAIL' && receiver.account.email === '')
    return { state: 'GAVE_UP', reason: 'NO_ADDRESS' };
  const notice = {
    ...contentOf(due, now),
    companyId,
    deviceId: device.id,
    accountId: receiver.account.id,
    about: { kind: 'device' as const, id: device.id },
    occasion: `alarm/${delivery.id}`,
  };
  if (delivery.channel === 'BELL') await notify(tx, deps.bus, deps.now, { ...notice, kind: 'device' });
  else await mailNotice(tx, deps.now, { ...notice, id: delivery.id, permission: permissions.alarmList });
  return { state: 'SENT', reason: '' };
}

const deliverOne = (deps: TellingDeps): Promise<boolean> =>
  inScope(deps.db, '*', async (tx) => {
    const due = await takeDue(tx, deps.now());
    if (!due) return false;
    const outcome = await deliver(tx, deps, due);
    await tx.update(alarmDeliveries).set(outcome).where(eq(alarmDeliveries.id, due.delivery.id));
    return true;
  });

/** Hands over every delivery that is due. Mails are sent by the job of notices. */
export async function deliverTellings(deps: TellingDeps): Promise<void> {
  while (await deliverOne(deps));
}
