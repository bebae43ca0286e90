import type { PreviewTarget, RolloutProgress } from '@sweepline/contract';
import type { Mark } from '../../../shared/words/marks.ts';

export const progressMarks: Record<RolloutProgress, Mark> = {
  SCHEDULED: { tone: 'waiting', icon: 'clock' },
  WAITING: { tone: 'waiting', icon: 'clock' },
  SYNCING: { tone: 'moving', icon: 'upload' },
  APPLIED: { tone: 'working', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
  SAME: { tone: 'working', icon: 'check' },
  REFUSED: { tone: 'fault', icon: 'alert' },
  OTHER_MODEL: { tone: 'quiet', icon: 'minus' },
  GONE: { tone: 'quiet', icon: 'minus' },
  CANCELED: { tone: 'quiet', icon: 'close' },
};

/** Whether the progress can still change without a user. */
export const isUnderWay = (progress: RolloutProgress) =>
  progress === 'WAITING' || progress === 'SYNCING' || progress === 'SCHEDULED';

export const verdictMarks: Record<PreviewTarget['verdict'], Mark> = {
  DIFFERENT: { tone: 'moving', icon: 'edit' },
  SAME: { tone: 'working', icon: 'check' },
  REFUSED: { tone: 'fault', icon: 'alert' },
  OTHER_MODEL: { tone: 'quiet', icon: 'minus' },
};
