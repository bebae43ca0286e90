import type { MonitorSeverity } from '@sweepline/contract';
import type { Mark } from '../../shared/words/marks.ts';

export const severityLooks: Record<MonitorSeverity, Mark> = {
  VERY_SERIOUS: { tone: 'fault', icon: 'alert' },
  SERIOUS: { tone: 'waiting', icon: 'alert' },
};
