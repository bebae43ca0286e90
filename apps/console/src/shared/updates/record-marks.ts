import type { OtaRecordState, OtaCounts } from '@sweepline/contract';
import type { Mark } from '../words/marks.ts';

export const recordMarks: Record<OtaRecordState, Mark> = {
  INITIALIZING: { tone: 'waiting', icon: 'clock' },
  UPGRADING: { tone: 'moving', icon: 'download' },
  SUCCESSFUL: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
};

/** The counts of a rollout in the order of their bar. */
export const countMarks: Record<Exclude<keyof OtaCounts, 'total'>, Mark> = {
  successful: recordMarks.SUCCESSFUL,
  upgrading: recordMarks.UPGRADING,
  initializing: recordMarks.INITIALIZING,
  waiting: { tone: 'quiet', icon: 'minus' },
  failed: recordMarks.FAILED,
};

/** Whether the update of a robot can still change. */
export const isOpenRecord = (state: OtaRecordState) => state === 'INITIALIZING' || state === 'UPGRADING';
