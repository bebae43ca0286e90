import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { otaPackages } from '../../../../entities/updates/ota-package-table.ts';
import {
  otaRecords,
  otaTasks,
  siteUpdateWindows,
  type OtaRecordRow,
} from '../../../../entities/updates/ota-task-table.ts';
import { schedules } from '../../../../entities/work/schedule-table.ts';
import { asSystem } from '../../../../platform/db/as-system.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { inValues } from '../../../../platform/db/page.ts';
import { robotZones } from '../robot-zone.ts';
import { inFlight } from '../task-store.ts';
import type { FoundRecord } from './record-read.ts';
import type { WaitFacts } from './record-waits.ts';

/** The next planned run of each robot. */
async function plannedRuns(db: Tx, deviceIds: readonly string[]) {
  const rows = await db
    .selectDistinctOn([schedules.deviceId], {
      deviceId: schedules.deviceId,
      at: schedules.nextDueAt,
      minutes: schedules.minutes,
    })
    .from(schedules)
    .where(
      and(
        inValues(schedules.deviceId, deviceIds),
        eq(schedules.enabled, true),
        isNotNull(schedules.nextDueAt),
      ),
    )
    .orderBy(schedules.deviceId, schedules.nextDueAt);
  return new Map(rows.map(({ deviceId, at, minutes }) => [deviceId, { at: at ?? '', minutes }]));
}

/** The number of updates under way of each task. */
const countFlights = (db: Tx, taskIds: readonly string[]) =>
  db
    .select({ taskId: otaRecords.taskId, count: sql<number>`count(*)::int` })
    .from(otaRecords)
    .where(and(inValues(otaRecords.taskId, taskIds), inFlight))
    .groupBy(otaRecords.taskId);

/** Whether a package that a robot still has to install is not published any more. */
async function unlistedOf(db: Tx, found: readonly FoundRecord[]) {
  const { id, state } = otaPackages;
  const ids = [...new Set(found.flatMap(({ record }) => record.wayPackageIds))];
  const rows = await db
    .select({ id })
    .from(otaPackages)
    .where(and(inValues(id, ids), ne(state, 'PUBLISHED')));
  const unlisted = new Set(rows.map((row) => row.id));
  return ({ wayPackageIds, wayIndex }: OtaRecordRow) =>
    wayPackageIds.slice(wayIndex).some((packageId) => unlisted.has(packageId));
}

/**
 * What the waits of records depend on beyond their rows. It is read as the system: a task belongs to the company that started it, and
 * the companies below see the state that their robot waits for, and nothing else of it.
 */
export async function readWaitFacts(db: Tx, found: readonly FoundRecord[], nowMs: number) {
  const open = found.filter(({ record }) => record.step !== 'ENDED');
  if (open.length === 0) return () => undefined;
  const taskIds = [...new Set(open.map(({ record }) => record.taskId))];
  const siteIds = [...new Set(open.flatMap(({ site }) => site?.id ?? []))];
  const withoutSite = open.flatMap(({ site, record }) => (site ? [] : record.deviceId));
  return await asSystem(db, async (all) => {
    const { id, state, stage, force, kind, plan } = otaTasks;
    const tasks = await all
      .select({ id, state, stage, force, kind, plan })
      .from(otaTasks)
      .where(inValues(id, taskIds));
    const flights = await countFlights(all, taskIds);
    const isUnlisted = await unlistedOf(all, open);
    const busy = await all
      .selectDistinct({ siteId: otaRecords.busySiteId })
      .from(otaRecords)
      .where(inValues(sql`${otaRecords.busySiteId}`, siteIds));
    const windows = await all
      .select({ siteId: siteUpdateWindows.siteId, window: siteUpdateWindows.window })
      .from(siteUpdateWindows)
      .where(inValues(siteUpdateWindows.siteId, siteIds));
    const zoneOf = await robotZones(all, withoutSite);
    const planned = await plannedRuns(
      all,
      open.map(({ record }) => record.deviceId),
    );
    return ({ record, site, job, live }: FoundRecord): WaitFacts | undefined => {
      const task = tasks.find((it) => it.id === record.taskId);
      if (!task || record.step === 'ENDED') return undefined;
      return {
        record,
        task,
        onlineSince: live?.state === 'ONLINE' ? (live.since ?? new Date(0).toISOString()) : null,
        jobWaits: job && job.endedAt === null ? job.waits : [],
        timezone: site?.timezone ?? zoneOf(record.deviceId),
        site: site && {
          window: windows.find((it) => it.siteId === site.id)?.window ?? null,
          isBusy: task.plan.onePerSite && busy.some((it) => it.siteId === site.id),
        },
        isUnlisted: task.kind === 'UPDATE' && isUnlisted(record),
        underWay: flights.find((it) => it.taskId === record.taskId)?.count ?? 0,
        plannedRun: planned.get(record.deviceId) ?? null,
        nowMs,
      };
    };
  });
}
