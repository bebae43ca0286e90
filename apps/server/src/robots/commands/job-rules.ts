import { lookup } from '@sweepline/contract';
import type { CommandJob } from '@sweepline/contract';
import type { XJob } from '@sweepline/contract/robot';

const hourMs = 3_600_000;

/** A job nobody has spoken of for a day although its robot was online for an hour of it is lost (2.1.5). */
const silenceLimits = { ms: 24 * hourMs, onlineS: 3_600 } as const;

/** Why we gave a job up. */
export const lost = 'NO_PROGRESS';
/** What a job is in that its robot has stored and not spoken of. */
export const storedPhase = 'WAITING';

/** The kind of job a command begins: `job.mapUpload` is a MAP_UPLOAD. */
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

/** What a robot's word makes of its job; the phases are its own, the last of them says how it ended. */
export const jobAfter = (report: XJob, at: string) => ({
  kind: report.kind,
  state: report.final === true ? (lookup(endings, report.phase) ?? ('DONE' as const)) : ('RUNNING' as const),
  phase: report.phase,
  pct: report.pct === undefined ? null : Math.min(100, Math.max(0, report.pct)),
  bytesDone: nonNegative(report.bytesDone),
  bytesTotal: nonNegative(report.bytesTotal),
  rateBps: nonNegative(report.rateBps),
  code: report.code ?? '',
  attempt: Math.min(1_000_000, Math.max(0, report.attempt ?? 0)),
  toldAt: at,
  endedAt: report.final === true ? at : null,
});

/** Whether a job that is still open is to be given up. */
export const isLost = ({ toldAt, onlineS }: { toldAt: string; onlineS: number }, nowMs: number) =>
  nowMs - Date.parse(toldAt) >= silenceLimits.ms && onlineS >= silenceLimits.onlineS;
