import { getTableName } from 'drizzle-orm';
import { commands } from '../../../../entities/devices/command-table.ts';
import { deviceJobs } from '../../../../entities/devices/device-job-table.ts';
import { deviceLives } from '../../../../entities/devices/device-live-table.ts';
import { deviceVersions } from '../../../../entities/updates/device-version-table.ts';
import {
  otaRecords,
  type OtaRecordRow,
  type OtaTaskRow,
} from '../../../../entities/updates/ota-task-table.ts';
import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../../../platform/db/db.ts';
import { followed, type Flight, type FlightRules } from '../records/record-rules.ts';
import type { RecordChange } from '../records/record-store.ts';
import { inFlight } from '../task-store.ts';

// The names of the table are written out: in a select of one table, columns have none.
const records = getTableName(otaRecords);

/** SQL: the version of the part that a record updates, as its robot reported it last. */
export const reportedVersion = sql.raw(`(select v.after from ${getTableName(deviceVersions)} v
  where v.device_id = ${records}.device_id and v.part = lower(${records}.pkg_type)
  order by v.id desc limit 1)`) as SQL<string | null>;

/** The updates under way of a task with their commands, jobs and robots. Their number is limited by the plan, not by its robots. */
export async function flightsOf(db: Tx, taskId: string): Promise<Flight[]> {
  const rows = await db
    .select({
      record: otaRecords,
      command: { status: commands.status, code: commands.code, endedAt: commands.endedAt },
      job: { phase: deviceJobs.phase, code: deviceJobs.code, endedAt: deviceJobs.endedAt },
      version: reportedVersion,
      live: { state: deviceLives.state, since: deviceLives.since },
    })
    .from(otaRecords)
    .leftJoin(commands, eq(commands.id, otaRecords.commandId))
    .leftJoin(
      deviceJobs,
      and(eq(deviceJobs.deviceId, otaRecords.deviceId), eq(deviceJobs.jobId, otaRecords.jobId)),
    )
    .leftJoin(deviceLives, eq(deviceLives.id, otaRecords.deviceId))
    .where(and(eq(otaRecords.taskId, taskId), inFlight));
  return rows.map(({ live, ...flight }) => ({
    ...flight,
    onlineSince: live?.state === 'ONLINE' ? (live.since ?? new Date(0).toISOString()) : null,
  }));
}

export const rulesOf = (task: OtaTaskRow, nowMs: number): FlightRules => ({
  nowMs,
  deadlineMs: Date.parse(task.deadline),
  isRollback: task.kind === 'ROLLBACK',
  plan: task.plan,
});

/** The changes of the updates under way. */
export const followAll = (flights: readonly Flight[], rules: FlightRules): RecordChange[] =>
  flights.flatMap((flight) => {
    const patch = followed(flight, rules);
    return patch ? { record: flight.record, patch } : [];
  });

/** The updates of a task whose robots reported other versions after the end. */
export async function changedAfterEnd(db: Tx, taskId: string) {
  return await db
    .select({
      record: otaRecords,
      version: reportedVersion,
      hasLater: sql.raw(`exists (select from ${records} later where later.device_id = ${records}.device_id
        and later.pkg_type = ${records}.pkg_type and later.id > ${records}.id)`) as SQL<boolean>,
    })
    .from(otaRecords)
    .where(and(eq(otaRecords.taskId, taskId), isNotNull(otaRecords.changedAt)));
}

/** An update under way as it stands after its change. */
export const isUnderWay = ({ step }: OtaRecordRow) =>
  step === 'OFFERED' || step === 'SENT' || step === 'CONFIRMING';
