import type { DueState, MaintenanceState } from '@sweepline/contract';
import type { IconName } from '../../../kit/ui/icons.ts';
import type { Tone } from '../../../kit/ui/theme.ts';

interface Look {
  tone: Tone;
  icon: IconName;
}

export const dueLooks: Record<DueState, Look> = {
  OVERDUE: { tone: 'fault', icon: 'alert' },
  SOON: { tone: 'waiting', icon: 'clock' },
  LATER: { tone: 'working', icon: 'check' },
  UNKNOWN: { tone: 'quiet', icon: 'dot' },
};

export const recordLooks: Record<MaintenanceState, Look> = {
  PLANNED: { tone: 'waiting', icon: 'clock' },
  DONE: { tone: 'working', icon: 'check' },
  SKIPPED: { tone: 'quiet', icon: 'close' },
};
