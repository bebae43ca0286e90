import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { noticeRulesOf } from '../../../entities/people/notice-setting-service.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { scheduleStarts } from '../../../entities/work/schedule-table.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { tell } from './notice-telling-service.ts';

interface Needs {
  db: Db;
  bus: Bus;
  now: Clock;
}

/** Starts that were missed earlier get no notice any more: the next one is due. */
const oldMs = 86_400_000;
/** Starts of one transaction. */
const batchSize = 200;

/** Missed starts of the last day that are not decided yet, oldest first. Two runs at the same time get different rows. */
const undecided = (tx: Tx, now: Date) =>
  tx
    .select({
      start: scheduleStarts,
      task: tasks.name,
      taskState: tasks.state,
      name: sql<string>`coalesce(nullif(${devices.nickname}, ''), ${devices.sn})`,
      // The robot began by itself and reported late.
      hasRun: sql<boolean>`exists (select 1 from ${runs} where ${runs.id} = ${scheduleStarts.runId} and ${runs.deviceId} = ${scheduleStarts.deviceId})`,
    })
    .from(scheduleStarts)
    .innerJoin(devices, eq(devices.id, scheduleStarts.deviceId))
    .innerJoin(tasks, eq(tasks.id, scheduleStarts.taskId))
    .where(
      and(
        eq(scheduleStarts.state, 'MISSED'),
        isNull(scheduleStarts.toldAt),
        gt(scheduleStarts.dueAt, new Date(now.getTime() - oldMs).toISOString()),
      ),
    )
    .orderBy(asc(scheduleStarts.dueAt), asc(scheduleStarts.id))
    .limit(batchSize)
    .for('update', { of: scheduleStarts, skipLocked: true });

/** Tells of some missed starts, and returns whether there may be more. */
const tellSome = ({ db, bus, now }: Needs): Promise<boolean> =>
  inScope(db, '*', async (tx) => {
    const rows = await undecided(tx, now());
    if (rows.length === 0) return false;
    const rules = await noticeRulesOf(
      tx,
      rows.map(({ start }) => start.companyId),
    );
    for (const { start, task, taskState, name, hasRun } of rows) {
      const rule = rules.get(start.companyId);
      const isActive = taskState !== 'DELETED' && taskState !== 'DISABLED';
      if (!rule?.runEnds.includes('MISSED') || hasRun || !isActive) continue;
      const { companyId, deviceId } = start;
      const about = { kind: 'device' as const, id: deviceId };
      const content = { template: 'startMissed' as const, params: { name, task } };
      const occasion = `missed/${start.id}`;
      await tell(tx, { bus, now }, { companyId, deviceId, about, ...content, occasion }, rule.runTelling);
    }
    const ids = rows.map(({ start }) => start.id);
    await tx
      .update(scheduleStarts)
      .set({ toldAt: now().toISOString() })
      .where(inArray(scheduleStarts.id, ids));
    return rows.length === batchSize;
  });

/** Tells of planned starts that did not happen, where companies have chosen it. */
export async function noticeMissedStarts(needs: Needs): Promise<void> {
  while (await tellSome(needs));
}

export const missedStartJob = (needs: Needs): Job => ({
  name: 'notices.missedStarts',
  everySeconds: 60,
  run: () => noticeMissedStarts(needs),
});
