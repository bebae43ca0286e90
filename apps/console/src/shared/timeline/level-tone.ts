import { monitorSeverities } from '@sweepline/contract';
import type { Mark } from '../words/marks.ts';

/** The tone of an alarm of any level. */
export const levelTone = (level: number): Mark['tone'] =>
  level >= monitorSeverities.VERY_SERIOUS
    ? 'fault'
    : level >= monitorSeverities.SERIOUS
      ? 'waiting'
      : 'quiet';
