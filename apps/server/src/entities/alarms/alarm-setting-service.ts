import type { AlarmFixer, AlarmOrderMode } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { companies } from '../people/company-table.ts';
import { alarmSettings } from './alarm-setting-table.ts';

/** What decides about the alarms of a code. Each value is an SQL expression of the statement that uses `alarmSettingOf`. */
interface AlarmKey {
  companyId: string;
  code: string;
  /** The type of error of a vehicle of another maker. */
  errorType: string;
  model: string;
  now: string;
}

/** SQL: a column of the nearest company above that decides it, in the rows of `settingRows`. */
const first = (column: string, where = `s.${column} is not null`) =>
  `(array_agg(s.${column} order by s.depth desc, s.model desc, s.error_type desc) filter (where ${where}))[1]`;

/** SQL: the rows of settings that concern an alarm, as `s`, each with the depth of its company. */
const settingRows = ({ companyId, code, errorType, model }: Omit<AlarmKey, 'now'>) => `(
      select s.*, strpos(c.path, s.company_id::text) as depth
      from ${getTableName(companies)} c
      join ${getTableName(alarmSettings)} s on s.company_id = any(string_to_array(trim(trailing '/' from c.path), '/')::uuid[])
      where c.id = ${companyId} and s.code = ${code} and s.error_type in ('', ${errorType}) and s.model in ('', ${model})
    ) s`;

/**
 * A sub-select with one row: `level` and `fixer` (null where no company decides), `is_told`, `tell_after_s`, `order_mode` and
 * `order_after_minutes`. A field comes from the nearest company
 * above that decides it, there from the row of the model before that of all models.
 */
export const alarmSettingOf = ({ companyId, code, errorType, model, now }: AlarmKey): string =>
  `(select ${first('level')} as level, ${first('fixer')} as fixer,
      coalesce(${first('push')} = 'ON' or coalesce(${first('push_off_until', 's.push is not null')} <= ${now}, false), true) as is_told,
      coalesce(${first('tell_after_s')}, 0) as tell_after_s,
      coalesce(${first('order_mode')}, 'NEVER') as order_mode,
      coalesce(${first('order_after_minutes', 's.order_mode is not null')}, 0) as order_after_minutes
    from ${settingRows({ companyId, code, errorType, model })})`;

/**
 * A sub-select with one row: how people are notified of an alarm. `receivers`, `channels` and `policy_id` are each inherited on their own, and null where no company decides.
 */
export const alarmTellingOf = (key: Omit<AlarmKey, 'now'>): string =>
  `(select ${first('receivers')} as receivers,
      (array_agg(to_jsonb(s.channels) order by s.depth desc, s.model desc, s.error_type desc) filter (where s.channels is not null))[1] as channels,
      ${first('policy_id')} as policy_id
    from ${settingRows(key)})`;

export interface AlarmSetting {
  level: number | null;
  fixer: AlarmFixer | null;
  isTold: boolean;
  orderMode: AlarmOrderMode;
  /** Of AUTO. */
  orderAfterMinutes: number;
}

/** The settings of one alarm code for a company and a model of robots. */
export async function alarmSetting(
  tx: Tx,
  key: { companyId: string; code: string; errorType: string; model: string; now: Date },
): Promise<AlarmSetting> {
  const expressions = {
    companyId: '$1::uuid',
    code: '$2::text',
    errorType: '$3::text',
    model: '$4::text',
    now: '$5::timestamptz',
  };
  const [row] = await tx.raw<AlarmSetting>(
    `select level, fixer, is_told as "isTold", order_mode as "orderMode", order_after_minutes as "orderAfterMinutes" from ${alarmSettingOf(expressions)} setting`,
    [key.companyId, key.code, key.errorType, key.model, key.now.toISOString()],
  );
  return row ?? { level: null, fixer: null, isTold: true, orderMode: 'NEVER', orderAfterMinutes: 0 };
}
