import { regions } from '@sweepline/contract';
import { currentLocale } from '../../../kit/format/lang.ts';

/** The name of a region in the reader's language, from the browser. */
export const regionName = (code: string): string =>
  new Intl.DisplayNames([currentLocale()], { type: 'region' }).of(code) ?? code;

/** All regions by name. */
export const regionChoices = () =>
  regions
    .map((value) => ({ value, label: regionName(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label, currentLocale()));
