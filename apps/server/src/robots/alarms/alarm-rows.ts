import { eq, getTableName, sql } from 'drizzle-orm';
import { alarms } from '../../entities/alarms/alarm-table.ts';
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

/** A stored alarm as browsers learn of it. */
export interface StoredAlarm {
  id: string;
  code: string;
  text: string;
  /** The effective level. */
  level: number;
  count: number;
  causeId: string | null;
  /** It was told, and it is not shelved. */
  isTold: boolean;
}

/** The columns of `StoredAlarm`, of the table or alias `a`; `now` is an SQL expression. */
export const storedColumns = (now: string) =>
  `a.id, a.code, a.text, a.effective_level as level, a.count, a.cause_id as "causeId",
   a.told_at is not null and coalesce(a.shelved_until <= ${now}, true) as "isTold"`;

/** A shelf of an earlier alarm of the same robot and code. */
export interface Shelf {
  shelvedUntil: string;
  shelvedById: string | null;
  shelfReason: string | null;
}

/** What the server adds to an alarm that it stores. */
export interface AlarmPlace {
  levelOverride: number | null;
  siteId: string | null;
  causeId: string | null;
  /** Null if it is not told now. */
  toldAt: string | null;
  arrivedAt: string;
}

/** Inserts an alarm. Its run is set only if the run belongs to the same device and company. */
export const insertAlarm = async (
  tx: Tx,
  { deviceId, companyId }: RunOwner,
  { at, runId, ...rest }: Raise,
  place: AlarmPlace & Partial<Shelf>,
) => {
  const ownRun = sql`(select id from ${runs} where id = ${runId} and device_id = ${deviceId} and company_id = ${companyId})`;
  const [row] = await tx
    .insert(alarms)
    .values({
      ...rest,
      ...place,
      companyId,
      deviceId,
      raisedAt: at,
      ...(runId !== null && { runId: ownRun }),
    })
    .onConflictDoNothing()
    .returning({ runId: alarms.runId, level: alarms.effectiveLevel });
  return row;
};

/** Counts a raise in an earlier alarm, which is told once. Undefined if it was processed meanwhile. */
export const countRaise = async (
  tx: Tx,
  { deviceId, companyId }: RunOwner,
  id: string,
  { at, level, identity }: Raise,
  { levelOverride, causeId, toldAt, arrivedAt }: Omit<AlarmPlace, 'siteId'>,
): Promise<StoredAlarm | undefined> => {
  const [row] = await tx.raw<StoredAlarm>(
    `update ${getTableName(alarms)} a set count = a.count + 1, cleared_at = null, identity = $2, level = greatest(a.level, $3),
       level_override = $4, cause_id = $5, told_at = coalesce(a.told_at, $6), raised_at = least(a.raised_at, $7::timestamptz),
       last_raised_at = greatest(a.last_raised_at, a.raised_at, $7::timestamptz)
     where a.id = $1 and a.device_id = $9 and a.company_id = $10 and a.processed_at is null
     returning ${storedColumns('$8::timestamptz')}`,
    [id, identity, level, levelOverride, causeId, toldAt, at, arrivedAt, deviceId, companyId],
  );
  return row;
};

/**
 * Sets the causes of these alarms. Those that stood under an alarm which gets a cause move to that cause. Returns the alarms that
 * stand without a cause from now on and that were not told.
 */
export const setCauses = async (
  tx: Tx,
  { deviceId, companyId }: RunOwner,
  causes: ReadonlyMap<string, string | null>,
): Promise<string[]> => {
  if (causes.size === 0) return [];
  const rows = await tx.raw<{ id: string; isUntold: boolean }>(
    `update ${getTableName(alarms)} a set cause_id = it.cause
     from unnest($3::uuid[], $4::uuid[]) as it(id, cause)
     where a.device_id = $1 and a.company_id = $2
       and (a.id = it.id or (it.cause is not null and a.cause_id = it.id and a.id <> all($3::uuid[])))
     returning a.id, a.cause_id is null and a.told_at is null and a.cleared_at is null as "isUntold"`,
    [deviceId, companyId, [...causes.keys()], [...causes.values()]],
  );
  return rows.filter(({ isUntold }) => isUntold).map(({ id }) => id);
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
