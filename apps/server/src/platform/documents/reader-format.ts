import { bcp47, type areaUnits, type Lang, type volumeUnits } from '@sweepline/contract';

/** For whom numbers and times are written. */
export interface Reader {
  lang: Lang;
  /** IANA name. */
  timezone?: string | undefined;
  area?: (typeof areaUnits)[number] | undefined;
  volume?: (typeof volumeUnits)[number] | undefined;
}

/** What is not known. Never 0, never an empty cell. */
export const unknown = '—';

/** One foot is 0.3048 metres, one US gallon 3.785411784 litres, both by definition. */
const ft2PerM2 = 1 / 0.3048 ** 2;
const litresPerGallon = 3.785411784;

type Maybe = number | null;
const or = (write: (value: number) => string) => (value: Maybe) => (value === null ? unknown : write(value));

/** Numbers and times in a reader's language, units and zone, for documents and letters; the console has its own, alike. */
export function readerFormat({ lang, timezone = 'UTC', area, volume }: Reader) {
  const locale = bcp47[lang];
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);
  const unit = (value: number, name: string, digits: number) =>
    new Intl.NumberFormat(locale, {
      ...{ style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits },
    }).format(value);
  const share = (value: number, digits = 0) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(value);
  const moment = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: timezone });
    return (at: string) => format.format(new Date(at));
  };
  const areaIn = (m2: number): [number, string] => (area === 'FT2' ? [m2 * ft2PerM2, 'ft²'] : [m2, 'm²']);
  return {
    timezone,
    /** How many of the reader's units a square metre and a litre are, and their signs: for tables that are computed on. */
    units: {
      area: areaIn(1),
      volume: (volume === 'GALLON' ? [1 / litresPerGallon, 'gal'] : [1, 'L']) as [number, string],
    },
    number: (value: Maybe, digits = 0) => or((known) => number(known, digits))(value),
    share: (value: Maybe, digits = 0) => or((known) => share(known, digits))(value),
    /** 0–100. */
    percent: or((value) => share(value / 100)),
    area: or((m2) => {
      const [value, sign] = areaIn(m2);
      return `${number(value, value < 1 ? 2 : value < 100 ? 1 : 0)} ${sign}`;
    }),
    rate: or((m2PerHour) => {
      const [value, sign] = areaIn(m2PerHour);
      return `${number(value)} ${sign}/h`;
    }),
    litres: or((value) =>
      volume === 'GALLON' ? unit(value / litresPerGallon, 'gallon', 1) : unit(value, 'liter', 1),
    ),
    metres: or((value) => unit(value, 'meter', 0)),
    energy: or((value) => `${number(value)} Wh`),
    /** Hours and minutes above one hour, minutes and seconds below; a time below zero is written as the robot told it. */
    duration: or((seconds) => {
      const whole = Math.round(Math.abs(seconds));
      const two = (value: number) => String(value).padStart(2, '0');
      const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
      const text =
        hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
      return seconds < 0 ? `−${text}` : text;
    }),
    time: moment({ dateStyle: 'medium', timeStyle: 'short' }),
    date: moment({ dateStyle: 'medium' }),
  };
}
export type ReaderFormat = ReturnType<typeof readerFormat>;
