import type { Device } from '@sweepline/contract';

/** Alarms of this level and above need attention. */
export const troubleLevel = 3;

/** Alarmed devices by falling level, then silent devices. A device in both lists appears once. */
export function ranked(alarmed: readonly Device[], silent: readonly Device[]): Device[] {
  const byLevel = alarmed.toSorted((a, b) => b.live.alarmLevel - a.live.alarmLevel);
  const alarmedIds = new Set(byLevel.map(({ id }) => id));
  return [...byLevel, ...silent.filter(({ id }) => !alarmedIds.has(id))];
}
