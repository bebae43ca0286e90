import { alarmCodes, foreignCode } from '@sweepline/contract/robot';

const codes = Object.entries(alarmCodes)
  .filter(([, { forbids }]) => forbids.includes('CLEANING'))
  .map(([code]) => `'${code}'`)
  .join(', ');

/** SQL: alarm `alias` forbids its robot to clean, by the rule of `forbiddenBy`. `level` is the column with its level. */
export const stopsCleaning = (alias: string, level: string): string =>
  `(${alias}.code in (${codes}) or (${alias}.code = '${foreignCode}' and ${alias}.${level} >= 5))`;
