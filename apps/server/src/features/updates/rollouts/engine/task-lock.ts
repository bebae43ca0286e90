import { eq } from 'drizzle-orm';
import {
  otaStages,
  otaTasks,
  type OtaStageRow,
  type OtaTaskRow,
} from '../../../../entities/updates/ota-task-table.ts';
import type { Tx } from '../../../../platform/db/db.ts';

/** The task, locked until the end of the transaction: every change of its records happens under this lock. */
export async function lockTask(
  tx: Tx,
  id: string,
  { skipLocked = false } = {},
): Promise<OtaTaskRow | undefined> {
  const query = tx.select().from(otaTasks).where(eq(otaTasks.id, id));
  const [task] = await (skipLocked ? query.for('update', { skipLocked }) : query.for('update'));
  return task;
}

export const stagesOf = (tx: Tx, taskId: string): Promise<OtaStageRow[]> =>
  tx.select().from(otaStages).where(eq(otaStages.taskId, taskId)).orderBy(otaStages.stage);
