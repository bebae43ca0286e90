import type { ShellState } from '@sweepline/contract';
import type { Mark } from '../words/marks.ts';

export const shellMarks: Record<ShellState, Mark> = {
  REQUESTED: { tone: 'waiting', icon: 'clock' },
  APPROVED: { tone: 'working', icon: 'check' },
  REFUSED: { tone: 'fault', icon: 'close' },
  EXPIRED: { tone: 'quiet', icon: 'clock' },
  STARTING: { tone: 'moving', icon: 'refresh' },
  RUNNING: { tone: 'working', icon: 'play' },
  STOPPING: { tone: 'moving', icon: 'stop' },
  CLOSED: { tone: 'quiet', icon: 'stop' },
  START_FAILED: { tone: 'fault', icon: 'alert' },
  STOP_FAILED: { tone: 'fault', icon: 'alert' },
};

const standing: readonly ShellState[] = ['REQUESTED', 'APPROVED', 'STARTING', 'RUNNING', 'STOPPING'];

/** Whether a shell is requested or runs, and no other one is possible. */
export const isStanding = (state: ShellState) => standing.includes(state);
