import { formatDuration, formatNumber } from './format.ts';

/** The time of many runs, `12.5 h`: a sum in days would read like a calendar. Less than an hour is a duration. */
export const formatHours = (seconds: number | null): string =>
  seconds === null || seconds < 3600
    ? formatDuration(seconds)
    : `${formatNumber(seconds / 3600, seconds < 360_000 ? 1 : 0)} h`;
