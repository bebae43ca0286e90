import { passphraseCheckDays } from '@sweepline/contract';
import type { BackupRunRow } from '../../../entities/installation/backup-table.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A failed backup is tried again after this, or earlier where the schedule is shorter. */
const retryMs = hourMs;
/** A backup may be late by one span before people are told. */
const lateSpans = 2;
export const rehearsalDays = 30;

interface Schedule {
  everyHours: number;
  createdAt: string;
}
type Run = Pick<BackupRunRow, 'state' | 'requestedAt'>;

/** When the next backup of a folder is due; null for one that is used by hand only. */
export function nextBackupAt({ everyHours, createdAt }: Schedule, last: Run | undefined): Date | null {
  if (everyHours === 0) return null;
  if (!last) return new Date(createdAt);
  const spanMs = everyHours * hourMs;
  const waitMs = last.state === 'FAILED' ? Math.min(retryMs, spanMs) : spanMs;
  return new Date(Date.parse(last.requestedAt) + waitMs);
}

/** Whether the last good backup of a folder is older than its schedule allows. */
export const isBackupOverdue = (
  { everyHours, createdAt }: Schedule,
  lastGoodAt: string | null,
  now: Date,
): boolean =>
  everyHours > 0 && now.getTime() - Date.parse(lastGoodAt ?? createdAt) > lateSpans * everyHours * hourMs;

export const isPassphraseDue = (checkedAt: string | null, now: Date): boolean =>
  checkedAt === null || now.getTime() - Date.parse(checkedAt) > passphraseCheckDays * dayMs;

export const isRehearsalDue = (last: Pick<BackupRunRow, 'requestedAt'> | undefined, now: Date): boolean =>
  !last || now.getTime() - Date.parse(last.requestedAt) > rehearsalDays * dayMs;

/** A run without a sign for so long belongs to a process that ended. */
export const abandonedMs = 180_000;
