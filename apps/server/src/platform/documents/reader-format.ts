import { bcp47, durationText, type areaUnits, type Lang, type volumeUnits } from '@sweepline/contract';

/** The language, time zone and units of a reader. */
export interface Reader {
  lang: Lang;
  /** IANA name. */
  timezone?: string | undefined;
  area?: (typeof areaUnits)[number] | undefined;
  volume?: (typeof volumeUnits)[number] | undefined;
}

/** The sign for an unknown value: never 0, never an empty cell. */
export const unknown = '—';

/** By definition one foot is 0.3048 metres and one US gallon 3.785411784 litres. */
const ft2PerM2 = 1 / 0.3048 ** 2;
const litresPerGallon = 3.785411784;

type Maybe = number | null;
const orUnknown = (write: (value: number) => string) => (value: Maybe) =>
  value === null ? unknown : write(value);

/**
 * Formats numbers and times in a reader's language, units and time zone, for documents and mails. Inputs are SI units; times are
 * ISO strings. The console has the same formats of its own.
 */
export function readerFormat({ lang, timezone = 'UTC', area, volume }: Reader) {
  const locale = bcp47[lang];
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);
  const unit = (value: number, name: string, digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value);
  const share = (value: number, digits = 0) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(value);
  const moment = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: timezone });
    return (at: string) => format.format(new Date(at));
  };
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const writtenDay = (at: string) => day.format(new Date(at));
  const dateOf = moment({ dateStyle: 'medium' });
  const areaIn = (m2: number): [number, string] => (area === 'FT2' ? [m2 * ft2PerM2, 'ft²'] : [m2, 'm²']);
  return {
    timezone,
    /** The factors from a square metre and a litre to the reader's units, with the unit signs; for tables with plain numbers. */
    units: {
      area: areaIn(1),
      volume: (volume === 'GALLON' ? [1 / litresPerGallon, 'gal'] : [1, 'L']) as [number, string],
    },
    number: (value: Maybe, digits = 0) => orUnknown((present) => number(present, digits))(value),
    share: (value: Maybe, digits = 0) => orUnknown((present) => share(present, digits))(value),
    /** 0–100. */
    percent: orUnknown((value) => share(value / 100)),
    area: orUnknown((m2) => {
      const [value, sign] = areaIn(m2);
      return `${number(value, value < 1 ? 2 : value < 100 ? 1 : 0)} ${sign}`;
    }),
    rate: orUnknown((m2PerHour) => {
      const [value, sign] = areaIn(m2PerHour);
      return `${number(value)} ${sign}/h`;
    }),
    litres: orUnknown((value) =>
      volume === 'GALLON' ? unit(value / litresPerGallon, 'gallon', 1) : unit(value, 'liter', 1),
    ),
    metres: orUnknown((value) => unit(value, 'meter', 0)),
    energy: orUnknown((value) => `${number(value)} Wh`),
    /** A negative duration is written as the robot reported it. */
    duration: orUnknown((seconds) => durationText(seconds, lang)),
    /** The time of many runs, `12.5 h`; less than an hour is a duration. */
    hours: orUnknown((seconds) =>
      seconds < 3600 ? durationText(seconds, lang) : `${number(seconds / 3600, seconds < 360_000 ? 1 : 0)} h`,
    ),
    // As in the console: one clock in every language.
    time: moment({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }),
    /** A day, `2030-01-31`, is written as it is; a moment in the reader's time zone. */
    date: (at: string) => (at.length === 10 ? writtenDay(at) : dateOf(at)),
  };
}
export type ReaderFormat = ReturnType<typeof readerFormat>;
