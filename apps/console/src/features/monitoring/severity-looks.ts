import { monitorSeverities, type MonitorSeverity } from '@sweepline/contract';
import type { Mark } from '../../shared/words/marks.ts';

export const severityLooks: Record<MonitorSeverity, Mark> = {
  VERY_SERIOUS: { tone: 'fault', icon: 'alert' },
  SERIOUS: { tone: 'waiting', icon: 'alert' },
};

/** The tone of an alarm of any level. */
export const levelTone = (level: number): Mark['tone'] =>
  level >= monitorSeverities.VERY_SERIOUS
    ? 'fault'
    : level >= monitorSeverities.SERIOUS
      ? 'waiting'
      : 'quiet';
