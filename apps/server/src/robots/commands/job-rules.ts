import { lookup } from '@sweepline/contract';
import type { CommandJob } from '@sweepline/contract';
import { jobDetail, type XJob } from '@sweepline/contract/robot';

const hourMs = 3_600_000;

/** A job is lost after a day without a report, if its robot was online for an hour of it (docs/protocol/files.md#jobs). */
const silenceLimits = { ms: 24 * hourMs, onlineS: 3_600 } as const;

/** The code of a job that the server gave up. */
export const lost = 'NO_PROGRESS';
/** The phase of a job that is stored at the robot and not reported yet. */
export const storedPhase = 'WAITING';

/** The kind of job that a command starts: `job.mapUpload` is a MAP_UPLOAD. */
export const kindOf = (type: string) =>
  type
    .slice('job.'.length)
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();

const endings: Record<string, CommandJob['state']> = {
  FAILED: 'FAILED',
  ROLLBACK: 'FAILED',
  CANCELED: 'CANCELED',
};

const nonNegative = (value: number | undefined) => (value === undefined || value < 0 ? null : value);

/** A failed update says `FAILED` with the code `CANCELED` when it was canceled: it has no phase of that name. */
const endOf = ({ phase, code }: XJob): CommandJob['state'] =>
  phase === 'FAILED' && code === 'CANCELED' ? 'CANCELED' : (lookup(endings, phase) ?? 'DONE');

/** The columns from a robot's report. The phases are the robot's own; the last one says how the job ended. */
export const jobAfter = (report: XJob, at: string) => ({
  kind: report.kind,
  state: report.final === true ? endOf(report) : ('RUNNING' as const),
  phase: report.phase,
  pct: report.pct === undefined ? null : Math.min(100, Math.max(0, report.pct)),
  bytesDone: nonNegative(report.bytesDone),
  bytesTotal: nonNegative(report.bytesTotal),
  rateBps: nonNegative(report.rateBps),
  code: report.code ?? '',
  attempt: Math.min(1_000_000, Math.max(0, report.attempt ?? 0)),
  waits: report.final === true ? [] : (jobDetail.safeParse(report.detail).data?.waits ?? []),
  toldAt: at,
  endedAt: report.final === true ? at : null,
});

/** Whether an open job counts as lost. */
export const isLost = ({ toldAt, onlineS }: { toldAt: string; onlineS: number }, nowMs: number) =>
  nowMs - Date.parse(toldAt) >= silenceLimits.ms && onlineS >= silenceLimits.onlineS;
