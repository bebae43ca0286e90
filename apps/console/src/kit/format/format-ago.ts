import { currentLocale } from './lang.ts';
import { spaced } from './spaced.ts';

const relativeSteps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 minutes ago"; below a minute "now", because seconds in a long list only flicker. */
export function formatAgo(at: string, nowMs: number): string {
  const seconds = (Date.parse(at) - nowMs) / 1000;
  const words = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' });
  const step = relativeSteps.find(([, size]) => Math.abs(seconds) >= size);
  return spaced(step ? words.format(Math.trunc(seconds / step[1]), step[0]) : words.format(0, 'second'));
}
