import { topics } from '@sweepline/contract';
import type { XJob } from '@sweepline/contract/robot';
import { isNull } from 'drizzle-orm';
import { deviceJobs } from '../../entities/devices/device-job-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { isDue, type Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { createRowStore } from '../../platform/runtime/row-store.ts';
import type { GatewayTiming, Log } from '../gateway-options.ts';
import { isoOf } from '../protocol/iso.ts';
import { adoptFile, fileOfJob, noteCollection } from './job-file.ts';
import { beginJob, jobFor, jobRefusal, writeJob, type JobRow } from './job-rows.ts';
import { isLost, jobAfter, lost } from './job-rules.ts';
import { isOwn, type RunOwner } from '../runs/run-registry.ts';
import type { Session } from '../sessions/session.ts';
import { foreignId, type IdRefusal } from '../intake/uplink-refusals.ts';

interface JobRegistryDeps {
  db: Db;
  now: Clock;
  bus: Bus;
  log: Log;
  timing: GatewayTiming;
  sessionOf(deviceId: string): Session | undefined;
}
type Refuse = (refusal: IdRefusal | undefined) => void;
interface JobProgress {
  device: RunOwner;
  job: XJob;
  at: string;
  refuse: Refuse;
}

const checkEveryMs = 60_000;
const keyOf = ({ deviceId, jobId }: { deviceId: string; jobId: string }) => `${deviceId}/${jobId}`;

const progressKey = ({ device: { deviceId }, job: { jobId } }: JobProgress) => keyOf({ deviceId, jobId });

/** Publishes the progress of a job to the pages that show its command. */
function publishJob(
  bus: Bus,
  { id: _id, onlineS: _onlineS, fileId: _fileId, commandId: id, deviceId, companyId, ...job }: JobRow,
) {
  bus.publish(topics.jobs, { changes: [{ id, deviceId, job }] }, { companyId });
}

/**
 * Jobs of robots (docs/protocol/files.md#jobs). A phase change is durable and written at once. Progress within a phase is
 * published, kept in memory and written with the next flush. A job without a command is refused.
 */
export function createJobRegistry({ db, now, bus, log, timing, sessionOf }: JobRegistryDeps) {
  /** The running jobs as last written, and the progress received since. */
  const running = new Map<string, JobRow>();
  const unwritten = new Map<string, JobProgress>();
  let flushedMs = now().getTime();
  let checkedMs = flushedMs;
  /** The end of the online time that is stored. A check that fails leaves its time to the next one. */
  let countedMs = flushedMs;
  let writing: Promise<void> = Promise.resolve();

  /** False if the row belongs to another device or company. */
  const save = async (tx: Tx, next: JobRow): Promise<boolean> => {
    if (!(await writeJob(tx, next))) return false;
    tx.afterCommit(() => {
      if (next.endedAt === null) running.set(keyOf(next), next);
      else running.delete(keyOf(next));
      publishJob(bus, next);
    });
    return true;
  };

  const store = createRowStore<JobProgress>({
    name: 'job-progress',
    db,
    log,
    write: async (tx, reports) => {
      for (const { device, job, at, refuse } of reports) {
        const row = await jobFor(tx, device, job.jobId);
        if (!row) refuse(await jobRefusal(tx, device, job.jobId));
        // A phase written in between stays, in particular a final one.
        if (row?.phase === job.phase && row.endedAt === null)
          await save(tx, { ...row, ...jobAfter(job, at), onlineS: 0 });
        if (row) await noteCollection(tx, device, job);
      }
    },
  });

  const flush = () => {
    const reports = [...unwritten.values()];
    unwritten.clear();
    if (reports.length === 0) return;
    writing = writing
      .then(() => store(reports))
      .then(({ unsaved }) => {
        for (const report of unsaved)
          if (!unwritten.has(progressKey(report))) unwritten.set(progressKey(report), report);
      });
  };

  const failLostJobs = async (tx: Tx, nowMs: number): Promise<void> => {
    const elapsedS = Math.max(0, Math.round((nowMs - countedMs) / 1000));
    const open = await tx.select().from(deviceJobs).where(isNull(deviceJobs.endedAt)).for('update');
    for (const row of open) {
      if (sessionOf(row.deviceId)?.liveness.state !== 'ONLINE') continue;
      const onlineS = row.onlineS + elapsedS;
      if (isLost({ ...row, onlineS }, nowMs))
        await save(tx, { ...row, onlineS, state: 'FAILED', code: lost, endedAt: isoOf(nowMs) });
      else await writeJob(tx, { ...row, onlineS });
    }
    tx.afterCommit(() => (countedMs = nowMs));
  };

  const check = (nowMs: number): void => {
    writing = writing
      .then(() => inScope(db, '*', (tx) => failLostJobs(tx, nowMs)))
      .catch((error: unknown) => log.error({ error }, 'jobs could not be looked after'));
  };

  const flushAll = (): Promise<void> => {
    flush();
    return writing;
  };
  db.writers.register({ name: 'job-progress', size: () => unwritten.size, flush: flushAll });

  return {
    /** Progress is repeated soon, so it does not wait for a commit. */
    progress({ device }: Session, job: XJob, at: string, refuse: Refuse): void {
      const key = keyOf({ deviceId: device.deviceId, jobId: job.jobId });
      unwritten.set(key, { device, job, at, refuse });
      const row = running.get(key);
      if (row?.phase === job.phase && isOwn(row, device)) publishJob(bus, { ...row, ...jobAfter(job, at) });
    },
    /** A new phase, in the transaction that stores the message. */
    phase: async (tx: Tx, { device }: Session, job: XJob, at: string): Promise<IdRefusal[]> => {
      const { jobId } = job;
      unwritten.delete(keyOf({ deviceId: device.deviceId, jobId }));
      const row = (await jobFor(tx, device, jobId)) ?? (await beginJob(tx, device, job, at));
      if (!row) {
        const refusal = await jobRefusal(tx, device, jobId);
        return refusal ? [refusal] : [];
      }
      // The first end stands, unless the server had set it for lack of progress.
      if (row.endedAt !== null && row.code !== lost) return [];
      const fileId = (await fileOfJob(tx, device, job)) ?? row.fileId;
      const next = { ...row, ...jobAfter(job, at), fileId, onlineS: 0 };
      const written = await save(tx, next);
      if (written) await adoptFile(tx, next);
      if (written) await noteCollection(tx, device, job);
      return written ? [] : [foreignId('jobId', jobId)];
    },
    /** Leaves the jobs of a device to another server. */
    forget: (deviceId: string): void => {
      for (const key of [...running.keys()]) if (key.startsWith(`${deviceId}/`)) running.delete(key);
    },
    tick(nowMs: number): void {
      if (isDue(flushedMs, nowMs, timing.liveFlushMs)) {
        flushedMs = nowMs;
        flush();
      }
      if (!isDue(checkedMs, nowMs, checkEveryMs)) return;
      checkedMs = nowMs;
      check(nowMs);
    },
    flush: flushAll,
  };
}
export type JobRegistry = ReturnType<typeof createJobRegistry>;
