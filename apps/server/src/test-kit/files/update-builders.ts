import { otaPlan, type OtaPlan } from '@sweepline/contract';
import { otaRecords, otaStages, otaTasks } from '../../entities/updates/ota-task-table.ts';
import { deviceVersions } from '../../entities/updates/device-version-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';
import type { packageBuilders } from './package-builders.ts';

interface Others extends Pick<ReturnType<typeof packageBuilders>, 'aPackage'> {
  aDevice(overrides: { companyId: string }): Promise<{ id: string; companyId: string }>;
}

/** Builders of update tasks and their records. The default company is the provider. */
export function updateBuilders(db: Db, now: Clock, { aPackage, aDevice }: Others) {
  /** A running task with one stage and no robot. */
  const anUpdateTask = async (
    overrides: Partial<typeof otaTasks.$inferInsert> & { options?: Partial<OtaPlan> } = {},
  ) => {
    const { options, ...columns } = overrides;
    const { id: packageId, pkgType, version, name: packageName } = await aPackage();
    const deadline = new Date(now().getTime() + 30 * 86_400_000).toISOString();
    const stages = [{ upToPct: 100 }];
    const plan = otaPlan.parse({ name: 'Update', packageId, stages, deadline, ...options });
    return await inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        companyId: companyIds.provider,
        name: plan.name,
        kind: 'UPDATE' as const,
        state: 'RUNNING' as const,
        packageId,
        pkgType,
        packageName,
        version,
        plan,
        force: false,
        deadline,
        stage: 0,
        createdAt: at,
        createdById: newId(),
        by: 'wei',
        startedAt: at,
        updatedAt: at,
        ...columns,
      };
      const [task] = await tx.insert(otaTasks).values(row).returning();
      const { id: taskId, companyId } = task!;
      await tx
        .insert(otaStages)
        .values(
          plan.stages.map((_, stage) => ({ taskId, companyId, stage, startedAt: stage === 0 ? at : null })),
        );
      return task!;
    });
  };

  /** An update of a new robot that waits for its turn, by a task of the same company. */
  const anUpdateRecord = async (overrides: Partial<typeof otaRecords.$inferInsert> = {}) => {
    const companyId = overrides.companyId ?? companyIds.mall;
    const task = await anUpdateTask({ companyId });
    const device = await aDevice({ companyId });
    return await inScope(db, '*', async (tx) => {
      const row = {
        companyId,
        taskId: task.id,
        taskName: task.name,
        deviceId: device.id,
        pkgType: task.pkgType,
        stage: 0,
        rank: 0,
        step: 'READY' as const,
        state: 'INITIALIZING' as const,
        since: now().toISOString(),
        fromVersion: '0.9.0',
        toVersion: task.version,
        way: [task.version],
        wayPackageIds: [task.packageId],
        ...overrides,
      };
      return (await tx.insert(otaRecords).values(row).returning())[0]!;
    });
  };

  /** A robot reported a version of a part. */
  const aVersion = (
    { id: deviceId, companyId }: { id: string; companyId: string },
    after: string,
    part = 'robot',
  ) =>
    inScope(db, '*', (tx) =>
      tx
        .insert(deviceVersions)
        .values({ companyId, deviceId, part, before: null, after, at: now().toISOString() }),
    );

  return { anUpdateTask, anUpdateRecord, aVersion };
}
