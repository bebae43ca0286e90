import { getTableName, eq, sql } from 'drizzle-orm';
import { alarms } from '../../entities/devices/alarm-table.ts';
import { runs } from '../../entities/work/run-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { RunOwner } from '../runs/run-registry.ts';
import { isUuid } from '../intake/uplink-refs.ts';
import { foreignId, refusalOf, unknownId, type IdRefusal } from '../intake/uplink-refusals.ts';

/** An alarm before its row exists. */
export interface Raise {
  id: string;
  identity: string;
  source: 'ROBOT' | 'VDA' | 'SERVER';
  code: string;
  level: number;
  type: string;
  text: string;
  runId: string | null;
  refs: Record<string, unknown>;
  at: string;
}

/** More than six equal alarms in ten minutes become one row with a count. */
export const mergeAlarm = async (tx: Tx, device: RunOwner, alarm: Raise): Promise<string | undefined> => {
  const [merged] = await tx.raw<{ id: string }>(
    `with recent as (
       select id, count(*) over () as times from ${getTableName(alarms)}
       where device_id = $1 and company_id = $6 and code = $2 and raised_at > $3::timestamptz - interval '10 minutes'
       order by raised_at desc limit 1)
     update ${getTableName(alarms)} set count = alarms.count + 1, cleared_at = null, identity = $5, level = greatest(alarms.level, $4)
     from recent where alarms.id = recent.id and (recent.times >= 6 or alarms.count > 6)
       and not exists (select from ${getTableName(alarms)} other where other.id = $7 and (other.device_id <> $1 or other.company_id <> $6))
     returning alarms.id`,
    [device.deviceId, alarm.code, alarm.at, alarm.level, alarm.identity, device.companyId, alarm.id],
  );
  return merged?.id;
};

/** Inserts an alarm. Its run is set only if the run belongs to the same device and company. */
export const insertAlarm = async (
  tx: Tx,
  { deviceId, companyId }: RunOwner,
  { at, runId, ...rest }: Raise,
  arrivedAt: string,
) => {
  const ownRun = sql`(select id from ${runs} where id = ${runId} and device_id = ${deviceId} and company_id = ${companyId})`;
  const [row] = await tx
    .insert(alarms)
    .values({
      ...rest,
      companyId,
      deviceId,
      raisedAt: at,
      arrivedAt,
      ...(runId !== null && { runId: ownRun }),
    })
    .onConflictDoNothing()
    .returning({ runId: alarms.runId });
  return row;
};

/** The reason why an alarm was not inserted; undefined if this device has already reported it. */
export const alarmRefusal = async (tx: Tx, device: RunOwner, id: string) => {
  const [row] = await tx.select().from(alarms).where(eq(alarms.id, id));
  return refusalOf(row, device, 'alarmId', id);
};

/** The reason why the run named by an alarm is not stored with it. */
export async function runRefusal(tx: Tx, runId: string): Promise<IdRefusal> {
  const [row] = await tx.raw(`select from ${getTableName(runs)} where id = $1`, [runId]);
  return row ? foreignId('refs.runId', runId) : unknownId('refs.runId', runId);
}

/** Whether this is the order of a run that its robot never began, and that has ended. */
export async function orderNeverBegan(tx: Tx, device: RunOwner, orderId: unknown): Promise<boolean> {
  if (!isUuid(orderId)) return false;
  const [row] = await tx.raw(
    `select from ${getTableName(runs)}
     where id = $1 and device_id = $2 and company_id = $3 and started_at is null and ended_at is not null`,
    [orderId, device.deviceId, device.companyId],
  );
  return row !== undefined;
}
