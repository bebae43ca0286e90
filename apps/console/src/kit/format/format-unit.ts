import { areaIn } from './format.ts';
import { currentLocale } from './lang.ts';

/** With a unit `Intl` knows by this name. */
export const formatUnit = (
  value: number,
  unit: 'second' | 'minute' | 'hour' | 'meter-per-second' | 'megabyte' | 'degree',
) =>
  new Intl.NumberFormat(currentLocale(), {
    ...{ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 2 },
  }).format(value);

/** How many of the reader's units of area a square metre is, and their sign. */
export function areaUnit(): { perM2: number; sign: string } {
  const [perM2, sign] = areaIn(1);
  return { perM2, sign };
}

/** What stands between whole and fraction. */
export const decimalSign = () =>
  new Intl.NumberFormat(currentLocale()).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ??
  '.';
