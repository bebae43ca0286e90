import type { AlarmFixer } from '@sweepline/contract';
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

const first = (column: string, where = `s.${column} is not null`) =>
  `(array_agg(s.${column} order by s.depth desc, s.model desc, s.error_type desc) filter (where ${where}))[1]`;

/**
 * A sub-select with one row: `level` and `fixer` (null where no company decides), and `is_told`. A field comes from the nearest company
 * above that decides it, there from the row of the model before that of all models.
 */
export const alarmSettingOf = ({ companyId, code, errorType, model, now }: AlarmKey): string =>
  `(select ${first('level')} as level, ${first('fixer')} as fixer,
      coalesce(${first('push')} = 'ON' or coalesce(${first('push_off_until', 's.push is not null')} <= ${now}, false), true) as is_told
    from (
      select s.*, strpos(c.path, s.company_id::text) as depth
      from ${getTableName(companies)} c
      join ${getTableName(alarmSettings)} s on s.company_id = any(string_to_array(trim(trailing '/' from c.path), '/')::uuid[])
      where c.id = ${companyId} and s.code = ${code} and s.error_type in ('', ${errorType}) and s.model in ('', ${model})
    ) s)`;

export interface AlarmSetting {
  level: number | null;
  fixer: AlarmFixer | null;
  isTold: boolean;
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
    `select level, fixer, is_told as "isTold" from ${alarmSettingOf(expressions)} setting`,
    [key.companyId, key.code, key.errorType, key.model, key.now.toISOString()],
  );
  return row ?? { level: null, fixer: null, isTold: true };
}
