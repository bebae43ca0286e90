import { deviceScoreCalls, scoreDays, type DeviceScore } from '@sweepline/contract';
import { and, eq, gte, sql } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible, inValues } from '../../../platform/db/page.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';

const dayMs = 86_400_000;

/**
 * The cleaned share of the planned area without its no-go areas per device over the last days. One device outside the scope refuses the whole
 * list.
 */
async function scoresOf(db: Tx, ids: readonly string[], now: Date): Promise<DeviceScore[]> {
  const { cleanableM2, cleanedM2, startedAt, deviceId } = taskReports;
  const since = new Date(now.getTime() - scoreDays * dayMs).toISOString();
  // Runs without both values are excluded. The cleaned area is limited to the planned one.
  const whole = sql`${cleanableM2} > 0 and ${cleanedM2} is not null`;
  const sums = db
    .select({
      deviceId,
      runs: sql<number>`count(*)`.mapWith(Number).as('runs'),
      cleanedM2: sql<number>`sum(least(${cleanedM2}, ${cleanableM2}))`.mapWith(Number).as('cleaned'),
      plannedM2: sql<number>`sum(${cleanableM2})`.mapWith(Number).as('planned'),
    })
    .from(taskReports)
    .where(and(visible(db, taskReports), inValues(deviceId, ids), gte(startedAt, since), whole))
    .groupBy(deviceId)
    .as('sums');
  const rows = await db
    .select({ id: devices.id, runs: sums.runs, cleanedM2: sums.cleanedM2, plannedM2: sums.plannedM2 })
    .from(devices)
    .leftJoin(sums, eq(sums.deviceId, devices.id))
    .where(and(visible(db, devices), inValues(devices.id, ids)));
  if (rows.length < new Set(ids).size) throw new Refusal('notFound');
  return rows.map(({ id, runs, cleanedM2: cleaned, plannedM2: planned }) => ({
    id,
    runs: runs ?? 0,
    cleanedM2: cleaned ?? 0,
    plannedM2: planned ?? 0,
    score: planned ? Math.round((1000 * (cleaned ?? 0)) / planned) / 10 : null,
  }));
}

export const deviceScoreAnswers = answer(deviceScoreCalls, {
  scores: async ({ db, now }, { ids }) => ({ list: await scoresOf(db, ids, now()) }),
});
