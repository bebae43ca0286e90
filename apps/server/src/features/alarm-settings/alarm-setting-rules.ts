import {
  defaultFixerOf,
  lookup,
  pushOffDays,
  type AlarmPushChoice,
  type AlarmSettingRow,
  type SettingSource,
} from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import type { alarmSettings } from '../../entities/devices/alarm-setting-table.ts';

export type StoredSetting = typeof alarmSettings.$inferSelect;

/** The code, type of errors, company and model of a setting. */
export interface SettingKey {
  code: string;
  errorType: string;
  companyId: string;
  model: string;
}

const dayMs = 86_400_000;

/** `OFF` and its end, as they are stored. */
export function pushOf(
  choice: AlarmPushChoice,
  until: string | null | undefined,
  now: Date,
): Pick<StoredSetting, 'push' | 'pushOffUntil'> {
  if (choice === 'INHERITED') return { push: null, pushOffUntil: null };
  if (choice === 'ON' || choice === 'OFF') return { push: choice, pushOffUntil: null };
  const days = pushOffDays[choice];
  const end = days === undefined ? (until ?? null) : new Date(now.getTime() + days * dayMs).toISOString();
  return { push: 'OFF', pushOffUntil: end };
}

/** Whether people are not told because of this row. */
export const isInForce = ({ push, pushOffUntil }: Pick<StoredSetting, 'push' | 'pushOffUntil'>, now: Date) =>
  push === 'OFF' && (pushOffUntil === null || Date.parse(pushOffUntil) > now.getTime());

/** `rows` are those of the company and the companies above it; `path` is the path of the company. */
export interface Chain {
  rows: readonly StoredSetting[];
  path: string;
}

const isAt = (row: StoredSetting, key: SettingKey) =>
  row.companyId === key.companyId &&
  row.code === key.code &&
  row.errorType === key.errorType &&
  row.model === key.model;

/** The row of a key itself. */
export const ownRow = ({ rows }: Chain, key: SettingKey): StoredSetting | undefined =>
  rows.find((row) => isAt(row, key));

/** The rows that apply to a key, the one that decides first. The order is that of `alarmSettingOf`. */
function rowsFor({ rows, path }: Chain, { code, errorType, model }: SettingKey): StoredSetting[] {
  const rank = (row: StoredSetting) => [
    path.indexOf(row.companyId),
    Number(row.model !== ''),
    Number(row.errorType !== ''),
  ];
  return rows
    .filter((row) => row.code === code && ['', errorType].includes(row.errorType))
    .filter((row) => ['', model].includes(row.model))
    .toSorted((a, b) => {
      const [one, other] = [rank(a), rank(b)];
      return other[0]! - one[0]! || other[1]! - one[1]! || other[2]! - one[2]!;
    });
}

const sourceOf = (row: StoredSetting | undefined, key: SettingKey): SettingSource => {
  if (!row) return 'BUILT_IN';
  if (row.companyId !== key.companyId) return 'INHERITED';
  return isAt(row, key) ? 'OWN' : 'OWN_WIDER';
};

const none = { version: 0, level: null, fixer: null, push: null, pushOffUntil: null, reason: '' };

/** What holds for a key, and where each value comes from. `seenLevel` is the highest level that a foreign vehicle reported. */
export function settingRow(
  chain: Chain,
  key: SettingKey,
  seenLevel: number | null,
  now: Date,
): AlarmSettingRow {
  const { code, errorType } = key;
  const applying = rowsFor(chain, key);
  const [level, fixer, push] = (['level', 'fixer', 'push'] as const).map((field) =>
    applying.find((row) => row[field] !== null),
  );
  const product = code === '90000' ? undefined : lookup(alarmCodes, code);
  const productLevel = product?.level ?? seenLevel;
  const suppressed = push !== undefined && isInForce(push, now);
  const own = ownRow(chain, key);
  return {
    id: `${code}/${errorType}`,
    code,
    errorType,
    type: errorType || (lookup(alarmCodes, code)?.type ?? ''),
    name: errorType || (lookup(alarmCodes, code)?.text ?? code),
    productLevel,
    level: { value: level?.level ?? productLevel, from: sourceOf(level, key) },
    fixer: { value: fixer?.fixer ?? defaultFixerOf(code), from: sourceOf(fixer, key) },
    push: {
      isTold: !suppressed,
      until: suppressed ? push.pushOffUntil : null,
      from: sourceOf(push, key),
    },
    own: own
      ? {
          version: own.version,
          level: own.level,
          fixer: own.fixer,
          push: own.push,
          pushOffUntil: own.pushOffUntil,
          reason: own.pushOffReason,
        }
      : none,
  };
}
