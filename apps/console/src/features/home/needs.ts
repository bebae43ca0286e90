import type { Device } from '@sweepline/contract';

/** From this level on an alarm asks for a person. */
export const troubleLevel = 3;

/** Those in alarm, the worst first, then the silent ones; a device that is both stands once, with its alarm. */
export function ranked(alarmed: readonly Device[], silent: readonly Device[]): Device[] {
  const worst = alarmed.toSorted((one, other) => other.live.alarmLevel - one.live.alarmLevel);
  const told = new Set(worst.map(({ id }) => id));
  return [...worst, ...silent.filter(({ id }) => !told.has(id))];
}
