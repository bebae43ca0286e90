import type { Tone } from '../../kit/ui/theme.ts';

/** The colour of an alarm of any level, 1–5, wherever its level or name stands. From level 4 on the robot stops. */
export const levelTone = (level: number): Tone => (level >= 4 ? 'fault' : level >= 3 ? 'waiting' : 'quiet');
