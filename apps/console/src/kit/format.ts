import { currentLocale } from './lang.ts';

/** What is not known. Never 0, never an empty cell. */
export const unknown = '—';

const formats = new Map<string, Intl.NumberFormat>();

function format(digits: number, options: Intl.NumberFormatOptions = {}) {
  const key = `${currentLocale()} ${digits} ${JSON.stringify(options)}`;
  const found =
    formats.get(key) ?? new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: digits, ...options });
  formats.set(key, found);
  return found;
}

type Maybe = number | null | undefined;
const missing = (value: Maybe): value is null | undefined =>
  value === null || value === undefined || Number.isNaN(value);

export const formatNumber = (value: Maybe, digits = 0) =>
  missing(value) ? unknown : format(digits).format(value);

/** `value` in percent, 0–100. */
export const formatPercent = (value: Maybe, digits = 0) =>
  missing(value) ? unknown : format(digits, { style: 'percent' }).format(value / 100);

/** `value` as a share, 0–1. */
export const formatShare = (value: Maybe, digits = 0) =>
  missing(value) ? unknown : format(digits, { style: 'percent' }).format(value);

const unit = (name: string, digits: number) => (value: Maybe) =>
  missing(value)
    ? unknown
    : format(digits, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);

export const formatMetres = unit('meter', 2);
export const formatLitres = unit('liter', 1);

/** Areas and rates have no unit of their own in `Intl`; their signs are the same in all six languages. */
export const formatArea = (m2: Maybe) => (missing(m2) ? unknown : `${formatNumber(m2, m2 < 100 ? 1 : 0)} m²`);
export const formatRate = (m2PerHour: Maybe) =>
  missing(m2PerHour) ? unknown : `${formatNumber(m2PerHour)} m²/h`;
export const formatEnergy = (wh: Maybe) => (missing(wh) ? unknown : `${formatNumber(wh)} Wh`);

const steps = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1024 steps, two decimals, as the specification says. */
export function formatBytes(bytes: Maybe): string {
  if (missing(bytes)) return unknown;
  const step = Math.min(steps.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${formatNumber(bytes / 1024 ** step, 2)} ${steps[step]}`;
}

/** Hours and minutes above one hour, minutes and seconds below. */
export function formatDuration(seconds: Maybe): string {
  if (missing(seconds)) return unknown;
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** A date and time in full, in the reader's own zone. */
export const formatTime = (at: string | null | undefined) =>
  at
    ? new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'medium' }).format(
        new Date(at),
      )
    : unknown;

export const formatDate = (at: string | null | undefined) =>
  at ? new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium' }).format(new Date(at)) : unknown;

const relativeSteps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "3 min. ago"; below a minute "now", because seconds in a long list only flicker. */
export function formatAgo(at: string, nowMs: number): string {
  const seconds = (Date.parse(at) - nowMs) / 1000;
  const words = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto', style: 'short' });
  const step = relativeSteps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? words.format(Math.trunc(seconds / step[1]), step[0]) : words.format(0, 'second');
}
