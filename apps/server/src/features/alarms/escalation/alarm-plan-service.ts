import { and, inArray, isNull, sql } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { takeNewAlarms, type NewAlarm } from './alarm-setting-read.ts';
import { alarmTellings } from './escalation-table.ts';

/** Alarms of one transaction. */
const batchSize = 500;

/** Whether more follows than what the raise has told already. An alarm that another one brought about stands under its cause. */
const hasMore = ({ isTold, toldAt, causeId, tellAfterS, receivers, policyId }: NewAlarm): boolean =>
  isTold &&
  causeId === null &&
  ((toldAt === null && tellAfterS > 0) ||
    policyId !== null ||
    (receivers !== null && receivers.accountIds.length + receivers.roleIds.length > 0));

/** When an alarm is first told: after it has stood for its time, and after a shelf. Its true age counts, so a late one is not delayed. */
function firstAt({ raisedAt, arrivedAt, tellAfterS, shelvedUntil }: NewAlarm): string {
  const stood = new Date(raisedAt).getTime() + tellAfterS * 1_000;
  const times = [new Date(arrivedAt).getTime(), stood, shelvedUntil ? new Date(shelvedUntil).getTime() : 0];
  return new Date(Math.max(...times)).toISOString();
}

const planSome = (db: Db, now: Date): Promise<boolean> =>
  inScope(db, '*', async (tx) => {
    const rows = await takeNewAlarms(tx, batchSize, now);
    if (rows.length === 0) return false;
    await tx
      .update(alarms)
      .set({ plannedAt: now.toISOString() })
      .where(
        and(
          isNull(alarms.plannedAt),
          inArray(
            alarms.id,
            rows.map(({ id }) => id),
          ),
        ),
      );
    const tellings = rows
      .filter(hasMore)
      .map((row) => ({ companyId: row.companyId, alarmId: row.id, nextAt: firstAt(row) }));
    if (tellings.length > 0) await tx.insert(alarmTellings).values(tellings).onConflictDoNothing();
    return rows.length === batchSize;
  });

/** Begins the telling of alarms again whose shelf ended by time after it had begun. */
const restartShelved = (db: Db, now: Date): Promise<unknown> =>
  inScope(db, '*', (tx) =>
    tx
      .update(alarmTellings)
      .set({
        step: 0,
        repetition: 0,
        startedAt: null,
        nextAt: now.toISOString(),
        round: sql`${alarmTellings.round} + 1`,
      })
      .where(
        sql`${alarmTellings.nextAt} is null and ${alarmTellings.alarmId} in (select ${alarms.id} from ${alarms}
          where ${alarms.shelvedUntil} is not null and ${alarms.clearedAt} is null and ${alarms.shelvedUntil} <= ${now.toISOString()}
            and ${alarms.acknowledgedAt} is null and ${alarms.processedAt} is null)
          and ${alarmTellings.startedAt} < (select ${alarms.shelvedUntil} from ${alarms} where ${alarms.id} = ${alarmTellings.alarmId})`,
      ),
  );

/** Decides for new alarms how people are notified, and begins again after shelves. */
export async function planTellings(db: Db, now: Clock): Promise<void> {
  while (await planSome(db, now()));
  await restartShelved(db, now());
}
