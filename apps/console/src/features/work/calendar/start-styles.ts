import type { PlannedState } from '@sweepline/contract';
import type { IconName } from '../../../kit/ui/icons.ts';
import type { Tone } from '../../../kit/ui/theme.ts';

/** Tone and icon of each state of a start; colour is never the only sign. */
export const startStyles: Record<PlannedState, { tone: Tone; icon: IconName }> = {
  PLANNED: { tone: 'moving', icon: 'clock' },
  DUE: { tone: 'waiting', icon: 'clock' },
  RUNNING: { tone: 'working', icon: 'clean' },
  DONE: { tone: 'working', icon: 'check' },
  LATE: { tone: 'waiting', icon: 'history' },
  SHORT: { tone: 'waiting', icon: 'minus' },
  MISSED: { tone: 'fault', icon: 'alert' },
  SKIPPED: { tone: 'quiet', icon: 'sleep' },
};
