import { currentLocale } from './lang.ts';

/** A date and time in the zone of its place instead of the reader's. */
export const formatTimeIn = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(at));
