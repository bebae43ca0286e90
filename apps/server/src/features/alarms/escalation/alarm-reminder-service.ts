import { and, eq, gte, isNotNull, isNull } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';
import { alarmRuleOf } from './alarm-setting-read.ts';
import { nextAfter, policyFor } from './escalation-rules.ts';
import { alarmDeliveries, alarmTellings } from './escalation-table.ts';

/** Those of these alarms that have receivers to remind. */
export async function remindedAlarms(db: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: alarmTellings.alarmId })
    .from(alarmTellings)
    .where(and(inValues(alarmTellings.alarmId, ids), visible(db, alarmTellings)));
  return new Set(rows.map(({ id }) => id));
}

/** Plans the next message of alarms whose reminders changed. Minutes count from now; a step of the policy that is earlier stays. */
export async function moveReminders(db: Tx, now: Date, ids: readonly string[]): Promise<void> {
  // The settings may be those of a company above.
  await asSystem(db, async (all) => {
    const rows = await all
      .select({ telling: alarmTellings, alarm: alarms, device: devices })
      .from(alarmTellings)
      .innerJoin(alarms, eq(alarms.id, alarmTellings.alarmId))
      .innerJoin(devices, eq(devices.id, alarms.deviceId))
      // Before its first message the alarm waits for its delay or the end of its shelf.
      .where(and(inValues(alarmTellings.alarmId, ids), isNotNull(alarmTellings.startedAt)))
      .orderBy(alarmTellings.alarmId)
      .for('update', { of: alarmTellings });
    for (const { telling, alarm, device } of rows) {
      const { code, type } = alarm;
      const { companyId, model } = device;
      const { policy } = await alarmRuleOf(all, { companyId, code, type, model, now });
      const nextMs = nextAfter(telling, policyFor(alarm, policy), now.getTime());
      const nextAt = nextMs === undefined ? null : new Date(Math.max(nextMs, now.getTime())).toISOString();
      await all.update(alarmTellings).set({ nextAt }).where(eq(alarmTellings.id, telling.id));
    }
  });
}

/** Tells on where an acknowledgement that was withdrawn had ended it, from messages due since `dueSince`. Whether one is still due is judged then. */
export async function resumeTellings(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  ids: readonly string[],
  dueSince: string,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(alarmTellings)
    .set({ nextAt: now().toISOString() })
    .where(
      and(inValues(alarmTellings.alarmId, ids), isNull(alarmTellings.nextAt), visible(db, alarmTellings)),
    );
  await db
    .update(alarmDeliveries)
    .set({ state: 'WAITING', reason: '' })
    .where(
      and(
        inValues(alarmDeliveries.alarmId, ids),
        eq(alarmDeliveries.state, 'SKIPPED'),
        eq(alarmDeliveries.reason, 'OVER'),
        gte(alarmDeliveries.dueAt, dueSince),
        visible(db, alarmDeliveries),
      ),
    );
}
