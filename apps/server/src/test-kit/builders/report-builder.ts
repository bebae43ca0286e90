import { taskReports } from '../../features/task-reports/report-table.ts';
import type { runs } from '../../features/tasks/run-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';

type Report = Partial<typeof taskReports.$inferInsert>;
type Run = Pick<typeof runs.$inferSelect, 'id' | 'companyId' | 'deviceId'>;

/** A report with the run it is of. */
export const reportBuilder =
  (db: Db, now: Clock, companyId: string, aRun: (given: Partial<typeof runs.$inferInsert>) => Promise<Run>) =>
  async (given: Report = {}) => {
    const run = await aRun({
      companyId: given.companyId ?? companyId,
      mapId: given.mapId ?? null,
      ...(given.deviceId && { deviceId: given.deviceId }),
      ...(given.id && { id: given.id }),
    });
    const at = now().toISOString();
    const lists = { areas: [], phases: [], pauses: [], alarmIds: [], consumables: [], coverageFiles: [] };
    const row = {
      ...{ id: run.id, companyId: run.companyId, deviceId: run.deviceId },
      ...{ result: 'SUCCESS' as const, code: '', startedAt: at, endedAt: at, receivedAt: at },
      ...{ ...lists, ...given },
    };
    const [made] = await inScope(db, '*', (tx) => tx.insert(taskReports).values(row).returning());
    return made!;
  };
