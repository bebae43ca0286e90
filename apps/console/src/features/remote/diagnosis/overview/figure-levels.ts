import type { Diagnosis } from '@sweepline/contract';
import type { IconName } from '../../../../kit/ui/icons.ts';
import type { Tone } from '../../../../kit/ui/theme.ts';

/** How good a figure is: in order, worth watching, or bad. */
export type FigureLevel = 'good' | 'watch' | 'bad';

export const levelMarks: Record<FigureLevel, { tone: Tone; icon: IconName }> = {
  good: { tone: 'working', icon: 'check' },
  watch: { tone: 'waiting', icon: 'info' },
  bad: { tone: 'fault', icon: 'alert' },
};

/** From the first limit on a figure is worth watching, from the second one on it is bad. Falling figures have falling limits. */
const limits = {
  cpuPct: [85, 95],
  memPct: [85, 95],
  diskFreeMb: [2_000, 500],
  boardTempC: [75, 85],
  unacked: [100, 1_000],
  clockMs: [2_000, 30_000],
  rssiDbm: [-70, -80],
  onlineShare: [0.95, 0.8],
  drops: [5, 20],
} as const;
export type FigureName = keyof typeof limits;

/** Null for an unknown figure. */
export function levelOf(name: FigureName, value: number | null): FigureLevel | null {
  if (value === null) return null;
  const [watch, bad] = limits[name];
  const sign = bad > watch ? 1 : -1;
  if (sign * value >= sign * bad) return 'bad';
  return sign * value >= sign * watch ? 'watch' : 'good';
}

/** Figures that are bad when they are low. */
export const isFalling = (name: FigureName) => limits[name][1] < limits[name][0];

export type FindingKey = FigureName | 'offline' | 'asleep' | 'clockUnsynced' | 'selfCheck';
export interface Finding {
  key: FindingKey;
  level: Exclude<FigureLevel, 'good'>;
}

const byLevel = (one: Finding, other: Finding) => Number(other.level === 'bad') - Number(one.level === 'bad');

/** What stands out in a diagnosis, the worst first. While a robot is offline, the figures of its link say nothing new. */
export function findingsOf({ link, computer, selfCheck }: Diagnosis): Finding[] {
  const figure = (key: FigureName, value: number | null | undefined): Finding[] => {
    const level = levelOf(key, value ?? null);
    return level === 'watch' || level === 'bad' ? [{ key, level }] : [];
  };
  const reach: Finding[] =
    link.state === 'OFFLINE'
      ? [{ key: 'offline', level: 'bad' }]
      : link.state === 'SLEEP'
        ? [{ key: 'asleep', level: 'watch' }]
        : [...figure('rssiDbm', link.rssiDbm), ...figure('onlineShare', link.onlineShare)];
  const isFaulty = Object.values(selfCheck?.results ?? {}).includes('FAIL');
  return [
    ...reach,
    ...figure('drops', link.drops),
    ...figure('diskFreeMb', computer?.diskFreeMb),
    ...figure('memPct', computer?.memPct),
    ...figure('cpuPct', computer?.cpuPct),
    ...figure('boardTempC', computer?.boardTempC),
    ...figure('unacked', computer?.unacked),
    ...figure('clockMs', computer?.clockBehindMs == null ? null : Math.abs(computer.clockBehindMs)),
    ...(computer?.clockSynced === false ? [{ key: 'clockUnsynced', level: 'watch' } as const] : []),
    ...(isFaulty ? [{ key: 'selfCheck', level: 'bad' } as const] : []),
  ].toSorted(byLevel);
}
