import { durationText } from '@sweepline/contract';
import { currentLang, currentLocale } from './lang.ts';
import { spaced } from './spaced.ts';
import { readerProfile, readerZone } from './reader.ts';

/** Shown for an unknown value, instead of 0 or an empty cell. */
export const unknown = '—';

const formats = new Map<string, Intl.NumberFormat>();

function format(digits: number, options: Intl.NumberFormatOptions = {}) {
  const key = `${currentLocale()} ${digits} ${JSON.stringify(options)}`;
  const cached =
    formats.get(key) ?? new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: digits, ...options });
  formats.set(key, cached);
  return cached;
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
    : spaced(format(digits, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value));

export const formatMetres = unit('meter', 2);
const litres = unit('liter', 1);
const gallons = unit('gallon', 1);

/** One US gallon is 3.785411784 litres, one foot 0.3048 metres, both by definition. */
const litresPerGallon = 3.785411784;
const ft2PerM2 = 1 / 0.3048 ** 2;

/** `value` in litres, formatted in gallons if the profile says so. */
export const formatLitres = (value: Maybe) =>
  readerProfile().volume === 'GALLON' && !missing(value) ? gallons(value / litresPerGallon) : litres(value);

/** `Intl` has no units for areas and rates. Their signs are the same in all six languages. */
export const areaIn = (m2: number): [value: number, sign: string] =>
  readerProfile().area === 'FT2' ? [m2 * ft2PerM2, 'ft²'] : [m2, 'm²'];

export function formatArea(m2: Maybe): string {
  if (missing(m2)) return unknown;
  const [value, sign] = areaIn(m2);
  return `${formatNumber(value, value < 1 ? 2 : value < 100 ? 1 : 0)} ${sign}`;
}
export function formatRate(m2PerHour: Maybe): string {
  if (missing(m2PerHour)) return unknown;
  const [value, sign] = areaIn(m2PerHour);
  return `${formatNumber(value)} ${sign}/h`;
}
export const formatEnergy = (wh: Maybe) => (missing(wh) ? unknown : `${formatNumber(wh)} Wh`);

const steps = ['B', 'KB', 'MB', 'GB', 'TB'];

/** In steps of 1024, with at most two decimals. The unit stays in the line of its figure. */
export function formatBytes(bytes: Maybe): string {
  if (missing(bytes)) return unknown;
  const step = Math.min(steps.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  return `${formatNumber(bytes / 1024 ** step, 2)}\u00a0${steps[step]}`;
}

/** `1 d 3 h`, `8 min 30 s`. */
export const formatDuration = (seconds: Maybe): string =>
  missing(seconds) ? unknown : durationText(seconds, currentLang());

const moments = new Map<string, Intl.DateTimeFormat>();

/** A moment in the reader's language and zone. */
function momentIn(at: string | number, options: Intl.DateTimeFormatOptions): string {
  const [locale, timeZone] = [currentLocale(), readerZone()];
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`;
  const cached = moments.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  moments.set(key, cached);
  return cached.format(new Date(at));
}

type MaybeMoment = string | null | undefined;

const timeTo = (timeStyle: 'short' | 'medium') => (at: MaybeMoment) =>
  at ? momentIn(at, { dateStyle: 'medium', timeStyle, hourCycle: 'h23' }) : unknown;

/** A date and time to the minute. Every clock of the console has 24 hours. */
export const formatTime = timeTo('short');
/** To the second: for logs, and on hover. */
export const formatTimeExact = timeTo('medium');

/** Texts of the server contain moments in ISO format. This formats them for the reader. */
export const withTimes = (text: string) =>
  text.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, formatTimeExact);

export const formatDate = (at: MaybeMoment) => (at ? momentIn(at, { dateStyle: 'medium' }) : unknown);

/** A date in the zone of its document instead of the reader's. */
export const formatDateIn = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone }).format(new Date(at));

/** The time of day, `23:59`, optionally with seconds. */
export const formatClock = (at: string | number, seconds = false) =>
  momentIn(at, {
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds && { second: '2-digit' }),
    hourCycle: 'h23',
  });
