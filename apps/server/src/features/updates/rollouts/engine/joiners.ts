import { getTableName, sql } from 'drizzle-orm';
import { devices } from '../../../../entities/devices/device-table.ts';
import { otaRecords, type OtaTaskRow } from '../../../../entities/updates/ota-task-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { addRecords, asTaskCompany } from '../task-store.ts';
import { planTargets } from '../targets/target-plan.ts';

/** Robots come to match seldom, and looking for them reads all that are selected. */
export const joinersEveryMs = 60_000;

/** Whether it is time to look for robots that came to match. */
export const isJoinerTime = ({ plan, joinersAt, deadline, kind }: OtaTaskRow, nowMs: number): boolean =>
  plan.lateJoiners &&
  kind === 'UPDATE' &&
  nowMs < Date.parse(deadline) &&
  (joinersAt === null || nowMs - Date.parse(joinersAt) >= joinersEveryMs);

/** Adds the robots that match now and have no record of the task to its last stage. Returns their number. */
export async function addJoiners(db: Tx, task: OtaTaskRow, now: Date): Promise<number> {
  const at = now.toISOString();
  const isNew = sql`not exists (select from ${sql.raw(getTableName(otaRecords))} r
    where r.task_id = ${task.id} and r.device_id = ${sql.raw(`${getTableName(devices)}.id`)})`;
  return await asTaskCompany(db, task, async (own) => {
    const { targets } = await planTargets(own, task.plan, isNew);
    return await addRecords(own, task, targets, { at, lastStage: task.plan.stages.length - 1 });
  });
}
