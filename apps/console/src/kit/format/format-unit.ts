import { areaIn } from './format.ts';
import { currentLocale } from './lang.ts';
import { spaced } from './spaced.ts';

/** A value with a unit of `Intl`. */
export const formatUnit = (
  value: number,
  unit: 'second' | 'minute' | 'hour' | 'meter' | 'kilometer' | 'meter-per-second' | 'megabyte' | 'degree',
  digits = 2,
) =>
  spaced(
    new Intl.NumberFormat(currentLocale(), {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value),
  );

/** A way that a person travels: metres below one kilometre, then kilometres. */
export const formatWay = (metres: number) =>
  metres < 1_000 ? formatUnit(metres, 'meter', 0) : formatUnit(metres / 1_000, 'kilometer', 1);

/** The reader's unit of area: its size as a factor of square metres, and its sign. */
export function areaUnit(): { perM2: number; sign: string } {
  const [perM2, sign] = areaIn(1);
  return { perM2, sign };
}

/** The decimal separator of the reader's language. */
export const decimalSign = () =>
  new Intl.NumberFormat(currentLocale()).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ??
  '.';
