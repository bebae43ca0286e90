import { isOverCommand, type Command, type CommandJob } from '@sweepline/contract';
import { formatNumber, unknown } from '../../kit/format/format.ts';
import type { Mark } from '../words/marks.ts';

export const commandMarks: Record<Command['status'], Mark> = {
  QUEUED: { tone: 'waiting', icon: 'clock' },
  SENT: { tone: 'moving', icon: 'upload' },
  ACCEPTED: { tone: 'moving', icon: 'check' },
  RUNNING: { tone: 'moving', icon: 'play' },
  SUCCEEDED: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
  REJECTED: { tone: 'fault', icon: 'close' },
  CANCELED: { tone: 'quiet', icon: 'close' },
  EXPIRED: { tone: 'quiet', icon: 'clock' },
  TIMED_OUT: { tone: 'fault', icon: 'offline' },
};

export const jobMarks: Record<CommandJob['state'], Mark> = {
  RUNNING: { tone: 'moving', icon: 'play' },
  DONE: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
  CANCELED: { tone: 'quiet', icon: 'close' },
};

/** Whether a command reached its goal. A command that started a job is done when the job is done. */
export const isDone = ({ status, job }: Pick<Command, 'status'> & { job?: CommandJob | null | undefined }) =>
  job ? job.state === 'DONE' : status === 'SUCCEEDED';

const openMs = 1_000;
const endedMs = 15_000;

/** Poll interval in milliseconds, in case a push is lost: short while a command is open, else long. */
export const renewAfterMs = (commands: readonly Pick<Command, 'status'>[] | undefined) =>
  commands?.some((command) => !isOverCommand(command)) ? openMs : endedMs;

/** A command can be canceled until the robot accepts it. */
export const canCancel = ({ status }: Pick<Command, 'status'>) => status === 'QUEUED' || status === 'SENT';

type Span = (key: 'ms' | 's', values: { value: string }) => string;

/** Formats a duration: in milliseconds below one second, else in seconds. */
export function spanOf(ms: number | null, t: Span): string {
  if (ms === null) return unknown;
  return Math.abs(ms) < 1_000
    ? t('ms', { value: formatNumber(Math.max(0, ms)) })
    : t('s', { value: formatNumber(ms / 1_000, ms < 60_000 ? 1 : 0) });
}
