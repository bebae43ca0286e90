import {
  defaultFixerOf,
  foreignCode,
  lookup,
  pushOffDays,
  type AlarmPushChoice,
  type AlarmSettingRow,
  type SettingSource,
} from '@sweepline/contract';
import { alarmCodes } from '@sweepline/contract/robot';
import type { alarmSettings } from '../../../entities/alarms/alarm-setting-table.ts';

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
const ownRow = ({ rows }: Chain, key: SettingKey): StoredSetting | undefined =>
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

const none = {
  version: 0,
  level: null,
  fixer: null,
  push: null,
  pushOffUntil: null,
  reason: '',
  orderMode: null,
  orderAfterMinutes: null,
};
const ownOf = (row: StoredSetting | undefined): AlarmSettingRow['own'] =>
  row
    ? {
        version: row.version,
        level: row.level,
        fixer: row.fixer,
        push: row.push,
        pushOffUntil: row.pushOffUntil,
        reason: row.pushOffReason,
        orderMode: row.orderMode,
        orderAfterMinutes: row.orderAfterMinutes,
      }
    : none;

/** The values that the rows of a key give, with the row that decides each. */
function valuesOf(rows: readonly StoredSetting[], code: string, productLevel: number | null, now: Date) {
  const [level, fixer, push, order] = (['level', 'fixer', 'push', 'orderMode'] as const).map((field) =>
    rows.find((row) => row[field] !== null),
  );
  const isTold = push === undefined || !isInForce(push, now);
  return {
    level: { value: level?.level ?? productLevel, row: level },
    fixer: { value: fixer?.fixer ?? defaultFixerOf(code), row: fixer },
    push: { isTold, until: isTold ? null : (push?.pushOffUntil ?? null), row: push },
    order: {
      mode: order?.orderMode ?? ('NEVER' as const),
      afterMinutes: order?.orderAfterMinutes ?? 0,
      row: order,
    },
  };
}

/** What holds for a key, and where each value comes from. `seenLevel` is the highest level that a foreign vehicle reported. */
export function settingRow(
  chain: Chain,
  key: SettingKey,
  seenLevel: number | null,
  now: Date,
): AlarmSettingRow {
  const { code, errorType } = key;
  const applying = rowsFor(chain, key);
  const product = lookup(alarmCodes, code);
  const productLevel = code === foreignCode ? seenLevel : (product?.level ?? seenLevel);
  const { level, fixer, push, order } = valuesOf(applying, code, productLevel, now);
  const above = valuesOf(
    applying.filter((row) => !isAt(row, key)),
    code,
    productLevel,
    now,
  );
  return {
    id: `${code}/${errorType}`,
    code,
    errorType,
    type: errorType || (product?.type ?? ''),
    name: errorType || (product?.text ?? code),
    productLevel,
    level: { value: level.value, from: sourceOf(level.row, key) },
    fixer: { value: fixer.value, from: sourceOf(fixer.row, key) },
    push: { isTold: push.isTold, until: push.until, from: sourceOf(push.row, key) },
    order: { mode: order.mode, afterMinutes: order.afterMinutes, from: sourceOf(order.row, key) },
    inherited: {
      level: above.level.value,
      fixer: above.fixer.value,
      isTold: above.push.isTold,
      orderMode: above.order.mode,
      orderAfterMinutes: above.order.afterMinutes,
    },
    own: ownOf(ownRow(chain, key)),
  };
}
