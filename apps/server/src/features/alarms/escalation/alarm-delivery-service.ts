import { and, asc, eq, inArray, lte } from 'drizzle-orm';
import { permissions } from '@sweepline/contract';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { inScope, type Tx } from '../../../platform/db/db.ts';
import { mailGroup, notifyGroup } from '../../people/notices/notice-group-service.ts';
import { createAlarmJudge, type Due, type Verdict } from './alarm-delivery-judge.ts';
import type { TellingDeps } from './alarm-step-service.ts';
import { alarmDeliveries, type AlarmDelivery } from './escalation-table.ts';

const minuteMs = 60_000;
/** Deliveries of one transaction. */
const batchSize = 500;

/** The oldest due deliveries, locked: two runs at the same time get different ones. */
const takeDue = (tx: Tx, now: Date): Promise<Due[]> =>
  tx
    .select({ delivery: alarmDeliveries, alarm: alarms, device: devices })
    .from(alarmDeliveries)
    .innerJoin(alarms, eq(alarms.id, alarmDeliveries.alarmId))
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .where(and(eq(alarmDeliveries.state, 'WAITING'), lte(alarmDeliveries.dueAt, now.toISOString())))
    .orderBy(asc(alarmDeliveries.dueAt), asc(alarmDeliveries.id))
    .limit(batchSize)
    .for('update', { of: alarmDeliveries, skipLocked: true });

/** The notice of an alarm, or of several. A later step says for how long one has stood. */
function contentOf({ delivery, alarm, device }: Due, now: Date, count: number) {
  const name = device.nickname || device.sn;
  const params = { name, alarm: [alarm.code, alarm.text].filter(Boolean).join(' ') };
  const isFirst = delivery.step === 1 && delivery.repetition === 0;
  if (count > 1)
    return {
      template: isFirst ? ('alarmsRaised' as const) : ('alarmsWait' as const),
      params: { ...params, count: `${count}` },
    };
  if (isFirst) return { template: 'alarmRaised' as const, params };
  const span = Math.max(0, Math.floor((now.getTime() - Date.parse(alarm.raisedAt)) / minuteMs));
  return { template: 'alarmWaits' as const, params: { ...params, span } };
}

/** Deliveries that are one notice: of one code, step and reminder, about one company, to one receiver and channel. */
interface DeliveryGroup {
  key: string;
  /** The company that the notice belongs to. */
  companyId: string;
  dues: Due[];
}

/** An alarm is in a group once, because a delivery is unique by round, step and reminder. */
const groupNameOf = ({ delivery: { round, step, repetition }, alarm: { code, type } }: Due) =>
  JSON.stringify([code, type, round, step, repetition]);

function groupsOf(told: readonly { due: Due; companyId: string }[]): DeliveryGroup[] {
  const groups = new Map<string, DeliveryGroup>();
  for (const { due, companyId } of told) {
    const { accountId, channel } = due.delivery;
    const key = JSON.stringify([accountId, channel, companyId, groupNameOf(due)]);
    const group = groups.get(key) ?? { key, companyId, dues: [] };
    group.dues.push(due);
    groups.set(key, group);
  }
  // Every server locks groups in the same order.
  return [...groups.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

const settle = (tx: Tx, dues: readonly Due[], set: Partial<AlarmDelivery>): Promise<unknown> =>
  tx
    .update(alarmDeliveries)
    .set(set)
    .where(
      inArray(
        alarmDeliveries.id,
        dues.map(({ delivery }) => delivery.id),
      ),
    );

async function deliverGroup(tx: Tx, deps: TellingDeps, { companyId, dues }: DeliveryGroup): Promise<void> {
  const [first, last] = [dues[0]!, dues.at(-1)!];
  const { id, accountId, channel } = first.delivery;
  const notice = {
    id,
    occasion: `alarm/${id}`,
    companyId,
    accountId,
    group: groupNameOf(first),
    count: dues.length,
    contentOf: (count: number) => contentOf(last, deps.now(), count),
    deviceId: last.device.id,
    alarmId: last.alarm.id,
  };
  if (channel === 'BELL' || accountId === null) {
    await settle(tx, dues, { state: 'SENT', noticeId: await notifyGroup(tx, deps, notice) });
    return;
  }
  const mail = await mailGroup(tx, deps.now, { ...notice, accountId, permission: permissions.alarmList });
  // Whether the alarms still stand is asked again then.
  await settle(tx, dues, 'id' in mail ? { state: 'SENT', noticeId: mail.id } : { dueAt: mail.notBefore });
}

const deliverSome = (deps: TellingDeps): Promise<boolean> =>
  inScope(deps.db, '*', async (tx) => {
    const due = await takeDue(tx, deps.now());
    const judge = createAlarmJudge(tx, deps.now());
    const verdicts: { due: Due; verdict: Verdict }[] = [];
    for (const one of due) verdicts.push({ due: one, verdict: await judge(one) });
    for (const reason of ['OVER', 'NO_RIGHT', 'NO_ADDRESS'] as const) {
      const refused = verdicts.filter(({ verdict }) => verdict === reason).map((entry) => entry.due);
      const state = reason === 'NO_ADDRESS' ? 'GAVE_UP' : 'SKIPPED';
      if (refused.length > 0) await settle(tx, refused, { state, reason });
    }
    const accepted = verdicts.flatMap(({ due: one, verdict }) =>
      typeof verdict === 'string' ? [] : [{ due: one, companyId: verdict.companyId }],
    );
    for (const group of groupsOf(accepted)) await deliverGroup(tx, deps, group);
    return due.length === batchSize;
  });

/** Hands over every delivery that is due. Mails are sent by the job of notices. */
export async function deliverTellings(deps: TellingDeps): Promise<void> {
  while (await deliverSome(deps));
}
