import { taskReports } from '../../entities/work/report-table.ts';
import type { runs } from '../../entities/work/run-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';

type Report = Partial<typeof taskReports.$inferInsert>;
type Run = Pick<typeof runs.$inferSelect, 'id' | 'companyId' | 'deviceId'>;

/** Builds a report and its run. */
export const reportBuilder =
  (
    db: Db,
    now: Clock,
    companyId: string,
    aRun: (overrides: Partial<typeof runs.$inferInsert>) => Promise<Run>,
  ) =>
  async (overrides: Report = {}) => {
    const run = await aRun({
      companyId: overrides.companyId ?? companyId,
      mapId: overrides.mapId ?? null,
      ...(overrides.deviceId && { deviceId: overrides.deviceId }),
      ...(overrides.id && { id: overrides.id }),
    });
    const at = now().toISOString();
    const lists = { areas: [], phases: [], pauses: [], alarmIds: [], consumables: [], coverageFiles: [] };
    const row = {
      id: run.id,
      companyId: run.companyId,
      deviceId: run.deviceId,
      result: 'SUCCESS' as const,
      code: '',
      startedAt: at,
      endedAt: at,
      receivedAt: at,
      ...lists,
      ...overrides,
    };
    const [report] = await inScope(db, '*', (tx) => tx.insert(taskReports).values(row).returning());
    return report!;
  };
