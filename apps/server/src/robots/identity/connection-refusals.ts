import { storableText, type ConnectionRefusalReason } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { connectionRefusals } from '../../entities/installation/connection-refusal-table.ts';
import type { Db } from '../../platform/db/db.ts';
import { networkOf } from '../../platform/http/addresses.ts';
import { isDue, type Clock } from '../../platform/runtime/clock.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import type { Log } from '../gateway-options.ts';
import type { Registry } from './registry.ts';
import { createRefusalLimits } from './refusal-limits.ts';

/** A sign-in that the broker refused, with the name that the client gave. */
export interface RefusedSignIn {
  name: string;
  reason: ConnectionRefusalReason;
  address: string;
}

interface Refusal extends RefusedSignIn {
  deviceId: string | null;
  companyId: string | null;
  firstMs: number;
  lastMs: number;
  count: number;
}

/** Enough to find the robot that one commissions; the oldest rows go first. */
const maxUnknownRows = 500;
const maxRowsPerDevice = 20;
const maxQueued = 500;
const everyMs = 1_000;

/** Refused connections for the person who commissions robots: counted in memory for a second, then added to their rows. */
export function createConnectionRefusals(db: Db, now: Clock, log: Log, registry: Pick<Registry, 'bySn'>) {
  const limits = createRefusalLimits();
  let unwritten = new Map<string, Refusal>();
  let writtenMs = 0;

  const queue = createWriteBehind<Refusal>({
    name: 'connection-refusals',
    db,
    log,
    maxQueued,
    collect: () => {
      const waiting = unwritten.values();
      unwritten = new Map();
      return waiting;
    },
    write: async (tx, waiting) => {
      await tx.raw(upsert, [JSON.stringify(mergeEqual(waiting).map(rowOf))]);
      const deviceIds = [...new Set(waiting.flatMap(({ deviceId }) => deviceId ?? []))];
      if (deviceIds.length > 0) await tx.raw(trimDevices, [deviceIds, maxRowsPerDevice]);
      if (waiting.some(({ deviceId }) => deviceId === null)) await tx.raw(trimUnknown, [maxUnknownRows]);
    },
  });

  return {
    note(refused: RefusedSignIn): void {
      const atMs = now().getTime();
      const device = registry.bySn(refused.name);
      const text = { ...refused, name: storableText(refused.name, 64), address: networkOf(refused.address) };
      const row = limits.admit(text, device?.deviceId, atMs);
      const key = keyOf(row);
      const entry = unwritten.get(key);
      if (!entry && unwritten.size >= maxQueued) return;
      unwritten.set(key, {
        ...row,
        deviceId: device?.deviceId ?? null,
        companyId: device?.companyId ?? null,
        firstMs: entry?.firstMs ?? atMs,
        lastMs: atMs,
        count: (entry?.count ?? 0) + 1,
      });
    },
    tick(nowMs: number): void {
      if (unwritten.size === 0 || !isDue(writtenMs, nowMs, everyMs)) return;
      writtenMs = nowMs;
      void queue.flush();
    },
    flush: queue.flush,
  };
}

const keyOf = ({ name, reason, address }: RefusedSignIn) => `${reason} ${address} ${name}`;

/** Merges requeued entries with newer ones: a statement may not change a row twice. */
const mergeEqual = (entries: readonly Refusal[]): Refusal[] =>
  [...Map.groupBy(entries, keyOf).values()].map((equal) => ({
    ...equal.at(-1)!,
    firstMs: equal[0]!.firstMs,
    count: equal.reduce((sum, { count }) => sum + count, 0),
  }));

const rowOf = ({ name, reason, address, deviceId, companyId, firstMs, lastMs, count }: Refusal) => ({
  id: newId(),
  company_id: companyId,
  device_id: deviceId,
  sn: name,
  reason,
  address,
  first: new Date(firstMs).toISOString(),
  last: new Date(lastMs).toISOString(),
  count,
});

const table = getTableName(connectionRefusals);

/** A name that was unknown may be that of a device by now. */
const upsert = `
  insert into ${table} (id, company_id, device_id, sn, reason, address, first_at, last_at, count)
  select it.id, it.company_id, it.device_id, it.sn, it.reason, it.address, it.first, it.last, it.count
  from jsonb_to_recordset($1::jsonb) as it(id uuid, company_id uuid, device_id uuid, sn text, reason text, address text,
    first timestamptz, last timestamptz, count int)
  on conflict (sn, reason, address) do update set
    company_id = excluded.company_id,
    device_id = excluded.device_id,
    last_at = greatest(${table}.last_at, excluded.last_at),
    count = least(${table}.count::bigint + excluded.count, 2147483647)`;

/** Deletes the oldest rows of these devices. Only theirs are read: a fleet has many, and this runs each second. */
const trimDevices = `
  delete from ${table} where id in (
    select id from (
      select id, row_number() over (partition by device_id order by last_at desc, id desc) as place
      from ${table} where device_id = any($1::uuid[])
    ) placed where place > $2::int)`;

/** Deletes the oldest rows of strangers. */
const trimUnknown = `
  delete from ${table} where id in (
    select id from ${table} where device_id is null order by last_at desc, id desc offset $1::int)`;
