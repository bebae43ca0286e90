import { isRecord, type SettingField } from '@sweepline/contract/robot';
import type { TFunction } from 'i18next';
import {
  formatArea,
  formatMetres,
  formatNumber,
  formatPercent,
  unknown,
} from '../../../kit/format/format.ts';
import { formatUnit } from '../../../kit/format/format-unit.ts';

type Words = TFunction<'devices/settings'>;

const intl = {
  s: 'second',
  min: 'minute',
  'm/s': 'meter-per-second',
  MB: 'megabyte',
  '°': 'degree',
} as const;

/** A number in its unit, with the words of a value that means never or off. */
export function numberText(
  t: Words,
  field: Extract<SettingField, { kind: 'number' }>,
  value: number,
): string {
  const { unit } = field;
  if (value === field.never) return t('never');
  if (!unit) return value === 0 ? t('off') : formatNumber(value);
  if (unit === '%') return formatPercent(value, 1);
  if (unit === 'm') return formatMetres(value);
  if (unit === 'm²') return formatArea(value);
  if (unit === 'runs') return t('runs', { count: value, shown: formatNumber(value) });
  return formatUnit(value, intl[unit]);
}

/** The screen lock or the quiet hours. */
export function objectText(t: Words, key: string, value: unknown): string {
  if (!isRecord(value)) return unknown;
  const state = value['enabled'] === true ? t('on') : t('off');
  if (key === 'screenLock') return value['pin'] ? t('newPin', { value: state }) : state;
  if (value['enabled'] !== true) return state;
  const { from, to, volume } = value;
  return t('nightFromTo', { from, to, volume: formatPercent(Number(volume)) });
}
