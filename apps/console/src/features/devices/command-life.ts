import { finalCommandStates, type Command } from '@sweepline/contract';
import type { Mark } from '../../kit/words/marks.ts';

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

/** What the console's own watching asks of a robot is not what a person told it. */
export const isHousekeeping = ({ type }: Command) => type === 'stream.rate';

const followMs = 1_000;
const restMs = 15_000;
const isOver = ({ status }: Command) => (finalCommandStates as readonly string[]).includes(status);

/** A command on its way is followed closely; when all have ended there is little to miss. */
export const renewAfterMs = (commands: readonly Command[] | undefined) =>
  commands?.some((command) => !isOver(command)) ? followMs : restMs;
