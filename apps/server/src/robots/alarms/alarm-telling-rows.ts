import { getTableName } from 'drizzle-orm';
import { alarmSettingOf } from '../../entities/alarms/alarm-setting-service.ts';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Registration } from '../identity/registry.ts';
import { errorTypeOf } from './alarm-context.ts';
import { storedColumns, type StoredAlarm } from './alarm-rows.ts';

const table = getTableName(alarms);
const setting = alarmSettingOf({
  companyId: 'late.company_id',
  code: 'late.code',
  errorType: errorTypeOf('late'),
  model: '$4::text',
  now: '$5::timestamptz',
});

/** Roots are told before their followers, because the cause decides about the follower. */
const tellText = (isTellable: string) => `
  update ${table} a set told_at = $5
  from ${table} late left join ${table} root on root.id = late.cause_id cross join lateral ${setting} setting
  where a.id = late.id and late.device_id = $1 and late.company_id = $2 and late.id = any($3::uuid[])
    and late.cleared_at is null and late.told_at is null and late.processed_at is null
    and setting.is_told and setting.tell_after_s = 0
    and coalesce(late.shelved_until <= $5, true) and ${isTellable}
  returning ${storedColumns('$5')}`;
const tellRoots = tellText('late.cause_id is null');
const tellFollowers = tellText(
  'late.cause_id is not null and (root.told_at is null and coalesce(root.shelved_until <= $5, true) or root.effective_level < late.effective_level)',
);

/** Marks those of these alarms as told that still stand, and returns them. */
export async function tellStanding(
  tx: Tx,
  { deviceId, companyId, model }: Registration,
  alarmIds: readonly string[],
  now: string,
): Promise<StoredAlarm[]> {
  const values = [deviceId, companyId, alarmIds, model, now];
  const roots = await tx.raw<StoredAlarm>(tellRoots, values);
  return [...roots, ...(await tx.raw<StoredAlarm>(tellFollowers, values))];
}

/** Those of these alarms that stand and of which people know. */
export async function standingAlarms(
  tx: Tx,
  { deviceId, companyId }: Registration,
  alarmIds: readonly string[],
  now: string,
): Promise<StoredAlarm[]> {
  const rows = await tx.raw<StoredAlarm>(
    `select ${storedColumns('$4::timestamptz')} from ${table} a
     where a.id = any($3::uuid[]) and a.device_id = $1 and a.company_id = $2 and a.cleared_at is null and a.processed_at is null`,
    [deviceId, companyId, alarmIds, now],
  );
  return rows.filter(({ isTold }) => isTold);
}
